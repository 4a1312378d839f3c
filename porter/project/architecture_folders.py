"""Folders named for the one GPU architecture whose code they hold: `sm90a`, `gfx942`."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: A folder of NVIDIA's or AMD's; families such as `gfx11` and `sm9x` are none.
_FOLDER = re.compile(r"(?:^|/)(sm_?[0-9]{2,3}[af]?|gfx[0-9a-f]{3,4})(?=/)")


def architecture_of(path: str) -> str:
    """Return the architecture that a file is for by its folder, the innermost; "" for all."""
    found = _FOLDER.findall(path)
    return found[-1] if found else ""


def is_for(path: str, arch: str) -> bool:
    """Tell whether a file may be built for an architecture of AMD's.

    Args:
        path: in a port.
        arch: such as "gfx942", or with features, "gfx942:sramecc+".
    """
    named = architecture_of(path)
    return not named.startswith("gfx") or named == arch.partition(":")[0]


def folder_for(paths: Iterable[str], arch: str) -> str:
    """Return the name of the folder that holds the code for an architecture; "" for none.

    Args:
        paths: the files of the tree.
        arch: such as "gfx942" or "sm_90". For NVIDIA's it is the folder of that name or of its own
            instructions (`sm90a`), else of the oldest, whose code the fewest features are in.
    """
    name = arch.partition(":")[0].replace("_", "")
    vendor = re.match(r"[a-z]+", name)
    of_vendor = sorted(
        {found for path in paths if (found := architecture_of(path))},
        key=lambda one: (len(_number(one)), one),
    )
    of_vendor = [one for one in of_vendor if vendor and one.startswith(vendor[0])]
    for wanted in (name, f"{name}a", f"{name}f"):
        for one in of_vendor:
            if one.replace("_", "") == wanted:
                return one
    return of_vendor[0] if of_vendor and name.startswith("sm") else ""


def _number(name: str) -> str:
    return re.sub(r"\D", "", name)
