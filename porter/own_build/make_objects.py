"""Tells make to build anew what it built for another processor, or by another compiler.

Make looks at times alone: objects for gfx942 would be taken for a build for gfx1100.
"""

from __future__ import annotations

from pathlib import Path

from porter.files.regular import read_regular_text
from porter.own_build.installation import Rocm

#: In the build's own folder: what the port's objects were made for.
_MADE_FOR = "make-objects"


def are_for_another(folder: Path, rocm: Rocm) -> bool:
    """Return whether objects of the last build are not for this one, for which the next ones are.

    Args:
        folder: the build's own, which is kept from build to build.
        rocm: what is built against.
    """
    stamp, wanted = folder / _MADE_FOR, f"{rocm.root}\n{rocm.arch}\n"
    try:
        known = read_regular_text(stamp)
    except OSError:
        known = wanted  # what was built by hand is its builder's
    stamp.unlink(missing_ok=True)  # a link in its place is the port's, not written to
    stamp.write_text(wanted, "utf-8")
    return known != wanted


def are_no_ports(folder: Path) -> None:
    """Note that the objects of the last build are for NVIDIA's GPUs: the next builds anew.

    Args:
        folder: the build's own.
    """
    stamp = folder / _MADE_FOR
    stamp.unlink(missing_ok=True)
    stamp.write_text("", "utf-8")
