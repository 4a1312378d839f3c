"""Numbers of which a case draws: those within limits, around what is usual."""

from __future__ import annotations

from collections.abc import Iterable

from porter.verify.drafting.space import Limits

#: Sizes around those of packets, warps, waves and blocks.
SIZES = (1, 7, 31, 32, 33, 64, 65, 129)
SMALL = (1, 2, 3)
EXTENTS = (16, 33, 64)
_MOST_IN_A_ROW = 8


def numbers_within(limits: Limits, usual: Iterable[int]) -> tuple[object, ...]:
    """Return numbers within limits: all where they are few, else usual ones among them.

    Args:
        limits: what is known of the number.
        usual: what is drawn where nothing else is known.
    """
    low, high, step = limits.low, limits.high, max(limits.multiple, 1)
    first = -(-max(low, 1) // step) * step
    if high is not None and (high - first) // step < _MOST_IN_A_ROW:
        return tuple(range(first, high + 1, step)) or (first,)
    found = dict.fromkeys(max(first, -(-one // step) * step) for one in usual)
    if step > 1:
        found |= dict.fromkeys((3 * step, 5 * step))
    return tuple(sorted(one for one in found if high is None or one <= high))
