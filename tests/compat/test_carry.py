"""`ptx_carry.hpp`: a carry flag that one asm statement leaves to another, a thread each its own."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
THREADS = (32, 8)


def numbers(seed: int) -> np.ndarray:
    """Return numbers of four words, many of which are all ones or zero, so that carries go far."""
    random = np.random.default_rng(seed)
    words = random.integers(0, 2**64, (256, 4), dtype=np.uint64)
    ends = np.array([0, 1, 2**64 - 1, 2**64 - 2], np.uint64)[random.integers(0, 4, (256, 4))]
    return np.where(random.integers(0, 4, (256, 4)) > 0, ends, words)


def test_carries_and_borrows_of_wide_numbers(load, arch) -> None:
    a, b = numbers(1), numbers(2)
    out = np.zeros((256, 4), np.uint64)
    load("carry.cu", arch).kernel("wide")[1, THREADS](a, b, out)
    for thread in range(256):
        x, y = (int.from_bytes(one[thread].tobytes(), "little") for one in (a, b))
        expected = (x - y if thread % 32 % 2 else x + y) % 2**256
        assert int.from_bytes(out[thread].tobytes(), "little") == expected, thread
