"""What CUDA's own sources find of an older PyTorch: headers and macros that are gone.

A port has what took their place (rule API03). CUDA's side is compiled as it is, and would not be
compared at all for the sake of a name.
"""

from __future__ import annotations

import re
from pathlib import Path

from porter.project.discover import discover
from porter.source.text.languages import Language

_HEADERS = Path(__file__).parent
_MARKS = re.compile(rb"THC/THC|\bAT_CHECK\b|\bAT_DISPATCH_\w+\([^\n,]{1,80}\.type\(\)")


def flags_for(folder: Path) -> list[str]:
    """Return the flags by which a CUDA tree finds them; none for one that names none.

    Args:
        folder: the tree.
    """
    project = discover(folder)
    texts = (project.read(one.path) for one in project.entries
             if one.language is Language.CUDA and not one.is_link)  # fmt: skip
    if not any(map(_MARKS.search, texts)):
        return []
    dispatch = ["-include", str(_HEADERS / "dispatch.h")]
    return ["-idirafter", str(_HEADERS), "-DAT_CHECK=TORCH_CHECK", *dispatch]
