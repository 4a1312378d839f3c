"""Exchanges between lanes whose distance is known when the code is compiled."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
THREADS = 192
LANES = np.arange(THREADS)
TYPES = {"int": "i4", "long": "i8", "double": "u8", "half": "u2", "byte": "u1"}
#: Distance and width of each row of the results.
FLIPS = [(1, 32), (2, 32), (4, 32), (8, 32), (16, 32), (31, 32), (1, 8), (4, 8), (8, 8), (16, 8)]


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("known_flips.cu", arch)


def flipped(value: np.ndarray) -> np.ndarray:
    """Return what each row holds: the other lane's, or its own past its segment."""
    rows = []
    for by, width in FLIPS:
        last = LANES | (width - 1)
        rows.append(value[np.where(LANES ^ by > last, LANES, LANES ^ by)])
    return np.array(rows)


@pytest.mark.parametrize("name", TYPES)
def test_shuffles(kernels, name: str) -> None:
    size = np.dtype(TYPES[name]).itemsize
    raw = np.random.default_rng(size).integers(0, 256, THREADS * size, dtype=np.uint8)
    value = raw.view(TYPES[name])
    out = np.zeros((len(FLIPS), THREADS), value.dtype)
    kernels.kernel(f"flips_of_{name}")[1, THREADS](value, out)
    np.testing.assert_array_equal(out, flipped(value))


def test_butterflies_of_ptx(kernels) -> None:
    value = np.random.default_rng(1).integers(-(2**31), 2**31, THREADS, dtype=np.int32)
    out = np.zeros((len(FLIPS), THREADS), np.int32)
    kernels.kernel("butterflies")[1, THREADS](value, out)
    np.testing.assert_array_equal(out, flipped(value))


@pytest.mark.parametrize("size", [32, 8])
def test_sums_keep_their_order(kernels, size: int) -> None:
    value = np.random.default_rng(size).normal(size=THREADS).astype(np.float32) ** 5
    expected = value.copy()
    by = size // 2
    while by:
        expected = expected + expected[LANES ^ by]
        by //= 2
    out = np.zeros((2, THREADS), np.float32)
    kernels.kernel(f"sums_of_{size}")[1, THREADS](value, out)
    assert (out == expected).all()


def test_ballots_of_tiles(kernels) -> None:
    value = np.random.default_rng(2).integers(0, 2, THREADS, dtype=np.int32)
    out = np.zeros((2, THREADS), np.uint32)
    kernels.kernel("ballots")[1, THREADS](value, out)
    for row, size in zip(out, (8, 32), strict=True):
        tiles = value.reshape(-1, size).astype(np.uint64) << np.arange(size, dtype=np.uint64)
        assert (row == np.repeat(tiles.sum(1), size)).all()
