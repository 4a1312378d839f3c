"""`block_votes.hpp`: kernels whose barriers vote, CUDA's and ported to both wave sizes."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
SHAPES = [(1, 1), (32, 1), (33, 1), (8, 8), (64, 1), (65, 1), (100, 3), (1024, 1)]


@pytest.fixture(scope="module")
def kernels(load_side, side):
    return load_side("block_votes.cu", side)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["all bits", "no bits", "last thread", "random"])
def test_votes(kernels, shape: tuple[int, int], kind: str) -> None:
    n = shape[0] * shape[1]
    value = np.random.default_rng(n).integers(-8, 8, n, dtype=np.int32)
    if kind != "random":
        value[:] = 7 if kind == "all bits" else 0
    if kind == "last thread":
        value[-1] = 7
    out = np.full((4, n), -1, np.int32)
    kernels.kernel("votes")[1, (*shape, 1)](value, out)
    expected = [(value & 1).any(), (value & 2).all(), (value & 4 != 0).sum(), (value >= 0).sum()]
    assert (out == np.array(expected, np.int32)[:, None]).all()


@pytest.mark.parametrize("threads", [1, 31, 32, 33, 64])
def test_bounded_blocks(kernels, threads: int) -> None:
    value = np.random.default_rng(threads).integers(0, 8, threads, dtype=np.int32)
    out = np.full((3, threads), -1, np.int32)
    kernels.kernel("bounded")[1, threads](value, out)
    expected = [(value & 1).any(), (value & 2 != 0).all(), (value & 4 != 0).sum()]
    assert (out == np.array(expected, np.int32)[:, None]).all()


@pytest.mark.parametrize("threads", [20, 64, 200])
def test_turns_of_a_loop(kernels, threads: int) -> None:
    value = np.random.default_rng(threads).integers(0, 9, threads, dtype=np.int32)
    out = np.zeros(threads, np.int32)
    kernels.kernel("turns")[1, threads](value, out)
    assert (out == value.max()).all()


@pytest.mark.parametrize("threads", [20, 64, 1024])
def test_orders_memory(kernels, threads: int) -> None:
    out = np.zeros(threads, np.int32)
    kernels.kernel("handed_over")[1, threads](out)
    assert (out == np.arange(threads)[::-1]).all()


@pytest.mark.parametrize("first", [1, 64, 70])
def test_wavefronts_that_ended(kernels, first: int) -> None:
    value = np.random.default_rng(first).integers(0, 2, 200, dtype=np.int32)
    out = np.full(200, -1, np.int32)
    kernels.kernel("without_the_first")[1, 200](value, first, out)
    assert (out[first:] == value[first:].sum()).all()


@pytest.mark.parametrize("threads", [30, 96])
def test_ptx(load, arch: str, threads: int) -> None:
    kernels = load("block_votes_ptx.cu", arch)
    for value in (np.ones(threads, np.int32), np.zeros(threads, np.int32)):
        for changed in (False, True):
            value[3] ^= changed
            out = np.zeros(threads, np.int32)
            kernels.kernel("by_ptx")[1, threads](value, out)
            expected = int(value.any()) | int(value.all()) << 1 | int(value.sum()) << 2
            assert (out == expected).all()
