"""Waves, busy units, the roofline, and two builds side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from porter.compile.resources import KernelUsage
from porter.errors import PorterError
from porter.machine.code import Instruction
from porter.machine.comparison import compare
from porter.machine.kinds import access_of
from porter.machine.occupancy import occupancy_of
from porter.machine.patterns import Pattern
from porter.machine.roofline import roofline_of
from porter.machine.units import busy
from porter.tables.processors import processor_of, processors

MI300 = processors()["gfx942"]
RX7900 = processors()["gfx1100"]
KERNEL = KernelUsage("k", "k", "gfx942", vgprs=64, sgprs=40, wavefront=64, max_block=256)


def code(*names: str) -> list[Instruction]:
    return [Instruction(4 * number, name, "v0, v1, v2") for number, name in enumerate(names)]


def test_what_limits_waves() -> None:
    assert (occupancy_of(KERNEL, MI300).waves, occupancy_of(KERNEL, MI300).by) == (8, "processor")
    wide = occupancy_of(replace(KERNEL, vgprs=129), MI300)
    assert (wide.waves, wide.by) == (3, "VGPR")  # 136 are given out, 512 there
    scalars = occupancy_of(replace(KERNEL, sgprs=104, max_block=64), MI300)
    assert (scalars.waves, scalars.by) == (7, "SGPR")
    shared = occupancy_of(replace(KERNEL, lds=40000), MI300)
    assert (shared.waves, shared.by) == (1, "LDS")
    # Five would fit, but a block of 1024 brings four at a time.
    whole = occupancy_of(replace(KERNEL, vgprs=96, max_block=1024), MI300)
    assert (whole.waves, whole.by, whole.limits["VGPR"]) == (4, "block", 5)


def test_registers_of_rdna_are_given_out_in_24() -> None:
    kernel = replace(KERNEL, arch="gfx1100", wavefront=32, vgprs=97)
    assert occupancy_of(kernel, RX7900).limits["VGPR"] == 12


def test_units() -> None:
    found = busy(code("v_add_f32", "v_exp_f32", "v_mfma_f32_32x32x8_f16"), MI300, 64, {})
    # CDNA 3's reference: 4 cycles, 16 cycles, 8 passes of 4 cycles.
    assert (found["vector"], round(found["matrix"])) == (20, 32)
    assert busy(code("ds_read_b128"), MI300, 64, {})["LDS"] == 32
    assert busy(code("global_load_dwordx4"), MI300, 64, {})["cache"] == 64
    # RDNA 3's WMMA of 16 x 16 x 16: 512 operations a cycle and compute unit.
    assert round(busy(code("v_wmma_f32_16x16x16_f16"), RX7900, 32, {})["matrix"]) == 32
    # A sixteenth of the lanes of single precision: a thirty-second of its peak, which counts pairs.
    assert round(busy(code("v_fma_f64"), RX7900, 32, {})["vector"]) == 16


def test_what_lanes_waste_holds_its_unit() -> None:
    for name, unit, alone in (("global_load_dword", "cache", 16), ("ds_read_b32", "LDS", 8)):
        (read,) = code(name)
        access = access_of(read.name)
        assert access is not None
        found = busy([read], MI300, 64, {read.address: Pattern(read, access, 16.0)})
        assert found[unit] == 16 * alone


def test_roofline() -> None:
    found = roofline_of(code("global_load_dword", "v_fma_f32", "v_fma_f32"), MI300, 64)
    assert (found.operations, found.bytes, found.intensity) == (256, 256, 1)
    assert (found.bound, found.type) == ("memory", "vector f32")
    matrix = roofline_of(code(*["v_mfma_f32_32x32x8_f16"] * 64, "global_load_dword"), MI300, 64)
    assert (matrix.type, matrix.bound) == ("matrix f16", "arithmetic")
    assert roofline_of(code("v_add_u32"), MI300, 64).bound == "neither"
    loads = ("s_load_dword", "s_load_dwordx4", "s_load_b128", "s_buffer_load_u16")
    assert roofline_of(code(*loads), MI300, 64).bytes == 4 + 16 + 16 + 2
    assert roofline_of(code("scratch_load_dword", "v_fma_f32"), MI300, 64).bytes == 256
    assert roofline_of(code("global_atomic_add_f32", "ds_add_f32"), MI300, 64).bytes == 512


def test_every_processor_is_found_with_its_features() -> None:
    assert processor_of("gfx90a:xnack-") is processors()["gfx90a"]
    assert processor_of("gfx803") is None


def kernel(name: str, **figures: Any) -> dict[str, Any]:
    return {"usage": {"name": name, "arch": "gfx942", "vgpr_spills": 0, **figures},
            "instructions": figures.get("instructions", 100)}  # fmt: skip


def test_what_became_worse_comes_first() -> None:
    before = [kernel("a", instructions=100), kernel("b", vgpr_spills=3), kernel("gone")]
    now = [kernel("a", vgpr_spills=2, instructions=90), kernel("b"), kernel("new")]
    found = compare(before, now)
    assert list(map(str, found.changes)) == [
        "spills 0 -> 2, gfx942: a",
        "instructions 100 -> 90, gfx942: a",
        "spills 3 -> 0, gfx942: b",
    ]
    assert list(map(str, found.worse)) == ["spills 0 -> 2, gfx942: a"]
    assert (found.only_before, found.only_now) == (("gone (gfx942)",), ("new (gfx942)",))


def test_figures_are_shown_with_a_place_at_most() -> None:
    def of(cycles: float, lds: int) -> dict[str, Any]:
        return {**kernel("a", lds=lds), "hot": {"cycles": cycles}}

    found = compare([of(24.5625, 0)], [of(1234567.0, 4096)])
    assert [str(one).partition(",")[0] for one in found.changes] == [
        "LDS 0 -> 4096",
        "cycles 24.6 -> 1234567",
    ]


def test_a_hundredth_more_instructions_is_noise() -> None:
    assert not compare([kernel("a", instructions=1000)], [kernel("a", instructions=1010)]).changes


def test_kernels_of_one_name_in_several_units_are_told_apart() -> None:
    def of(unit: str, spills: int) -> dict[str, Any]:
        return {**kernel("sum", vgpr_spills=spills), "unit": unit}

    found = compare([of("a.hip", 1), of("b.hip", 2)], [of("a.hip", 5), of("b.hip", 2)])
    assert list(map(str, found.worse)) == ["spills 1 -> 5, gfx942: sum of a.hip"]
    assert found.same == 2
    # One of a name is the same kernel wherever it stands now.
    assert compare([of("a.cu", 1)], [of("a.hip", 1)]).same == 1


def test_builds_without_a_kernel_in_common_are_not_compared() -> None:
    with pytest.raises(PorterError, match="no kernel in common"):
        compare([kernel("a")], [kernel("b")])
