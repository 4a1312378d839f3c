"""`cuda_atomic.hpp`: libcu++'s atomics, beside CUDA's own headers."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
THREADS = 192


@pytest.fixture(scope="module")
def kernels(load_side, side):
    return load_side("cuda_atomic.cu", side)


def test_operations_on_integers(kernels) -> None:
    memory = np.array([0, 0, 0, -1, 0, 0, 0], np.int32)
    seen = np.full(THREADS, -1, np.int32)
    kernels.kernel("integers")[1, THREADS](memory, seen)
    odd = int(np.bitwise_xor.reduce(np.arange(THREADS)))
    assert memory.tolist() == [THREADS, -3 * (THREADS - 1), 3 * (THREADS - 1), 0, -1, odd, 7]


def test_sums_of_floats(kernels) -> None:
    memory, wide = np.zeros(1, np.float32), np.zeros(1)
    kernels.kernel("floats")[1, THREADS](memory, wide)
    assert memory[0] == THREADS / 2
    assert wide[0] == THREADS * (THREADS - 1) / 2


def test_each_thread_gets_a_ticket_of_its_own(kernels) -> None:
    out = np.zeros(THREADS + 1, np.uint32)
    kernels.kernel("tickets")[1, THREADS](out)
    assert sorted(out[:-1]) == list(range(5, 5 + THREADS))
    assert out[-1] == 5 + THREADS


def test_one_thread_wins_a_structure(kernels) -> None:
    memory, won = np.array([1, 2], np.int16), np.zeros(THREADS, np.int32)
    kernels.kernel("structures")[1, THREADS](memory, won)
    assert won.sum() == 1
    assert memory.tolist() == [int(won.argmax()) + 10, 4]


def test_a_flag_brings_the_data_of_another_block(kernels) -> None:
    data, flag, out = np.zeros(1, np.int32), np.zeros(1, np.uint32), np.zeros(1, np.int32)
    kernels.kernel("message")[2, 32](data, flag, out)
    assert out[0] == 42


def test_one_thread_finds_a_flag_clear(kernels) -> None:
    out = np.zeros(1, np.int32)
    kernels.kernel("first")[2, 64](out)
    assert out.tolist() == [1]
