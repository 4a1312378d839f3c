"""Says which files were compared and how: as text, as numbers, or byte by byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from porter.listing import number_of
from porter.project.settings.program_cases import OutputFile


class ComparedFile(NamedTuple):
    """A file that both sides wrote.

    Attributes:
        way: how it was compared.
        size: its bytes.
    """

    way: str
    size: int


_TEXT, _NUMBERS, _BYTES = "as text", "as numbers", "byte by byte"


def compared_file(file: OutputFile, content: bytes) -> ComparedFile:
    """Return how a file is compared, by its name and what CUDA's side wrote.

    Args:
        file: which file.
        content: what is in it.
    """
    if file.dtype or file.path.endswith(".npy"):
        return ComparedFile(_NUMBERS, len(content))
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return ComparedFile(_BYTES, len(content))
    return ComparedFile(_TEXT, len(content))


def said_of(files: Iterable[ComparedFile]) -> str:
    """Return in a line how many files were compared, and how; "" for none.

    Args:
        files: those that both sides wrote and that were not left out.
    """
    listed = list(files)
    counts = Counter(one.way for one in listed)
    ways = [
        f"{counts[way]} {way} ({sum(one.size for one in listed if one.way == way):,} bytes)"
        for way in (_TEXT, _NUMBERS, _BYTES)
        if counts[way]
    ]
    return f"{number_of(len(listed), 'file')} compared: {', '.join(ways)}" if ways else ""
