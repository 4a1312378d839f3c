"""Lanes of a wave talk to each other, at both wave sizes, with NumPy as the reference."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "cross_lane.hip"


@pytest.fixture
def module(arch: str) -> Module:
    return Module.load(SOURCE, arch=arch)


def run(module: Module, name: str, rows: int, dtype: type = np.int32) -> np.ndarray:
    out = np.zeros((rows, module.wave_size), dtype)
    module.kernel(name)[1, module.wave_size](out)
    return out


def test_wave_size_is_the_architecture_s(arch: str, module: Module) -> None:
    assert module.wave_size == {"gfx942": 64, "gfx1100": 32}[arch]


def test_shuffles(module: Module) -> None:
    lane = np.arange(module.wave_size)
    direct, up, down, xor = run(module, "shuffles", 4)
    assert (direct == (lane + 3) % module.wave_size * 10).all()
    assert (up == np.where(lane % 16 >= 2, lane - 2, lane)).all()
    assert (down == np.where(lane % 16 < 14, lane + 2, lane)).all()
    assert (xor == lane ^ 5).all()


def test_shuffle_of_64_bit_values(module: Module) -> None:
    (out,) = run(module, "wide", 1, np.float64)
    assert (out == (np.arange(module.wave_size) ^ 1) * 0.1).all()


def test_ballots_see_only_the_lanes_of_their_branch(module: Module) -> None:
    ballots = np.zeros(module.wave_size, np.uint64)
    any_all = np.zeros(module.wave_size, np.int32)
    module.kernel("votes")[1, module.wave_size](ballots, any_all)
    lanes = range(module.wave_size)
    thirds = sum(1 << i for i in lanes if i % 3 == 0 and i & 1)
    others = sum(1 << i for i in lanes if i % 3)
    assert [int(b) for b in ballots] == [thirds if i % 3 == 0 else others for i in lanes]
    assert (any_all == 3).all()


def test_lanes_leave_a_loop_one_after_another(module: Module) -> None:
    (out,) = run(module, "shrinking_loop", 1)
    turns = np.arange(module.wave_size) % 5
    expected = [sum(int((turns >= i).sum()) for i in range(t + 1)) for t in turns]
    assert out.tolist() == expected


def in_lockstep(lanes: int) -> list[int]:
    """What `nested` computes when the lanes of each branch run together."""
    sums, gone = [0] * lanes, set()
    for i in range(4):
        alive = [lane for lane in range(lanes) if lane not in gone]
        inside = [lane for lane in alive if lane >> i & 1]
        outside = [lane for lane in alive if not lane >> i & 1]
        for j in range(8):
            votes = sum(j <= lane % 7 for lane in inside)
            for lane in inside:
                sums[lane] += votes
            inside = [lane for lane in inside if j < lane % 7]
            shuffling = [lane for lane in inside if (lane + j) % 5 != 4]
            for lane in shuffling:
                sums[lane] += shuffling[0]
        for lane in outside:
            sums[lane] += 1000 * len(outside)
        gone |= {lane for lane in outside if lane == 5}
    return sums


def test_loops_in_branches_in_loops(module: Module) -> None:
    (out,) = run(module, "nested", 1)
    assert out.tolist() == in_lockstep(module.wave_size)


def test_data_parallel_primitives(module: Module) -> None:
    lane = np.arange(module.wave_size)
    shr, shr0, quad, mirror, swizzle, readlane, first, permute = run(module, "dpp", 8)
    assert (shr == np.where(lane % 16 == 0, -1, lane - 1)).all()
    assert (shr0 == np.where(lane % 16 == 0, 0, lane - 1)).all()
    assert (quad == lane // 4 * 4 + 3 - lane % 4).all()
    assert (mirror == np.where(lane // 16 % 2 == 0, lane // 16 * 16 + 15 - lane % 16, -1)).all()
    assert (swizzle == lane ^ 1).all()
    assert (readlane == 18).all()
    assert (first == 100).all()
    assert (permute == lane ^ 1).all()


def test_lanes_by_address_and_by_number(module: Module) -> None:
    n = module.wave_size
    lane = np.arange(n)
    out = np.zeros((4, n), np.int32)
    module.kernel("by_address")[1, n](out, 9)
    assert (out[0] == (lane + 5) % n * 3).all()
    assert (out[1] == np.where(lane == 9, 77, lane)).all()
    assert (out[2] == np.where(lane // 4 % 2 == 0, lane ^ 1, -1)).all()
    assert (out[3] == (lane ^ 1) + lane // 8 * 8 + 1).all()


def test_permutations_of_gfx11() -> None:
    values = np.arange(32, dtype=np.int32) * 11
    out = np.zeros((2, 32), np.int32)
    Module.load(SOURCE, arch="gfx1100").kernel("newer_permutations")[1, 32](values, out)
    fields = np.array([0x1F58D1 >> 3 * i & 7 for i in range(8)])
    lane = np.arange(32)
    assert (out[0] == values[lane // 8 * 8 + fields[lane % 8]]).all()
    assert (out[1] == values).all()


def test_lane_id_counts_within_the_wave(module: Module) -> None:
    items = 2 * module.wave_size
    out = np.zeros(items, np.int32)
    module.kernel("count_lanes")[1, items](out)
    lane = np.arange(items) % module.wave_size
    expected = np.where(lane % 2, module.wave_size // 2 * 100 + lane, -1)
    assert (out == expected).all()


def test_lanes_that_are_switched_off_keep_their_registers(module: Module) -> None:
    lanes = module.wave_size
    values = np.random.default_rng(7).integers(0, 1000, lanes).astype(np.int32)
    out = np.zeros((3, lanes), np.int32)
    module.kernel("switched_off")[1, lanes](values, out)
    lane = np.arange(lanes)
    assert (out[0] == np.where(lane < 4, values[9] * 3, -1)).all()
    assert (out[1] == values[9] * 3).all()
    assert (out[2] == np.where(lane == 9, -1, values[9] - 1)).all()


def test_a_lane_that_left_a_loop_keeps_its_last_turn(module: Module) -> None:
    (out,) = run(module, "last_turn", 1)
    lane = np.arange(module.wave_size)
    assert (out == 200 + np.minimum(lane, 2)).all()


def test_permuted_rows_fetch_from_lanes_that_are_switched_off() -> None:
    module = Module.load(SOURCE, arch="gfx1100")
    values = np.arange(32, dtype=np.int32) + 5
    out = np.zeros((3, 32), np.int32)
    module.kernel("permute_rows")[1, 32](values, out)
    lane = np.arange(32)
    odd = lane % 2 == 1
    assert (out[0] == np.where(odd, values * 7, -1)).all()
    assert (out[1] == np.where(odd, values[lane ^ 1] * 7, -1)).all()
    assert (out[2] == np.where(odd, -2, -1)).all()  # without fetch-inactive: the old value
