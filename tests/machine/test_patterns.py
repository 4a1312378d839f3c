"""Bank conflicts and coalescing, from the code that computes addresses."""

from __future__ import annotations

import pytest

from porter.machine.code import parse
from porter.machine.loops import blocks_of
from porter.machine.patterns import Patterns, patterns_of


def read(*code: str, wave: int = 64, row: int | None = None) -> Patterns:
    lines = [f"\t{text}  // {0x1600 + 8 * n:012X}: 00" for n, text in enumerate(code)]
    (function,) = parse(["0000000000001600 <k>:", *lines, "\ts_endpgm // 000000002000: 00"])
    return patterns_of(function, blocks_of(function), wave, row)


@pytest.mark.parametrize(("shift", "cost"), [(2, 1), (3, 2), (4, 4), (7, 32)])
def test_a_stride_of_a_power_of_two_meets_the_same_banks(shift: int, cost: int) -> None:
    found = read(f"v_lshlrev_b32_e32 v1, {shift}, v0", "ds_read_b32 v2, v1")
    assert [one.cost for one in found.seen] == [cost]
    assert len(found.wasteful("LDS")) == (cost > 1)


def test_padding_frees_the_banks() -> None:
    assert not read("v_mul_u32_u24_e32 v1, 0x84, v0", "ds_write_b32 v1, v2").wasteful("LDS")


def test_one_word_for_all_lanes_is_one_read() -> None:
    assert [one.cost for one in read("v_mov_b32_e32 v1, 16", "ds_read_b32 v2, v1").seen] == [1]


def test_wide_words_are_served_in_turns() -> None:
    assert [
        one.cost for one in read("v_lshlrev_b32_e32 v1, 4, v0", "ds_read_b128 v[4:7], v1").seen
    ] == [1]


def test_rows_of_a_matrix_in_memory() -> None:
    across = read(
        "v_lshl_add_u32 v1, s2, 8, v0",
        "v_lshl_add_u64 v[2:3], v[1:2], 2, s[4:5]",
        "global_load_dword v4, v[2:3], off",
    )
    down = read(
        "v_lshlrev_b32_e32 v1, 12, v0",
        "v_add_co_u32_e32 v2, vcc, s4, v1",
        "global_load_dword v4, v[2:3], off",
    )
    assert [one.cost for one in across.seen] == [1]
    assert [one.cost for one in down.wasteful("global")] == [16]  # 64 lines for 256 bytes


def test_a_transpose_through_shared_memory_without_its_second_turn() -> None:
    """`y[threadIdx.x * 4096 + threadIdx.y] = tile[threadIdx.x][threadIdx.y]`: 10 bits beside x."""
    found = read(
        "v_and_b32_e32 v1, 0x3ff, v0",
        "v_bfe_u32 v0, v0, 10, 10",
        "s_movk_i32 s0, 0x84",
        "v_lshlrev_b32_e32 v4, 2, v0",
        "v_mad_u32_u24 v2, v1, s0, v4",
        "v_lshl_or_b32 v1, v1, 14, v4",
        "ds_read_b32 v0, v2",
        "global_store_dword v1, v0, s[2:3]",
    )
    assert len(found.seen) == 2
    assert [one.cost for one in found.wasteful("global")] == [16]
    assert not found.wasteful("LDS")


@pytest.mark.parametrize(("pitch", "cost"), [(64, 8), (68, 2)])
def test_a_tile_of_16_by_16_read_across(pitch: int, cost: int) -> None:
    """`tile[threadIdx.x][threadIdx.y]`: a wave has four rows of a block, the banks two columns."""
    found = read(
        "v_and_b32_e32 v1, 0x3ff, v0",
        "v_bfe_u32 v0, v0, 10, 10",
        f"s_movk_i32 s0, {pitch:#x}",
        "v_lshlrev_b32_e32 v4, 2, v0",
        "v_mad_u32_u24 v2, v1, s0, v4",
        "ds_read_b32 v0, v2",
        row=16,
    )
    assert [one.cost for one in found.seen] == [cost]


def test_what_memory_says_is_not_known() -> None:
    found = read(
        "global_load_dword v1, v0, s[0:1]",
        "v_lshlrev_b32_e32 v1, 2, v1",
        "global_load_dword v2, v1, s[2:3]",
        "v_mul_lo_u32 v3, v0, s9",
        "global_load_dword v2, v3, s[2:3]",
    )
    assert (found.accesses, len(found.seen)) == (3, 1)


def test_a_loop_leaves_what_all_lanes_add() -> None:
    code = (
        "v_lshlrev_b32_e32 v1, 2, v0",
        "ds_read_b32 v2, v1",
        "v_add_u32_e32 v1, 0x100, v1",
        "s_cbranch_scc0 65530 // 000000001618: 00 <k+0x8>",
    )
    lines = [f"\t{text}" if "//" in text else f"\t{text}  // {0x1600 + 8 * n:012X}: 00"
             for n, text in enumerate(code)]  # fmt: skip
    (function,) = parse(["0000000000001600 <k>:", *lines, "\ts_endpgm // 000000001620: 00"])
    found = patterns_of(function, blocks_of(function), 64)
    assert [one.cost for one in found.seen] == [1]


def test_the_number_of_the_lane() -> None:
    found = read(
        "v_mbcnt_lo_u32_b32 v1, -1, 0",
        "v_mbcnt_hi_u32_b32 v1, -1, v1",
        "v_lshlrev_b32_e32 v1, 3, v1",
        "ds_read_b32 v2, v1",
    )
    assert [one.cost for one in found.seen] == [2]
