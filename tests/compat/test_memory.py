"""`atomics_*.hpp`, `cache_hints.hpp`, `address_space.hpp` and `timing.hpp`."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("memory.cu", arch)


def test_sums_of_narrow_types_and_vectors(kernels) -> None:
    slot = np.random.default_rng(1).integers(0, 15, 1024, dtype=np.int32)
    count = np.bincount(slot, minlength=15).astype(np.float32)
    half, pair = np.zeros(15, np.float16), np.zeros((15, 2), np.float16)
    bfloat, bfloats = np.zeros(15, np.uint16), np.zeros((15, 2), np.uint16)
    two, four = np.zeros((15, 2), np.float32), np.zeros((15, 4), np.float32)
    kernels.kernel("sums")[4, 256](slot, half, pair, bfloat, bfloats, two, four)
    ones = count[:, None] * np.arange(1, 5)
    np.testing.assert_array_equal(half, count)
    np.testing.assert_array_equal(pair, ones[:, :2])
    np.testing.assert_array_equal((bfloat.astype(np.uint32) << 16).view(np.float32), count)
    wide = (bfloats.astype(np.uint32) << 16).view(np.float32)
    np.testing.assert_array_equal(wide, ones[:, :2])
    np.testing.assert_array_equal(two, ones[:, :2])
    np.testing.assert_array_equal(four, ones)


def test_compare_and_swap_of_16_bits(kernels) -> None:
    slot = np.random.default_rng(2).integers(0, 7, 1024, dtype=np.int32)
    count = np.zeros(7, np.uint16)
    kernels.kernel("counts")[4, 256](slot, count)
    np.testing.assert_array_equal(count, np.bincount(slot, minlength=7))


def test_atomics_of_block_scope(kernels) -> None:
    value = np.random.default_rng(3).integers(-(2**20), 2**20, 256, dtype=np.int32)
    out, ring = np.zeros(9, np.int32), np.array([0, 0, 0, 0], np.uint32)
    kernels.kernel("of_a_block")[1, 256](value, out, ring)
    assert out.tolist() == [
        value.sum(),
        -value.sum(),
        7,
        min(0, value.min()),
        max(0, value.max()),
        np.bitwise_and.reduce(value),
        np.bitwise_or.reduce(value),
        np.bitwise_xor.reduce(value),
        3,
    ]
    assert ring.tolist() == [256 % 10, (0 - 256) % 10, 256 % 100, (0 - 256) % 100]


def test_cache_operators_move_values_of_any_size(kernels) -> None:
    value = np.random.default_rng(4).random((64, 4)).astype(np.float32)
    small = np.arange(64, dtype=np.int16)
    pair = np.arange(128, dtype=np.uint16).reshape(64, 2)
    out, smaller, pairs = (
        np.zeros((64, 4, 4), np.float32),
        np.zeros_like(small),
        np.zeros_like(pair),
    )
    kernels.kernel("hinted")[1, 64](value, out, small, smaller, pair, pairs)
    expected = value.copy()
    expected[:, 0] += value[:, 0] + value[:, 0] + value[:, 0] + value[:, 0]
    np.testing.assert_allclose(out, np.repeat(expected[:, None], 4, 1), rtol=1e-6)
    np.testing.assert_array_equal(smaller, small)
    np.testing.assert_array_equal(pairs, pair)


def test_where_an_address_points(kernels) -> None:
    cells, out = np.zeros(1, np.int32), np.zeros((32, 4), np.uint32)
    through = np.zeros(32, np.int32)
    kernels.kernel("places")[1, 32](cells, out, through)
    assert out[:, :3].all()
    np.testing.assert_array_equal(out[:, 3], np.arange(32) * 4)
    np.testing.assert_array_equal(through, np.arange(32) * 3)
