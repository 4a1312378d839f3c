"""Which variables of a Makefile hold what matches a pattern, of their own or by others in it.

A variable of `:=` has the values that others had where it was written, any other those that they
get in the end. Source: GNU make's manual, "The Two Flavors of Variables".
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from porter.source.build_files.makefile import Kind, Line

_AT_ONCE = frozenset((b":=", b"::=", b":::="))


class Given(NamedTuple):
    """An assignment: the place among all lines that make reads, and the line."""

    place: int
    line: Line


def holders(
    given: Mapping[bytes, Sequence[Given]],
    references: Callable[[bytes], Iterable[bytes]],
    pattern: re.Pattern[bytes],
    *,
    is_ordered: bool,
) -> frozenset[bytes]:
    """Return the variables with a value, their own or of one in it, that matches.

    Args:
        given: the assignments to each variable.
        references: the variables that a text refers to.
        pattern: what is looked for.
        is_ordered: make reads the lines in the order of their places.
    """
    users: dict[bytes, list[tuple[int, bytes, bool]]] = {}
    left: list[tuple[int, bytes]] = []
    for name, assigned in given.items():
        is_at_once = is_ordered and _is_at_once([one.line for one in assigned])
        for place, line in assigned:
            if pattern.search(line.text):
                heapq.heappush(left, (place, name))
            for inner in references(line.text):
                users.setdefault(inner, []).append((place, name, is_at_once))
    found: set[bytes] = set()
    while left:
        since, name = heapq.heappop(left)
        if name in found:
            continue
        found.add(name)
        for place, user, is_at_once in users.get(name, ()):
            if not is_at_once or since < place:
                heapq.heappush(left, (max(place, since), user))
    return frozenset(found)


def _is_at_once(assigned: Sequence[Line]) -> bool:
    """Tell whether a variable gets its values where they are written."""
    return assigned[0].operator in _AT_ONCE and all(
        line.kind is Kind.ASSIGNMENT and line.operator in (*_AT_ONCE, b"+=") for line in assigned
    )
