"""Spans of a file: which offsets they hold, found without looking at each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

Span = tuple[int, int]

_BEYOND = 1 << 62


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
