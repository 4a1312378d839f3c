"""Barriers, LDS, atomics, grids: what the work-items of a block and of a grid do together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "blocks.hip"


@pytest.fixture
def module(arch: str) -> Module:
    return Module.load(SOURCE, arch=arch)


def test_dynamic_lds_and_a_barrier(module: Module) -> None:
    x = np.arange(1000, dtype=np.float32)
    out = np.zeros_like(x)
    module.kernel("reverse")[10, 100, 400](x, out)
    assert (out.reshape(10, 100) == x.reshape(10, 100)[:, ::-1]).all()


def test_barriers_in_a_loop(module: Module) -> None:
    x = np.random.default_rng(1).integers(0, 100, (64, 256)).astype(np.float32)
    out = np.zeros(64, np.float32)
    module.kernel("tree_sum")[64, 256](x, out)
    assert (out == x.sum(axis=1)).all()


def test_votes_of_a_block(module: Module) -> None:
    out = np.zeros(64, np.int32)
    module.kernel("block_votes")[1, 64](out)
    assert (out == 42).all()


def test_a_barrier_does_not_wait_for_work_items_that_have_returned(module: Module) -> None:
    out = np.full(256, -1, np.int32)
    module.kernel("early_return")[1, 256](out, 200)
    assert (out[:200] == np.arange(200)[::-1]).all() and (out[200:] == -1).all()


def test_atomics_in_lds_and_in_memory(module: Module) -> None:
    x = np.random.default_rng(2).integers(0, 256, 50_000).astype(np.uint8)
    bins = np.zeros(256, np.uint32)
    module.kernel("histogram")[16, 256](x, x.size, bins)
    assert (bins == np.bincount(x, minlength=256)).all()


def test_atomics_of_many_blocks(module: Module) -> None:
    total, wide, most = np.zeros(1, np.float32), np.zeros(1), np.zeros(1, np.int32)
    module.kernel("float_atomics")[300, 256](total, wide, most)
    assert (total[0], wide[0], most[0]) == (76_800, 38_400, 76_799)


def test_atomics_of_all_scopes(module: Module) -> None:
    counts, own = np.zeros(5, np.int32), np.zeros((50, 2), np.int32)
    values, wide = np.array([0, 0, 0xFFFFFFFF, 0, 0], np.uint32), np.zeros(2, np.uint64)
    module.kernel("scopes")[50, 128](counts, own, values, wide)
    assert counts.tolist() == [6400] * 3 + [-6400, -6399]
    assert (own == 128).all()
    assert values.tolist() == [0, 0xFFFFFFFF, 0, 0, 0]
    assert wide.tolist() == [6399 << 33, 19200]


def test_a_lock_that_lanes_of_one_wave_want(module: Module) -> None:
    count = np.zeros(1, np.int32)
    module.kernel("locked")[8, 128](count)
    assert count[0] == 1024


def test_blocks_that_wait_for_earlier_blocks(module: Module) -> None:
    ready, order = np.zeros((2, 200), np.int32)
    module.kernel("chain")[200, 64](ready, order)
    assert (order == np.arange(1, 201)).all()


def test_blocks_that_wait_for_later_blocks(module: Module) -> None:
    arrived, out = np.zeros(1, np.int32), np.zeros((20, 64), np.int32)
    module.kernel("meeting")[20, 64](arrived, out)
    assert (out == 20).all()


def test_lanes_wait_for_a_lane_that_spins_however_long(module: Module) -> None:
    ready, out = np.zeros(60, np.int32), np.zeros((60, module.wave_size), np.int32)
    module.kernel("patient")[60, module.wave_size](ready, out)
    assert (out == module.wave_size).all()


def test_grid_synchronisation(module: Module) -> None:
    a, b = np.zeros((2, 512), np.int32)
    module.kernel("rotate")[8, 64](a, b, 512)
    assert (a == np.arange(512) + 1).all()


def test_tiles(module: Module) -> None:
    out = np.zeros(64, np.int32)
    module.kernel("tiles")[1, 64](out)
    assert (out.reshape(4, 16) == np.arange(64).reshape(4, 16).sum(axis=1)[:, None]).all()


def test_warp_synchronous_code_on_volatile_lds(module: Module) -> None:
    out = np.zeros(1, np.float32)
    module.kernel("lockstep")[1, 32](out)
    assert out[0] == 32 * 31 / 2


def test_three_dimensions(module: Module) -> None:
    out = np.zeros((24, 30), np.int32)
    module.kernel("indices")[(4, 3, 2), (5, 3, 2)](out)
    assert (out == np.arange(24)[:, None] * 1000 + np.arange(30)).all()


def test_calls_through_pointers_and_recursion(module: Module) -> None:
    out = np.zeros(64, np.int32)
    module.kernel("calls")[1, 64](out)
    t = np.arange(64)
    fibonacci = np.array([0, 1, 1, 2, 3, 5, 8, 13, 21, 34])[t % 10]
    assert (out == np.where(t & 1, t * t, t) + t + 1 + (t & 1) + fibonacci).all()


def test_a_vote_at_the_bottom_of_a_recursion(module: Module) -> None:
    out = np.zeros(module.wave_size, np.int32)
    module.kernel("recursive_vote")[1, module.wave_size](out, 5)
    assert (out == module.wave_size).all()


def test_half_and_bfloat16(module: Module) -> None:
    x = np.random.default_rng(3).standard_normal(256).astype(np.float32)
    halves, brains = np.zeros((2, 256), np.float32)
    module.kernel("narrow")[1, 256](x, halves, brains)
    assert (halves == (x.astype(np.float16) * np.float16(3)).astype(np.float32)).all()
    words = x.view(np.uint32)
    rounded = ((words + 0x7FFF + (words >> 16 & 1)) & 0xFFFF0000).view(np.float32)
    assert (brains == rounded).all()


def nearest(values: np.ndarray, mantissa_bits: int, least: int, most: float) -> np.ndarray:
    """Round to a floating-point format without infinities; `least` is its smallest exponent."""
    exponent = np.maximum(np.frexp(np.abs(values))[1] - 1, least)
    step = np.ldexp(1.0, exponent - mantissa_bits)
    return np.clip(np.rint(values / step) * step, -most, most)


def test_eight_bit_floating_point(module: Module) -> None:
    x = np.random.default_rng(4).standard_normal(1024).astype(np.float32)
    x *= np.exp2(np.random.default_rng(5).integers(-20, 18, 1024)).astype(np.float32)
    x[:3] = 0, -0.0, 2**-30
    e4m3, e5m2 = np.ones((2, 1024), np.float32)
    module.kernel("eight_bits")[4, 256](x, e4m3, e5m2)
    assert (e4m3 == nearest(x, 3, -7, 240)).all()
    assert (e5m2 == nearest(x, 2, -15, 57344)).all()


def test_an_aggregate_by_value(module: Module) -> None:
    pair = np.array((0.5, 7), dtype=[("scale", np.float32), ("offset", np.int32)])
    out = np.zeros(32, np.float32)
    module.kernel("aggregate")[1, 32](out, pair, np.uint8(200))
    assert (out == np.arange(32) * 0.5 + 207).all()


def test_lds_of_functions_that_several_kernels_call(module: Module) -> None:
    """All arrays of the file together would not fit; those of a kernel do, and are apart."""
    x = np.arange(128, dtype=np.int32)
    for count in range(1, 7):
        data = x.copy()
        module.kernel(f"shift<{count}>")[1, 128](data)
        assert (data == np.roll(x, -count)).all()
    for count in (1, 3, 5):
        data = x.copy()
        module.kernel(f"shift_on<{count}>")[1, 128](data)
        assert (data == np.roll(x, -count) + 100 * np.roll(x, -count - 1)).all()
