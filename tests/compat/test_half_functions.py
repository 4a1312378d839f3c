"""`half_functions.hpp`: half and bfloat16 given to functions of `<cmath>`, as with CUDA."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


def kinds(values: np.ndarray) -> np.ndarray:
    """Return what `classified` makes of each value."""
    flags = (np.isfinite, np.isnan, np.isinf, np.signbit)
    return sum(flag(values) * (1 << bit) for bit, flag in enumerate(flags))


def computed(values: np.ndarray) -> np.ndarray:
    """Return what `computed` makes of each value."""
    size = np.abs(values)
    return np.sqrt(size) + np.exp(-size) + np.floor(values)


def test_halves_are_floats_to_functions_of_one_argument(load_side, side) -> None:
    halves = np.random.default_rng(9).normal(0, 20, 64).astype(np.float16)
    halves[:4] = [np.inf, -np.inf, np.nan, -0.0]
    narrow = (np.random.default_rng(10).normal(0, 20, 64).astype(np.float32).view(np.uint32)) >> 16
    narrow[:3] = [0x7F80, 0xFF80, 0x7FC0]
    of_kind, values = np.zeros(64, np.int32), np.zeros((64, 2), np.float32)
    load_side("half_functions.cu", side).kernel("functions")[1, 64](
        halves, narrow.astype(np.uint16), of_kind, values
    )
    floats = (narrow << 16).astype(np.uint32).view(np.float32)
    assert (of_kind == kinds(halves) + 16 * kinds(floats)).all()
    np.testing.assert_allclose(values[4:, 0], computed(halves[4:].astype(np.float32)), rtol=1e-6)
    np.testing.assert_allclose(values[4:, 1], computed(floats[4:]), rtol=1e-6)
