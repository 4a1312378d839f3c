"""Loads, stores and atomics through buffer resources, whose bounds are checked word by word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "buffers.hip"
LANES = 128
#: The resource ends within the last word that is asked for; beyond the end lies memory of its own.
WORDS, BYTES = 200, 4 * 150 + 2
#: From the front over the end, and far beyond it, as CK marks what is out of range.
OFFSETS = np.arange(LANES, dtype=np.int32) * 5
FAR = np.where(OFFSETS % 3 == 0, OFFSETS, OFFSETS + np.int32(-(2**31))).astype(np.int32)


@pytest.fixture(scope="module")
def memory() -> np.ndarray:
    return np.arange(1, WORDS + 1, dtype=np.uint32) * np.uint32(0x01020304)


@pytest.fixture
def module(arch: str) -> Module:
    return Module.load(SOURCE, arch=arch)


def word(memory: np.ndarray, place: int, scalar: int, size: int = 4) -> int:
    if (place % 2**32) + size > BYTES - scalar:
        return 0
    start = place % 2**32 + scalar
    return int.from_bytes(memory.tobytes()[start : start + size], "little")


@pytest.mark.parametrize("scalar", [0, 8, 10_000])
@pytest.mark.parametrize("offsets", [OFFSETS, FAR], ids=["near", "far"])
def test_a_load_reads_nothing_beyond_the_end(
    module: Module, memory: np.ndarray, offsets: np.ndarray, scalar: int
) -> None:
    out = np.full((LANES, 5), 7, np.uint32)
    module.kernel("loads")[1, LANES](memory, np.int32(BYTES), offsets, np.int32(scalar), out)
    for lane, offset in enumerate(offsets.tolist()):
        words = [word(memory, offset + 4 * i, max(scalar, 0)) for i in range(4)]
        assert out[lane].tolist() == [*words, word(memory, offset, scalar, 2)]


def test_a_store_writes_nothing_beyond_the_end(module: Module) -> None:
    out = np.zeros(4 * LANES, np.uint32)
    offsets = np.arange(LANES, dtype=np.int32) * 16
    module.kernel("stores")[1, LANES](out, np.int32(16 * 100 + 8), offsets, np.int32(0))
    expected = (np.arange(LANES)[:, None] + np.arange(4) * 100).astype(np.uint32).ravel()
    expected[402:] = 0
    np.testing.assert_array_equal(out, expected)


def test_an_atomic_beyond_the_end_changes_nothing_and_finds_zero(module: Module) -> None:
    out, before = np.full(8, 2, np.float32), np.full(LANES, 7, np.float32)
    offsets = (np.arange(LANES, dtype=np.int32) % 8) * 4
    module.kernel("sums")[1, LANES](out, np.int32(16), offsets, before)
    np.testing.assert_array_equal(out, [2 + LANES / 8] * 4 + [2] * 4)
    assert set(before[offsets >= 16].tolist()) == {0}
    assert before[offsets < 16].min() == 2


@pytest.mark.parametrize("kernel", ["pointers", "copied"])
def test_a_resource_that_clang_makes_is_followed(
    module: Module, memory: np.ndarray, kernel: str
) -> None:
    out = np.zeros((LANES, 4), np.uint32)
    module.kernel(kernel)[1, LANES](memory, np.int32(BYTES), OFFSETS, out)
    expected = [[word(memory, o + 4 * i, 0) for i in range(4)] for o in OFFSETS.tolist()]
    np.testing.assert_array_equal(out, expected)


def test_a_load_to_lds_lays_the_lanes_side_by_side(memory: np.ndarray) -> None:
    out = np.zeros(LANES, np.uint32)
    module = Module.load(SOURCE, arch="gfx942")
    module.kernel("direct")[1, LANES](memory, np.int32(BYTES), OFFSETS, out)
    np.testing.assert_array_equal(out[::-1], [word(memory, o, 0) for o in OFFSETS.tolist()])


def test_assembly_loads_to_where_m0_says_in_lds(memory: np.ndarray) -> None:
    out = np.zeros((LANES, 2), np.uint32)
    module = Module.load(SOURCE, arch="gfx942")
    module.kernel("assembly")[1, LANES](memory, np.int32(BYTES), OFFSETS, out)
    assert out[::-1, 0].tolist() == [word(memory, o, 0) for o in OFFSETS.tolist()]
    assert out[::-1, 1].tolist() == [word(memory, 4 * (i % 64) + 4, 0) for i in range(LANES)]


def test_statements_of_assembly_that_only_advise_are_dropped(module: Module) -> None:
    out = np.zeros(LANES, np.uint32)
    module.kernel("hints")[1, LANES](out)
    np.testing.assert_array_equal(out, np.arange(LANES))


@pytest.mark.parametrize("is_brain", [0, 1], ids=["half", "bfloat16"])
def test_pairs_are_added_value_by_value(is_brain: int) -> None:
    out = np.zeros(2, np.uint32)
    Module.load(SOURCE, arch="gfx942").kernel("pairs")[1, 16](out, np.int32(is_brain))
    words = out.view(np.uint16)
    if is_brain:
        values = (words.astype(np.uint32) << 16).view(np.float32)
    else:
        values = words.view(np.float16).astype(np.float32)
    np.testing.assert_array_equal(values, [8, 56, 8, 64])
