"""`narrow_casts.hpp`: half and bfloat16 from each other, and from 64 bits, as CUDA does it."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


def to_bfloat16(values: np.ndarray) -> np.ndarray:
    """Return the bits of the bfloat16 next to finite float32 values, ties to even."""
    bits = values.view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def test_half_and_bfloat16_from_each_other(load_side, side) -> None:
    halves = np.random.default_rng(5).normal(0, 300, 768).astype(np.float16)
    halves[:4] = [np.inf, -np.inf, -0.0, 6e-8]
    narrow = to_bfloat16(np.random.default_rng(6).normal(0, 30, 768).astype(np.float32))
    from_half, from_narrow = np.zeros(768, np.uint16), np.zeros(768, np.float16)
    load_side("narrow_casts.cu", side).kernel("between")[3, 256](
        halves, narrow, from_half, from_narrow
    )
    assert (from_half == to_bfloat16(halves.astype(np.float32))).all()
    as_float = (narrow.astype(np.uint32) << 16).view(np.float32)
    assert (from_narrow == as_float.astype(np.float16)).all()


def test_integers_of_64_bits_are_rounded_once(load_side, side) -> None:
    numbers = np.random.default_rng(7).integers(-(2**62), 2**62, 768)
    numbers >>= np.random.default_rng(8).integers(0, 60, 768)
    # What float rounds to a tie of bfloat16, and bfloat16 alone to the number above it.
    numbers[0] = (0x101 << 32) + 1
    expected = np.array([nearest(int(number)) for number in numbers], np.uint16)
    of_template, by_name = np.zeros(768, np.uint16), np.zeros(768, np.uint16)
    other = np.zeros(768, np.float32)
    load_side("narrow_casts.cu", side).kernel("from_wide")[3, 256](
        numbers, of_template, by_name, other
    )
    assert (of_template == expected).all()
    assert (by_name == expected).all()
    assert (other == numbers.astype(np.float32)).all()


def nearest(number: int) -> int:
    """Return the bits of the bfloat16 next to an integer, ties to even, in exact arithmetic."""
    magnitude = abs(number)
    cut = max(magnitude.bit_length() - 8, 0)
    kept, rest = divmod(magnitude, 1 << cut)
    if 2 * rest > 1 << cut or (2 * rest == 1 << cut and kept % 2):
        kept += 1
    value = np.float32(kept) * np.float32(2) ** np.float32(cut)
    return int(np.array(value, np.float32).view(np.uint32) >> 16) | (0x8000 if number < 0 else 0)
