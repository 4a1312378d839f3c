"""`cuda_barrier.hpp` and `cuda_pipeline.hpp`, beside CUDA's own headers."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
THREADS = 256


@pytest.fixture(scope="module")
def kernels(load_side, side):
    return load_side("cuda_barrier.cu", side)


def _random(*shape: int) -> np.ndarray:
    return np.random.default_rng(4).integers(0, 1000, shape, dtype=np.int32)


@pytest.mark.parametrize("threads", [THREADS, 96])
def test_a_thread_sees_what_its_neighbour_wrote_before(kernels, threads: int) -> None:
    out = np.zeros(threads, np.int32)
    kernels.kernel("rounds")[1, threads](out, 5)
    assert out.tolist() == [5000 + (thread + 5) % threads for thread in range(threads)]


def test_as_shared_variables(kernels) -> None:
    out = np.zeros(THREADS, np.int32)
    kernels.kernel("as_variables")[1, THREADS](out)
    assert set(out) == {THREADS}


def test_threads_that_leave_are_not_waited_for(kernels) -> None:
    out = np.zeros(THREADS, np.int32)
    kernels.kernel("dropping")[1, THREADS](out, 4)
    assert set(out[: THREADS // 2]) == {THREADS + 3 * THREADS // 2}


def test_the_last_thread_completes_each_phase(kernels) -> None:
    out = np.zeros(THREADS, np.int32)
    kernels.kernel("completing")[1, THREADS](out)
    assert set(out) == {32}


def test_a_warp_of_32_lanes_has_a_barrier_of_its_own(kernels) -> None:
    out = np.full(THREADS, -1, np.int32)
    kernels.kernel("of_warps")[1, THREADS](out)
    warps = out.reshape(8, 32)
    assert (warps[::2] == -1).all()
    assert (warps[1::2] == np.arange(THREADS).reshape(8, 32)[1::2, ::-1]).all()


def test_copies_are_there_behind_the_barrier(kernels) -> None:
    data = _random(2, THREADS, 4).astype(np.float32)
    out = np.zeros_like(data)
    kernels.kernel("copy_with_barrier")[1, THREADS](data, out)
    assert (out == data[:, ::-1]).all()


def test_pipeline_of_a_thread(kernels) -> None:
    data, out = _random(7, THREADS), np.zeros(THREADS, np.int32)
    kernels.kernel("own_pipeline")[1, THREADS](data, out, 7)
    assert (out == data.sum(axis=0)[np.arange(THREADS) ^ 31]).all()


def test_pipeline_of_a_block(kernels) -> None:
    data, out = _random(8, THREADS), np.zeros(THREADS, np.int32)
    kernels.kernel("block_pipeline")[1, THREADS](data, out, 8)
    wanted = np.zeros(THREADS, np.int64)
    for tile in data:
        wanted = wanted * 3 + tile[::-1]
    assert (out == wanted.astype(np.int32)).all()


@pytest.mark.parametrize("by_role", [0, 1], ids=["by count", "by role"])
def test_pipeline_whose_threads_have_roles(kernels, by_role: int) -> None:
    tiles, threads = 5, 192
    data, out = _random(tiles, 64), np.zeros(threads, np.int32)
    kernels.kernel("parted_pipeline")[1, threads](data, out, tiles, by_role)
    for thread in range(64, threads):
        wanted = 0
        for value in np.roll(data, -(thread % 64), axis=1).flatten():
            wanted = (wanted * 3 + int(value)) & 0xFFFFFFFF
        assert int(out[thread]) & 0xFFFFFFFF == wanted
