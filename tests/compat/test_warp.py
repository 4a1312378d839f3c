"""`warp.hpp`, reached as a port reaches it: CUDA kernels are converted, compiled and run."""

from functools import reduce

import numpy as np
import pytest

from tests.compat.cuda_warp import bits_of, group, shuffled, taking_part

pytestmark = pytest.mark.toolchain
THREADS = 192
KINDS = ("index", "up", "down", "xor")
FULL = 0xFFFFFFFF


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("warp.cu", arch)


def random_masks(random: np.random.Generator, count: int, groups: int) -> np.ndarray:
    """Return a mask a thread: a warp's lanes form `groups` groups, and some stay out."""
    which = random.integers(0, groups + 1, count)
    mask = np.zeros(count, np.uint32)
    for first in range(0, count, 32):
        lanes = which[first : first + 32]
        for thread, own in enumerate(lanes):
            if own < groups:
                mask[first + thread] = sum(1 << int(i) for i in np.flatnonzero(lanes == own))
    return mask


def all_lanes(count: int = THREADS) -> np.ndarray:
    return np.full(count, FULL, np.uint32)


def values(random: np.random.Generator, dtype: str, count: int = THREADS) -> np.ndarray:
    raw = random.integers(0, 256, count * np.dtype(dtype).itemsize, dtype=np.uint8)
    return raw.view(dtype)


TYPES = {
    "int": "i4",
    "unsigned": "u4",
    "long_long": "i8",
    "float": "u4",
    "double": "u8",
    "half": "u2",
    "half2": "u4",
    "bfloat16": "u2",
    "short": "i2",
    "byte": "u1",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", TYPES)
def test_shuffle_of_every_type(kernels, name: str, kind: str) -> None:
    random = np.random.default_rng(1)
    value = values(random, TYPES[name])
    argument = random.integers(0, 32, THREADS, dtype=np.int32)
    out = np.zeros_like(value)
    kernels.kernel(f"shuffle_{name}")[2, 96](
        KINDS.index(kind), all_lanes(), value, argument, 32, out
    )
    expected, _ = shuffled(kind, all_lanes(), value, argument, 32, np.zeros_like(value))
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [1, 2, 4, 8, 16, 32])
def test_shuffle_in_segments(kernels, kind: str, width: int) -> None:
    """Any argument, negative and beyond the width included; lanes apart by random masks."""
    random = np.random.default_rng(width)
    for groups in (1, 1, 2, 5):
        value = random.integers(-1000, 1000, THREADS, dtype=np.int32)
        argument = random.integers(-70, 70, THREADS, dtype=np.int32)
        mask = random_masks(random, THREADS, groups)
        out = np.full(THREADS, -7777, np.int32)
        expected, defined = shuffled(kind, mask, value, argument, width, out)
        kernels.kernel("shuffle_int")[1, THREADS](
            KINDS.index(kind), mask, value, argument, width, out
        )
        np.testing.assert_array_equal(out[defined], expected[defined])


@pytest.mark.parametrize("groups", [1, 2, 6])
@pytest.mark.parametrize("threads", [192, 48, 80, 5])
def test_votes(kernels, groups: int, threads: int) -> None:
    random = np.random.default_rng(groups)
    for chance in (0.0, 0.1, 0.5, 1.0):
        mask = random_masks(random, threads, groups) if groups > 1 else all_lanes(threads)
        predicate = (random.random(threads) < chance).astype(np.int32) * 4
        ballot, active = np.zeros(threads, np.uint32), np.zeros(threads, np.uint32)
        any_, all_, uniform = (np.zeros(threads, np.int32) for _ in range(3))
        kernels.kernel("votes")[1, threads](mask, predicate, ballot, any_, all_, uniform, active)
        part = taking_part(mask)
        for thread in np.flatnonzero(part):
            mine = group(mask, thread)
            holds = predicate[mine] != 0
            assert ballot[thread] == bits_of(mine[holds])
            assert bool(any_[thread]) == holds.any()
            assert bool(all_[thread]) == holds.all()
            assert bool(uniform[thread]) == (holds.all() or not holds.any())
            # CUDA promises no more than that: the caller, and none of those that stayed out.
            first = thread - thread % 32
            together = bits_of(first + np.flatnonzero(part[first : first + 32]))
            assert int(active[thread]) & ~together == 0
            assert int(active[thread]) >> (int(thread) % 32) & 1


@pytest.mark.parametrize(
    ("name", "dtype"),
    [("int", "i4"), ("unsigned_long", "u8"), ("float", "f4"), ("double", "f8")],
)
@pytest.mark.parametrize("groups", [1, 3])
def test_match(kernels, name: str, dtype: str, groups: int) -> None:
    random = np.random.default_rng(3)
    for kinds in (1, 2, 7):
        mask = random_masks(random, THREADS, groups) if groups > 1 else all_lanes()
        choices = np.array([0, 3, 1 << 20, 5, 7, 9, 11], dtype)
        if dtype[0] == "f":
            choices[:3] = [0.0, -0.0, np.nan]
        value = choices[random.integers(0, kinds, THREADS)]
        any_, all_ = np.zeros(THREADS, np.uint32), np.zeros(THREADS, np.uint32)
        same = np.full(THREADS, -1, np.int32)
        kernels.kernel(f"match_{name}")[1, THREADS](mask, value, any_, all_, same)
        bits = value.view(f"u{np.dtype(dtype).itemsize}")
        for thread in np.flatnonzero(taking_part(mask)):
            mine = group(mask, thread)
            equal = mine[bits[mine] == bits[thread]]
            assert any_[thread] == bits_of(equal)
            assert bool(same[thread]) == (len(equal) == len(mine))
            assert all_[thread] == (mask[thread] if same[thread] else 0)


@pytest.mark.parametrize("groups", [1, 2, 8])
@pytest.mark.parametrize("threads", [192, 72])
def test_reductions(kernels, groups: int, threads: int) -> None:
    random = np.random.default_rng(groups)
    mask = random_masks(random, threads, groups) if groups > 1 else all_lanes(threads)
    value = random.integers(-(2**31), 2**31, threads, dtype=np.int64).astype(np.int32)
    out = np.zeros((threads, 8), np.int32)
    kernels.kernel("reductions")[1, threads](mask, value, out)
    for thread in np.flatnonzero(taking_part(mask)):
        mine = value[group(mask, thread)]
        bits = mine.view(np.uint32)
        assert list(out[thread].view(np.uint32)) == [
            np.uint32(int(bits.sum(dtype=np.uint64)) & FULL),
            *np.array([mine.min(), mine.max()]).view(np.uint32),
            bits.min(),
            bits.max(),
            reduce(np.bitwise_and, bits),
            reduce(np.bitwise_or, bits),
            reduce(np.bitwise_xor, bits),
        ]


def test_warps_of_one_wave_run_loops_of_different_length(kernels) -> None:
    value = np.arange(THREADS, dtype=np.int32)
    trips = np.array([3, 0, 7, 1, 2, 5], np.int32)
    out = np.zeros(THREADS, np.int32)
    kernels.kernel("loops")[1, THREADS](trips, value, out)
    sums = value.reshape(-1, 32).sum(1)
    expected = np.repeat([s * n * (n + 1) // 2 for s, n in zip(sums, trips, strict=True)], 32)
    np.testing.assert_array_equal(out, expected)


def test_exchange_through_shared_memory(kernels) -> None:
    value = np.arange(THREADS, dtype=np.int32)
    out = np.zeros(THREADS, np.int32)
    kernels.kernel("reversed")[2, 96](value, out)
    np.testing.assert_array_equal(out, value.reshape(-1, 32)[:, ::-1].ravel() + 4)


def test_a_value_that_is_unset_in_all_lanes_but_one(kernels) -> None:
    random = np.random.default_rng(5)
    wanted = (random.random(4 * THREADS) < 0.3).astype(np.int32)
    counter, slot = np.zeros(1, np.int32), np.full(4 * THREADS, -1, np.int32)
    kernels.kernel("aggregated")[4, THREADS](wanted, counter, slot)
    assert counter[0] == wanted.sum()
    assert sorted(slot[wanted == 1]) == list(range(wanted.sum()))
    assert (slot[wanted == 0] == -1).all()
