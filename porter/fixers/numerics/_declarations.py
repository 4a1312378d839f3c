"""Which names are declared with some types in a function, found by one search of the file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

from porter.source.cpp.functions import DeviceFunction

_DECLARED = re.compile(
    rb"(?:\A|,)(?:[\s*&]|\b(?:const|__restrict__|__restrict|volatile)\b)*+(\w++)(?=\s*(?:[=,\[]|\Z))"
)


class Declared(NamedTuple):
    """The names that are declared in a function, without a set of them for each function."""

    places: Mapping[bytes, list[int]]
    start: int
    end: int
    others: frozenset[bytes]

    def has(self, name: bytes) -> bool:
        """Tell whether a name is declared between `start` and `end`, or one of the others."""
        places = self.places.get(name, [])
        at = bisect_left(places, self.start)
        return (at < len(places) and places[at] < self.end) or name in self.others


class Declarations:
    """What is declared with one of some types in a file, which is searched once for all functions.

    Attributes:
        places: for each name the offsets, in order, of the types that it is declared with.
    """

    def __init__(self, types: re.Pattern[bytes], code: bytes) -> None:
        self._types, self._code = types, code
        self._ends: dict[int, int] = {}
        self.places: dict[bytes, list[int]] = {}
        for match in types.finditer(code):
            self._ends[match.start()] = match.end()
            for name in _declared(match):
                self.places.setdefault(name, []).append(match.start())
        self._starts = list(self._ends)

    def of(self, function: DeviceFunction) -> Declared:
        """Return the names that are declared in a function, from its mark on."""
        start, others = function.start, set[bytes]()
        before = bisect_left(self._starts, start) - 1
        if before >= 0 and self._ends[self._starts[before]] > start:
            # A declaration runs across the mark, and may hide those that a search from there finds.
            while match := self._types.search(self._code, start, function.body_end):
                if match.start() in self._ends:
                    break
                others.update(_declared(match))
                start = match.end()
        return Declared(self.places, start, function.body_end, frozenset(others))


def _declared(match: re.Match[bytes]) -> list[bytes]:
    """Return the names that are declared behind a type."""
    return _DECLARED.findall(match.group(1).partition(b"=")[0])
