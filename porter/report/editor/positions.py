"""Positions in a text: byte offsets, and lines with columns as editors count them."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple


class Position(NamedTuple):
    """A line and a column, both from 0; columns count units of UTF-16.

    Source: Language Server Protocol 3.17, "Position".
    """

    line: int
    column: int


class Positions:
    """The lines of a text.

    Args:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        self._lines = [line.encode("utf-8", "surrogatepass") for line in text.split("\n")]
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]

    def position(self, offset: int) -> Position:
        """Return where a byte is."""
        line = min(bisect_right(self._starts, offset) - 1, len(self._lines) - 1)
        before = self._lines[line][: max(0, offset - self._starts[line])]
        return Position(line, _units(before.decode("utf-8", "replace")))

    def offset(self, position: Position) -> int:
        """Return the byte at a position; behind the end of a line it is that of the end."""
        line = min(max(position.line, 0), len(self._lines) - 1)
        at, units = self._starts[line], 0
        for character in self._lines[line].decode("utf-8", "replace"):
            if units >= position.column:
                break
            units += _units(character)
            at += len(character.encode("utf-8", "surrogatepass"))
        return at


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
