"""How near to what is allowed two results come, for each type of number, and who allows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Bound(NamedTuple):
    """The element of one type that comes nearest to what is allowed, or is furthest beyond.

    Attributes:
        dtype: the type, or "printed" for numbers in texts.
        share: its difference as a share of what is allowed there; infinite where nothing is.
        error: its difference.
        allowed: what is allowed there.
        origin: where that comes from.
    """

    dtype: str
    share: float
    error: float
    allowed: float
    origin: str

    def __str__(self) -> str:
        if not self.error:
            return f"{self.dtype}: no difference (allowed: {self.origin})"
        return (
            f"{self.dtype}: at most {self.share:.3g} of what is allowed "
            f"({self.error:.3g} of {self.allowed:.3g}: {self.origin})"
        )


def bound(dtype: str, error: float, allowed: float, origin: str) -> Bound:
    """Return the bound of an element with its share."""
    share = error / allowed if allowed else (float("inf") if error else 0.0)
    return Bound(dtype, share, error, allowed, origin)


def nearest(bounds: Iterable[Bound]) -> tuple[Bound, ...]:
    """Return of each type the bound with the largest share, by type."""
    found: dict[str, Bound] = {}
    for one in bounds:
        if one.dtype not in found or one.share > found[one.dtype].share:
            found[one.dtype] = one
    return tuple(found[dtype] for dtype in sorted(found))
