"""What CUDA's own sources find of an older PyTorch: headers and macros that are gone.

A port has what took their place (rules API03 and LNG05). CUDA's side is compiled as it is, and
would not be compared at all for the sake of a name.
"""

from __future__ import annotations

import re
from pathlib import Path

from porter.project.discover import discover
from porter.source.text.languages import Language

_HEADERS = Path(__file__).parent
_OWN_LERP = re.compile(rb"\blerp\s*+\(\s*+(?:const\s++)?+(?:float|double)\s++\w++\s*+,")
_MARKS = re.compile(rb"THC/THC|\bAT_CHECK\b|\bAT_DISPATCH_\w+\([^\n,]{1,80}\.type\(\)")
_UNUSED = b"C10_UNUSED_DISPATCH_CUDA_WORKAROUND"


def flags_for(folder: Path) -> list[str]:
    """Return the flags by which a CUDA tree finds them; none for one that names none.

    nvcc takes each of them, too, which knows no `-idirafter`. PyTorch's own folders come before.

    Args:
        folder: the tree.
    """
    project = discover(folder)
    texts = [project.read(one.path) for one in project.entries
             if one.language is Language.CUDA and not one.is_link]  # fmt: skip
    flags = list[str]()
    if any(map(_MARKS.search, texts)):
        flags += ["-isystem", str(_HEADERS), "-DAT_CHECK=TORCH_CHECK"]
        flags += ["-include", str(_HEADERS / "dispatch.h")]
    if any(_UNUSED in text for text in texts):
        flags.append(f"-D{_UNUSED.decode()}=[[maybe_unused]]")
    if any(map(_OWN_LERP.search, texts)):
        flags += ["-include", str(_HEADERS / "interpolation.h")]
    return flags
