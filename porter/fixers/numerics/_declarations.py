"""Which names are declared with some types in a function, found by one search of the file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Set
from functools import lru_cache
from typing import NamedTuple

from porter.source.cpp.functions import DeviceFunction

#: What may stand behind a type: its declarators. A lookahead, for others may be declared in it.
#: A type with a comma behind it declares nothing: `Store<unsigned char, THREADS>`.
DECLARATORS = rb"\b(?!\s*+,)(?=([^;(){}<>]{0,200}))"
_DECLARED = re.compile(
    rb"(?:\A|,)(?:[\s*&]|\b(?:const|__restrict__|__restrict|volatile)\b)*+(\w++)(?=\s*(?:[=,]|(?P<array>\[)|\Z))"
)


class Declared(NamedTuple):
    """The names that are declared in a function, without a set of them for each function."""

    places: Mapping[bytes, list[int]]
    types: Mapping[int, bytes]
    start: int
    end: int
    addresses: Set[tuple[bytes, int]] = frozenset()

    def has(self, name: bytes) -> bool:
        """Tell whether a name is declared between `start` and `end`."""
        return self.type_of(name) is not None

    def is_value(self, name: bytes) -> bool:
        """Tell whether a name is declared as a value of its type, not as a pointer or an array."""
        place = self._place_of(name)
        return place is not None and (name, place) not in self.addresses

    def type_of(self, name: bytes) -> bytes | None:
        """Return the type that a name is first declared with between `start` and `end`."""
        place = self._place_of(name)
        return None if place is None else self.types[place]

    def _place_of(self, name: bytes) -> int | None:
        """Return where the type stands that a name is first declared with."""
        places = self.places.get(name, [])
        at = bisect_left(places, self.start)
        return places[at] if at < len(places) and places[at] < self.end else None


@lru_cache(maxsize=6)
def declarations(types: re.Pattern[bytes], code: bytes) -> Declarations:
    """Return what is declared with one of some types in a file, once for all rules that ask."""
    return Declarations(types, code)


class Declarations:
    """What is declared with one of some types in a file, which is searched once for all functions.

    Args:
        types: matches a type, with `DECLARATORS` behind it.
        code: the code of the file.

    Attributes:
        places: for each name the offsets, in order, of the types that it is declared with.
    """

    def __init__(self, types: re.Pattern[bytes], code: bytes) -> None:
        self._types: dict[int, bytes] = {}
        self.places: dict[bytes, list[int]] = {}
        self._addresses: set[tuple[bytes, int]] = set()
        for match in types.finditer(code):
            self._types[match.start()] = match.group()
            for one in _DECLARED.finditer(match.group(1)):
                self.places.setdefault(one[1], []).append(match.start())
                if b"*" in one.group() or one["array"]:
                    self._addresses.add((one[1], match.start()))

    def of(self, function: DeviceFunction) -> Declared:
        """Return the names that are declared in a function, from its mark on."""
        span = function.start, function.body_end
        return Declared(self.places, self._types, *span, self._addresses)
