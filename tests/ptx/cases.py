"""CUDA kernels that run every PTX instruction of the table on a row of inputs each.

The same text is compiled by nvcc, to record what an NVIDIA GPU gives, and converted by porter, to
compare. A kernel runs a group of instructions; thread t takes row t of the group's inputs, and
writes two 64-bit words an instruction.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.tables.ptx import load
from tests.ptx.case import IN, ROWS, WORDS, Case
from tests.ptx.memory_cases import memory_cases
from tests.ptx.pools import POOLS
from tests.ptx.register_cases import case_of, opcodes
from tests.ptx.video_cases import video_cases

#: Cases of a kernel.
GROUP_SIZE = 150
#: Results that only mean something to the GPU they come from.
_OPAQUE = ("createpolicy", "cvta.shared")


def _constant_cases() -> Iterator[Case]:
    """Instructions that want constants."""
    inputs = tuple(("r", IN["r"].format(number)) for number in range(3))
    for lut in (0xEA, 0x96, 0x1B, 0x80, 0x01, 0xCA):
        text = f"lop3.b32 @@0, @@1, @@2, @@3, {lut:#x};"
        yield Case(f"lop3.b32 {lut:#x}", text, ("r",), inputs, "int")
    bytes_in = "{ .reg .b8 w, x, y, z; mov.b32 {w, x, y, z}, @@1; mov.b32 @@0, {z, x, y, w}; }"
    yield Case("mov.b32 bytes", bytes_in, ("r",), inputs[:1], "int")
    halves = "{ .reg .b8 x, y; mov.b16 {x, y}, @@1; mov.b16 @@0, {y, x}; }"
    yield Case("mov.b16 bytes", halves, ("h",), (("h", IN["h"].format(0)),), "int")
    for name, text, letter in (
        ("mov.f32 hexadecimal", "mov.f32 @@0, 0f3FC00000;", "f"),
        ("mov.f64 hexadecimal", "mov.f64 @@0, 0d3FF8000000000000;", "d"),
        ("mov.b32 of a float", "mov.b32 @@0, 0f3FC00000;", "r"),
        ("add.f32 decimal", "add.f32 @@0, @@1, 0.1;", "f"),
        ("mov.u32 negative", "mov.u32 @@0, -5;", "r"),
        ("mov.s64 negative", "mov.s64 @@0, -5;", "l"),
    ):
        read = (("f", IN["f"].format(0)),) if "@@1" in text else ()
        yield Case(name, text, (letter,), read, "f32")


def _warp_cases() -> Iterator[Case]:
    value = ("r", "uint32_t(in[0])")
    mask = ("r", "0xffffffffu")
    for mode in ("up", "down", "bfly", "idx"):
        for clamp in (0, 31, 0x1F1F, 0x181F, 0x1C03, 0x1000, 0x100F):
            inputs = (value, ("r", "uint32_t(in[1])"), ("r", f"{clamp:#x}u"), mask)
            shuffle = f"shfl.sync.{mode}.b32 @@0|p, @@2, @@3, @@4, @@5;"
            text = f"{{ .reg .pred p; {shuffle} selp.u32 @@1, 1, 0, p; }}"
            yield Case(f"shfl.sync.{mode}.b32 {clamp:#x}", text, ("r", "r"), inputs, "int")
            fixed = (value, ("r", "3u"), ("r", f"{clamp:#x}u"), mask)
            text = f"shfl.sync.{mode}.b32 @@0, @@1, @@2, @@3, @@4;"
            yield Case(f"shfl.sync.{mode}.b32 plain {clamp:#x}", text, ("r",), fixed, "int")
    few = ("r", "uint32_t(in[0]) & 3u")
    for text, outputs in (
        ("match.any.sync.b32 @@0, @@1, @@2;", ("r",)),
        ("match.all.sync.b32 @@0, @@1, @@2;", ("r",)),
        ("redux.sync.add.u32 @@0, @@1, @@2;", ("r",)),
        ("redux.sync.min.s32 @@0, @@1, @@2;", ("r",)),
        ("redux.sync.max.u32 @@0, @@1, @@2;", ("r",)),
        ("redux.sync.xor.b32 @@0, @@1, @@2;", ("r",)),
        ("{ .reg .pred q; setp.eq.u32 q, @@1, 1; vote.sync.ballot.b32 @@0, q, @@2; }", ("r",)),
        ("{ .reg .pred q; setp.ne.u32 q, @@1, 1; vote.ballot.sync.b32 @@0, q, @@2; }", ("r",)),
        (
            "{ .reg .pred q, p; setp.ne.u32 q, @@1, 3; vote.all.sync.pred p, q, @@2; "
            "selp.u32 @@0, 1, 0, p; }",
            ("r",),
        ),
        (
            "{ .reg .pred q; setp.ne.u32 q, @@1, 1; and.b32 @@1, @@1, 1; "
            "@q add.u32 @@1, @@1, 7; mov.b32 @@0, @@1; }",
            ("r",),
        ),
        (
            "{ .reg .pred q, p; setp.ne.u32 q, @@1, 9; vote.sync.all.pred p, q, @@2; "
            "selp.u32 @@0, 1, 0, p; }",
            ("r",),
        ),
        (
            "{ .reg .pred q, p; setp.eq.u32 q, @@1, 9; vote.sync.any.pred p, q, @@2; "
            "selp.u32 @@0, 1, 0, p; }",
            ("r",),
        ),
        (
            "{ .reg .pred q, p; setp.eq.u32 q, @@1, 1; vote.sync.uni.pred p, q, @@2; "
            "selp.u32 @@0, 1, 0, p; }",
            ("r",),
        ),
    ):
        name = text if text.startswith("{") else text.partition(" @@")[0]
        yield Case(name, text, outputs, (few, mask), "int")
    yield Case("activemask", "activemask.b32 @@0;", ("r",), (), "int")
    for name in (
        "laneid",
        "lanemask_eq",
        "lanemask_lt",
        "lanemask_le",
        "lanemask_gt",
        "lanemask_ge",
    ):
        yield Case(name, f"mov.u32 @@0, %{name};", ("r",), (), "int")
    for name in ("tid.x", "ntid.x", "ctaid.x", "nctaid.x", "tid.y", "ntid.z"):
        yield Case(name, f"mov.u32 @@0, %{name};", ("r",), (), "int")


def all_cases() -> list[Case]:
    """Return a case for every instruction that the table knows, and for memory and warps."""
    found: dict[str, Case] = {}
    for forms in load().forms.values():
        for form in forms:
            if form.warp or not form.cpp or form.ptx.startswith(_OPAQUE):
                continue
            for opcode, groups in opcodes(form):
                case = case_of(form, opcode, groups)
                if case is not None:
                    found.setdefault(case.name, case)
    for case in (*_constant_cases(), *_warp_cases(), *memory_cases(), *video_cases()):
        found[case.name] = case
    return list(found.values())


def kernels(cases: list[Case]) -> str:
    """Return a CUDA source with a kernel for every `GROUP_SIZE` cases: `cases_0`, `cases_1` …"""
    parts = ["#include <cstdint>\n#include <cuda_runtime.h>\n"]
    for first in range(0, len(cases), GROUP_SIZE):
        body = []
        for index, case in enumerate(cases[first : first + GROUP_SIZE]):
            body.append(
                f"  in = pools + {POOLS.index(case.pool)} * {ROWS * WORDS} + row * {WORDS};\n"
            )
            body.append(case.source(index))
        parts.append(
            f'\nextern "C" __global__ void cases_{first // GROUP_SIZE}'
            "(const uint64_t* pools, uint64_t* results, uint64_t* scratch) {\n"
            f"  __shared__ __align__(16) uint64_t slots[{ROWS}][2];\n"
            "  const int row = threadIdx.x;\n"
            "  uint64_t* slot = slots[row];\n"
            "  uint64_t* cell = scratch + row * 2;\n"
            "  uint64_t* out = results + row;\n"
            "  const uint64_t* in;\n" + "".join(body) + "}\n"
        )
    return "".join(parts)
