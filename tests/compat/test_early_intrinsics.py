"""`early_intrinsics.hpp`: products and conversions, against Python's integers."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
THREADS = 64


def test_each_function(load, arch) -> None:
    random = np.random.default_rng(7)
    a, b = random.integers(-(2**31), 2**31, (2, THREADS), dtype=np.int64).astype(np.int32)
    out = np.zeros(THREADS * 8, np.int32)
    load("early.cu", arch).kernel("early")[1, THREADS](a, b, out)
    for x, y, found in zip(a.tolist(), b.tolist(), out.reshape(THREADS, 8).tolist(), strict=True):
        expected = [
            x * y >> 32,
            (x % 2**32) * (y % 2**32) >> 32,
            x * y,
            (x & 0xFFF) * (y & 0xFFF),
            x & 0x3FFFFFFF,
            (x & 0xFFFF) // 7,
            (y & 0xFFFF) // 7,
            (x & 0xFFF) * 3,
        ]
        assert [value % 2**32 for value in found] == [value % 2**32 for value in expected]
