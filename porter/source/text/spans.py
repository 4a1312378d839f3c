"""Spans of a file: merging them, and finding the offsets that they contain."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from tree_sitter import Node

Span = tuple[int, int]


class Spanned(Protocol):
    """Something that stands from an offset to another."""

    @property
    def start(self) -> int:
        """Offset of its first byte."""

    @property
    def end(self) -> int:
        """Offset behind its last byte."""


class Use(NamedTuple):
    """A name and where it stands.

    Attributes:
        start: offset of its first byte.
        end: offset behind its last byte.
        name: the name.
    """

    start: int
    end: int
    name: bytes

    @classmethod
    def at(cls, start: int, name: bytes) -> Use:
        """Return the use of `name` that begins at `start`."""
        return cls(start, start + len(name), name)


#: What a finding or an edit may be about.
Place: TypeAlias = "Span | Spanned | re.Match[bytes] | Node"

_BEYOND = 1 << 62


def span_of(place: Place) -> Span:
    """Return the span of something that has one: a span, a match, a node, a call, a directive."""
    found: Any = place
    if type(found) is tuple:
        return found[0], found[1]
    if isinstance(found, re.Match):
        return found.span()
    if hasattr(found, "start_byte"):
        return found.start_byte, found.end_byte
    return found.start, found.end


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the spans in order, those that overlap as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def holds(spans: Sequence[Span], offset: int) -> bool:
    """Tell whether one of `spans`, which are as `merged` returns them, holds `offset`."""
    at = bisect_right(spans, (offset, _BEYOND)) - 1
    return at >= 0 and offset < spans[at][1]
