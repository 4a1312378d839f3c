"""What is read out of machine code: instructions, kinds, loops, accesses."""

from __future__ import annotations

from porter.machine.code import halves, parse, with_scratch
from porter.machine.kinds import (
    Access,
    Arithmetic,
    Atomic,
    access_of,
    arithmetic_of,
    atomic_of,
    kind_of,
)
from porter.machine.loops import blocks_of, code_of, hot_loop, loops_of, with_turns

NESTED = """\
0000000000001600 <_Z1kPf>:
\ts_mov_b32 s0, 0                     // 000000001600: BE800080
\tv_mov_b32_e32 v1, 0                 // 000000001604: 7E020280
\tv_add_f32_e32 v1, v1, v2            // 000000001608: 02020501
\tv_fmac_f32_e32 v1, v2, v3           // 00000000160C: 02020501
\ts_cbranch_scc1 65533                // 000000001610: BF85FFFD <_Z1kPf+0x8>
\ts_add_i32 s0, s0, 1                 // 000000001614: 81008100
\ts_cbranch_scc0 65530                // 000000001618: BF84FFFA <_Z1kPf+0x4>
\ts_endpgm                            // 00000000161C: BF810000
\t\t...

0000000000001700 <_Z1qPf>:
\ts_branch 1                          // 000000001700: BF820001 <_Z1qPf+0x8>
\ts_nop 0                             // 000000001704: BF800000
\ts_endpgm                            // 000000001708: BF810000
"""


def test_functions_and_where_branches_lead() -> None:
    first, second = parse(NESTED.splitlines())
    assert (first.symbol, len(first.instructions)) == ("_Z1kPf", 8)
    assert [one.target for one in first.instructions if one.target is not None] == [8, 4]
    assert first.instructions[2].name == "v_add_f32"
    assert first.instructions[2].words == ["v1", "v1", "v2"]
    assert (second.instructions[0].target, second.instructions[0].ends) == (8, True)


def test_what_fills_up_the_section_is_no_code() -> None:
    filled = NESTED + "\ts_code_end                           // 00000000170C: BF9F0000\n" * 48
    assert [len(one.instructions) for one in parse(filled.splitlines())] == [8, 3]
    padded = NESTED + "\ts_nop 0                               // 00000000170C: BF800000\n" * 48
    assert [len(one.instructions) for one in parse(padded.splitlines())] == [8, 3]


def test_a_wait_that_is_reached_is_code() -> None:
    falls_through = NESTED.replace("s_endpgm ", "s_nop 0  ")
    assert [len(one.instructions) for one in parse(falls_through.splitlines())] == [8, 3]


def test_loops_that_turn_twice() -> None:
    function, _ = parse(NESTED.splitlines())
    blocks = blocks_of(function)
    names = [one.name for one in with_turns(function, blocks, loops_of(blocks), 2)]
    assert names.count("v_mov_b32") == 2  # in the outer loop
    assert names.count("v_add_f32") == 4  # in the inner one, too
    assert names.count("s_mov_b32") == names.count("s_endpgm") == 1


def test_the_inner_loop_is_hot() -> None:
    function, straight = parse(NESTED.splitlines())
    blocks = blocks_of(function)
    loops = loops_of(blocks)
    assert sorted(loop.depth for loop in loops) == [1, 2]
    hot = hot_loop(blocks, loops)
    assert hot is not None and hot.depth == 2
    assert [one.name for one in code_of(function, blocks, hot)] == [
        "v_add_f32", "v_fmac_f32", "s_cbranch_scc1",
    ]  # fmt: skip
    assert loops_of(blocks_of(straight)) == []
    assert code_of(straight, blocks_of(straight), None) == straight.instructions


def test_kinds() -> None:
    expected = {
        "v_mfma_f32_32x32x8_f16": "matrix",
        "v_wmma_f32_16x16x16_f16": "matrix",
        "v_exp_f32": "transcendental",
        "v_cvt_f32_f16": "conversion",
        "v_pk_fma_f32": "float",
        "v_cmp_gt_f32": "float",
        "v_add_u32": "integer",
        "v_cndmask_b32": "moves",
        "ds_bpermute_b32": "lane exchange",
        "ds_read_b128": "LDS",
        "global_load_dwordx4": "global memory",
        "global_atomic_add_f32": "global atomics",
        "scratch_store_dword": "scratch",
        "s_load_dwordx2": "scalar memory",
        "s_waitcnt": "waiting",
        "s_cbranch_scc1": "branches",
        "s_add_u32": "scalar",
        "v_accvgpr_read_b32": "accumulator moves",
    }
    assert {name: kind_of(name) for name in expected} == expected


def test_both_spellings_of_accesses() -> None:
    for old, new, access in (
        ("global_load_dwordx4", "global_load_b128", Access("global", False, 16)),
        ("global_load_ubyte", "global_load_u8", Access("global", False, 1)),
        ("global_store_short_d16_hi", "global_store_d16_hi_b16", Access("global", True, 2)),
        ("global_load_short_d16", "global_load_d16_b16", Access("global", False, 2)),
        ("ds_read_b64", "ds_load_b64", Access("LDS", False, 8)),
        ("ds_write2_b32", "ds_store_2addr_b32", Access("LDS", True, 4, 2)),
        ("ds_read2st64_b32", "ds_load_2addr_stride64_b32", Access("LDS", False, 4, 2)),
        ("ds_read_u16_d16_hi", "ds_load_u16_d16_hi", Access("LDS", False, 2)),
        ("scratch_store_dwordx2", "scratch_store_b64", Access("scratch", True, 8)),
    ):
        assert access_of(old) == access_of(new) == access
    assert access_of("global_atomic_add") is access_of("v_add_f32") is None


def test_atomics_by_both_spellings() -> None:
    for old, new, atomic in (
        ("global_atomic_add", "global_atomic_add_u32", Atomic("global", False, 4)),
        ("flat_atomic_umax_x2", "flat_atomic_max_u64", Atomic("global", False, 8)),
        ("global_atomic_cmpswap_x2", "global_atomic_cmpswap_b64", Atomic("global", True, 8)),
        ("global_atomic_max_f64", "global_atomic_max_num_f64", Atomic("global", False, 8)),
        ("ds_cmpst_rtn_b32", "ds_cmpstore_rtn_b32", Atomic("LDS", True, 4)),
        ("ds_wrxchg_rtn_b64", "ds_storexchg_rtn_b64", Atomic("LDS", False, 8)),
        ("global_atomic_pk_add_f16", "global_atomic_pk_add_bf16", Atomic("global", False, 4)),
    ):
        assert atomic_of(old) == atomic_of(new) == atomic
    for name in ("global_load_dword", "ds_read_b32", "ds_bpermute_b32", "v_add_u32", "ds_append"):
        assert atomic_of(name) is None


def test_arithmetic() -> None:
    assert arithmetic_of("v_fma_f32") == Arithmetic("vector", "f32", 2)
    assert arithmetic_of("v_pk_fma_f16") == Arithmetic("vector", "f16", 4)
    assert arithmetic_of("v_add_f64") == Arithmetic("vector", "f64", 1)
    assert arithmetic_of("v_fmaak_f32") == Arithmetic("vector", "f32", 2)
    assert arithmetic_of("v_mfma_f32_32x32x8_f16") == Arithmetic("matrix", "f16", 16384)
    assert arithmetic_of("v_mfma_f32_4x4x4_16b_f16") == Arithmetic("matrix", "f16", 2048)
    assert arithmetic_of("v_mfma_i32_16x16x32_i8") == Arithmetic("matrix", "i8", 16384)
    assert arithmetic_of("v_wmma_i32_16x16x16_iu8") == Arithmetic("matrix", "i8", 8192)
    assert arithmetic_of("v_add_u32") is arithmetic_of("v_cmp_lt_f32") is None


def test_two_issued_together_are_two() -> None:
    text = "\tv_dual_fmac_f32 v1, v2, v3 :: v_dual_mov_b32 v4, 0   // 000000001600: CA"
    (function,) = parse(["0000000000001600 <k>:", text])
    assert [one.name for one in halves(function.instructions[0])] == ["v_fmac_f32", "v_mov_b32"]


def test_buffers_of_scratch() -> None:
    (function,) = parse(
        [
            "0000000000001600 <k>:",
            "\tbuffer_store_dword v2, off, s[0:3], 0 offset:4  // 000000001600: E0",
            "\tbuffer_load_dword v2, v1, s[8:11], 0 offen  // 000000001608: E0",
        ]
    )
    names = [one.name for one in with_scratch(function).instructions]
    assert names == ["scratch_store_dword", "buffer_load_dword"]
