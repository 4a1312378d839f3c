"""What CUDA's own sources find of an older PyTorch: headers and macros that are gone.

A port has what took their place (rule API03). CUDA's side is compiled as it is, and would not be
compared at all for the sake of a name.
"""

from __future__ import annotations

from pathlib import Path

from porter.project.discover import discover
from porter.source.text.languages import Language

_HEADERS = Path(__file__).parent
_MARKS = (b"THC/THC", b"AT_CHECK")


def flags_for(folder: Path) -> list[str]:
    """Return the flags by which a CUDA tree finds them; none for one that names none.

    Args:
        folder: the tree.
    """
    project = discover(folder)
    texts = (project.read(one.path) for one in project.entries
             if one.language is Language.CUDA and not one.is_link)  # fmt: skip
    if not any(mark in text for text in texts for mark in _MARKS):
        return []
    return ["-idirafter", str(_HEADERS), "-DAT_CHECK=TORCH_CHECK"]
