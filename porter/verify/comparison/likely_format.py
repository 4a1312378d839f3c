"""Guesses the number format of an untyped buffer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from porter.verify.comparison.formats import decode, named

#: Tried in this order; the first wins a tie. float16 and bfloat16 are hard to tell apart, and a
#: difference in the last bits is one in both.
_FORMATS = ("float16", "bfloat16", "float32", "float64")
#: Sizes that results of computations mostly have.
_SMALLEST, _LARGEST = 2.0**-20, 2.0**20
#: Of bits that are no such numbers at most two thirds look like some.
_ENOUGH = 0.9
_EXAMINED = 1 << 16


def likely_formats(content: NDArray[np.uint8]) -> tuple[str, ...]:
    """Return the floating-point formats that a buffer's elements may have, the likeliest first.

    Args:
        content: the bytes; zeros and NaN, which memory is filled with, say nothing.

    Returns:
        Names of `formats.FORMATS`; more than one for few elements, or for sums of short numbers in
        float32; none when the bytes look like no numbers.
    """
    if _are_integers(content):
        return ()
    shares = {name: _share(content, name) for name in _FORMATS}
    likely = [name for name in _FORMATS if shares[name] > _ENOUGH]
    return tuple(sorted(likely, key=lambda name: -shares[name]))


def looks_like(content: NDArray[np.uint8], name: str) -> bool:
    """Whether nearly all elements look like numbers in a format: bits kept as integers may be."""
    return _share(content, name) > _ENOUGH


def _share(content: NDArray[np.uint8], name: str) -> float:
    """Return which share of the elements has the size of a number; 0 when none says anything."""
    format_ = named(name)
    size = format_.storage.itemsize
    whole = content[: min(len(content), _EXAMINED) // size * size]
    with np.errstate(invalid="ignore"):  # signalling NaN
        values = np.abs(decode(whole.copy().view(format_.storage), format_))
    telling = values[(values != 0) & ~np.isnan(values)]
    if not len(telling):
        return 0.0
    return float(((telling >= _SMALLEST) & (telling <= _LARGEST)).mean())


def _are_integers(content: NDArray[np.uint8]) -> bool:
    """Whether most words are small integers, or addresses: halves of those look like float16."""
    examined = content[:_EXAMINED]
    words = examined[: len(examined) // 4 * 4].copy().view(np.int32)
    words = words[words != 0]
    pairs = examined[: len(examined) // 8 * 8].copy().view(np.uint64)
    small = len(words) > 0 and float((np.abs(words.astype(np.int64)) < 1 << 20).mean()) > _ENOUGH
    return small or (len(pairs) > 0 and float((pairs >> np.uint64(46) == 1).mean()) > _ENOUGH)
