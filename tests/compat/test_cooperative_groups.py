"""`cooperative_groups*.hpp`, against groups that are lists of threads."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

pytestmark = pytest.mark.toolchain
THREADS = 192
NUMBERS = 22
PROGRAM = Path(__file__).parent / "programs" / "wide_tiles.cu"
#: Of what an H100 prints: nvcc 13.0, -arch=sm_90.
RECORDED = "0f8f807c33809089768393ae0049814620f41862617f2da311e0f93b2253783f"


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("cooperative_groups.cu", arch)


def expected(members: list[int], me: int, meta: tuple[int, int], value: np.ndarray) -> list[int]:
    """Return the numbers that `describe` writes for the thread `me` of a group.

    Args:
        members: the group's threads, in the order of their ranks.
        me: one of them.
        meta: rank of the group, and how many there are.
        value: each thread's value.
    """
    mine = [int(value[thread]) for thread in members]
    rank, own = members.index(me), int(value[me])

    def mask(bits) -> int:
        number = sum(1 << i for i, bit in enumerate(bits) if bit)
        return number - (1 << 32) if number >> 31 else number

    same = len(set(mine)) == 1
    return [
        len(mine),
        len(mine),
        rank,
        *meta,
        mine[-1],
        mine[rank - 1] if rank else own,
        mine[rank + 2] if rank + 2 < len(mine) else own,
        any(v > 2 for v in mine),
        all(v > 2 for v in mine),
        mask(v > 2 for v in mine),
        mask(v == own for v in mine),
        mask([1] * len(mine)) if same else 0,
        same,
        sum(mine),
        min(mine),
        max(mine),
        int(np.bitwise_xor.reduce(mine)),
        max(mine),
        sum(mine[: rank + 1]),
        sum(mine[:rank]),
        max(mine[: rank + 1]),
    ]


def check(out: np.ndarray, groups, value: np.ndarray) -> None:
    """Compare what the kernel wrote; `groups` has (members, rank of the group, how many)."""
    named = set()
    for members, rank, count in groups:
        for me in members:
            assert out[me].tolist() == expected(members, me, (rank, count), value), me
            named.add(me)
    rest = [thread for thread in range(len(out)) if thread not in named]
    assert not out[rest].any()


def warps(threads: int, wanted: np.ndarray | None = None) -> list[list[int]]:
    """Return the threads of each warp that want to take part, warps without any left out."""
    lists = [
        [t for t in range(first, min(first + 32, threads)) if wanted is None or wanted[t]]
        for first in range(0, threads, 32)
    ]
    return [members for members in lists if members]


def numbers(seed: int, threads: int = THREADS) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    value = random.integers(0, 12, threads, dtype=np.int32)
    value[32:64] = 5
    return value, np.zeros((threads, NUMBERS), np.int32)


def some(seed: int, chance: float, threads: int = THREADS) -> np.ndarray:
    wanted = (np.random.default_rng(seed).random(threads) < chance).astype(np.int32)
    wanted[32:64] = 1
    return wanted


@pytest.mark.parametrize("size", [1, 2, 4, 8, 16, 32])
@pytest.mark.parametrize("threads", [192, 96])
def test_tiles(kernels, size: int, threads: int) -> None:
    value, out = numbers(size, threads)
    kernels.kernel("tiles")[1, threads](size, value, out)
    count = threads // size
    check(out, [(list(range(i * size, i * size + size)), i, count) for i in range(count)], value)


def test_tiles_of_tiles(kernels) -> None:
    value, out = numbers(1)
    kernels.kernel("tiles_of_tiles")[1, THREADS](value, out)
    groups = [(list(range(i, i + 8)), i // 8 % 4, 4) for i in range(0, THREADS, 8)]
    check(out, groups, value)


@pytest.mark.parametrize("chance", [0.02, 0.5, 1.0])
def test_coalesced_threads(kernels, chance: float) -> None:
    value, out = numbers(2)
    wanted = some(3, chance)
    kernels.kernel("coalesced")[1, THREADS](wanted, value, out)
    check(out, [(members, 0, 1) for members in warps(THREADS, wanted)], value)


@pytest.mark.parametrize("chance", [0.1, 0.7, 1.0])
def test_runs_of_coalesced_threads(kernels, chance: float) -> None:
    value, out = numbers(4)
    wanted = some(5, chance)
    kernels.kernel("runs")[1, THREADS](wanted, value, out)
    groups = []
    for members in warps(THREADS, wanted):
        parts = [members[i : i + 4] for i in range(0, len(members), 4)]
        groups += [(part, i, len(parts)) for i, part in enumerate(parts)]
    check(out, groups, value)


def test_labeled_partition(kernels) -> None:
    value, out = numbers(6)
    wanted = some(7, 0.8)
    label = np.random.default_rng(8).integers(-1, 4, THREADS, dtype=np.int32)
    kernels.kernel("labeled")[1, THREADS](wanted, label, value, out)
    groups = []
    for members in warps(THREADS, wanted):
        labels = list(dict.fromkeys(label[t] for t in members))
        groups += [
            ([t for t in members if label[t] == own], i, len(labels))
            for i, own in enumerate(labels)
        ]
    check(out, groups, value)


def test_binary_partition(kernels) -> None:
    value, out = numbers(9)
    label = np.random.default_rng(10).integers(0, 2, THREADS, dtype=np.int32)
    label[:16] = 1
    kernels.kernel("halves")[1, THREADS](label, value, out)
    groups = []
    for first in range(0, THREADS, 16):
        members = list(range(first, first + 16))
        parts = [[t for t in members if label[t] == which] for which in (0, 1)]
        if all(parts):
            groups += [(part, which, 2) for which, part in enumerate(parts)]
        else:
            groups.append((members, 0, 1))
    check(out, groups, value)


def test_sums_of_floats_are_made_in_cudas_order(kernels) -> None:
    """Halving distances for whole warps, doubling ones for scans and for other groups."""
    random = np.random.default_rng(11)
    value = (random.standard_normal(THREADS) * 10.0 ** random.integers(-4, 5, THREADS)).astype("f4")
    wanted = some(12, 0.6)
    out = np.zeros((THREADS, 4), np.float32)
    kernels.kernel("float_sums")[1, THREADS](wanted, value, out)
    for members in warps(THREADS):
        total = value[members]
        for distance in (16, 8, 4, 2, 1):
            total = total + total[np.arange(32) ^ distance]
        np.testing.assert_array_equal(out[members, 0], total)
        np.testing.assert_array_equal(out[members, 1], prefix(value[members]))
    for members in warps(THREADS, wanted):
        sums = prefix(value[members])
        if len(members) < 32:
            np.testing.assert_array_equal(out[members, 2], np.full(len(members), sums[-1]))
        np.testing.assert_array_equal(out[members, 3], np.concatenate([[0], sums[:-1]]))


def prefix(value: np.ndarray) -> np.ndarray:
    distance = 1
    while distance < len(value):
        value = np.concatenate([value[:distance], value[distance:] + value[:-distance]])
        distance *= 2
    return value


def test_a_group_of_a_kind_that_is_not_known(kernels) -> None:
    value = np.arange(256, dtype=np.int32)
    of_block, of_tiles = np.zeros(1, np.int32), np.zeros(16, np.int32)
    kernels.kernel("any_group")[1, 256](value, of_block, of_tiles)
    assert of_block[0] == value.sum()
    np.testing.assert_array_equal(of_tiles, value.reshape(16, 16).sum(1))


@pytest.mark.parametrize("count", [128, 126, 97])
def test_memcpy_async(kernels, count: int) -> None:
    source = np.arange(128, dtype=np.float16)
    out = np.zeros(128, np.float16)
    kernels.kernel("fetched")[1, 128](source, out, count * 2)
    there = np.arange(128) ^ 1
    copied = there < count
    np.testing.assert_array_equal(out[copied], source[there][copied])


def test_one_atomic_a_group(kernels) -> None:
    wanted = some(13, 0.4, 4 * THREADS)
    counter, slot = np.zeros(1, np.int32), np.full(4 * THREADS, -1, np.int32)
    kernels.kernel("slots")[4, THREADS](wanted, counter, slot)
    assert counter[0] == wanted.sum()
    assert sorted(slot[wanted == 1]) == list(range(wanted.sum()))


@pytest.mark.parametrize("size", [64, 128, 256])
def test_tiles_of_several_warps(kernels, size: int) -> None:
    value, _ = numbers(9, 512)
    value[3] = 11
    out = np.zeros((512, 12), np.int32)
    kernels.kernel("wide_tiles")[1, 512](size, 12, value, out)
    for first in range(0, 512, size):
        mine = value[first : first + size]
        sums = np.cumsum(mine)
        for rank in range(size):
            place = [size, size, rank, first // size, 512 // size, mine[-1]]
            votes = [(mine > 2).any(), (mine > 2).all(), mine.sum(), mine.max()]
            wanted = [*place, *votes, sums[rank], sums[rank] - mine[rank]]
            assert out[first + rank].tolist() == wanted, first + rank


def test_tiles_of_several_warps_meet_alone(kernels) -> None:
    rounds = np.arange(8, dtype=np.int32)
    out = np.zeros(512, np.int32)
    kernels.kernel("wide_tiles_apart")[1, 512](rounds, out)
    wanted = np.arange(512)
    for tile, turns in enumerate(rounds):
        part = wanted[tile * 64 : tile * 64 + 64]
        for _ in range(turns):
            part += np.roll(part, -1)
        part += 1000000 * (tile % 4) + 10000000 * 4
    assert (out == wanted).all()


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_sums_over_tiles_are_those_of_the_gpu(tmp_path: Path, arch: str) -> None:
    port = tmp_path / "port"
    write_port([PROGRAM], Options(), Destination(OutputMode.OUT, port))
    printed = cpu.build(port / PROGRAM.name, arch=arch).run(timeout=120).stdout
    assert hashlib.sha256(printed.encode()).hexdigest() == RECORDED
