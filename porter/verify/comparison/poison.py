"""Fills outputs before a run with a pattern that shows elements that are never written."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

#: 16-bit words that fill memory: quiet NaN in float16, bfloat16, float32 and float64. Two of them:
#: an element that keeps the first in one run and the second in another was not written.
PATTERNS = (0xFFFB, 0x7FFD)


def environment(pattern: int) -> dict[str, str]:
    """Return the variables by which the cpu executor fills device memory with a pattern."""
    return {"PORTER_CPU_FILL": f"{pattern:04x}"}


def poison(array: Array, pattern: int = PATTERNS[0]) -> None:
    """Fill an array in place.

    Args:
        array: C-contiguous, any type; 1-byte elements get the low byte of the pattern.
        pattern: a 16-bit word.
    """
    raw = array.reshape(-1).view(np.uint8)
    if array.dtype.itemsize == 1:
        raw[:] = pattern & 0xFF
    else:
        raw.view("<u2")[:] = pattern


def unwritten(array: Array, pattern: int = PATTERNS[0]) -> NDArray[np.bool_]:
    """Return which elements still hold the pattern; of 1-byte elements one in 256 does by chance.

    Returns:
        A mask of the array's shape.
    """
    filled = np.empty(1, array.dtype)
    poison(filled, pattern)
    size = array.dtype.itemsize
    raw = np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(-1, size)
    same = (raw == filled.view(np.uint8)).all(axis=1)
    return np.asarray(same.reshape(array.shape))
