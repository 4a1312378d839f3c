"""A part of a text that a shell reads."""

from __future__ import annotations

from typing import NamedTuple


class Region(NamedTuple):
    """A part of a text that is, or may be, for a shell.

    Attributes:
        start: offset of its first byte.
        end: offset behind its last byte.
        is_prose: it stands among sentences: what looks like a command may be one.
        is_shown: it is shown to people, who may see a command there, or what one printed.
    """

    start: int
    end: int
    is_prose: bool = False
    is_shown: bool = False


class Regions(NamedTuple):
    """The parts of a text that are for a shell.

    Attributes:
        data: the text, byte for byte as long, with blanks for what the shell does not see there.
        spans: the parts, in order.
    """

    data: bytes
    spans: tuple[Region, ...]


def blank(data: bytearray, start: int, end: int) -> None:
    """Put blanks in the place of a part, its line ends, too."""
    data[start:end] = b" " * (end - start)
