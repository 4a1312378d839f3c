"""CUDA kernels that run every PTX instruction of the table on a row of inputs each.

The same text is compiled by nvcc, to record what an NVIDIA GPU gives, and converted by porter, to
compare. A kernel runs a group of instructions; thread t takes row t of the group's inputs, and
writes two 64-bit words an instruction.
"""

from __future__ import annotations

import itertools
import random
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from porter.ptx.values import CPP_TYPES, STORAGE, size_of, wide
from porter.tables.ptx import Form, Slot, load

ROWS = 64
WORDS = 4

_GROUP = re.compile(r"\((?:([A-Z]):)?([^)]*)\)")
_LETTERS = {"b16": "h", "b32": "r", "b64": "l", "f32": "f", "f64": "d", "pred": "r"}
_IN = {
    "h": "uint16_t(in[{}])",
    "r": "uint32_t(in[{}])",
    "l": "in[{}]",
    "f": "__uint_as_float(uint32_t(in[{}]))",
    "d": "__longlong_as_double(in[{}])",
}
_OUT = {
    "h": "{}",
    "r": "{}",
    "l": "{}",
    "f": "__float_as_uint({})",
    "d": "__double_as_longlong({})",
}
_CPP = {"h": "uint16_t", "r": "uint32_t", "l": "uint64_t", "f": "float", "d": "double"}


@dataclass(frozen=True)
class Case:
    """One instruction with the constraints of its operands.

    Attributes:
        name: the opcode and what tells it from others of that opcode.
        text: the template.
        outputs: constraint letters of the results.
        inputs: constraint letter and C++ expression of what is read.
        pool: which rows of inputs it gets.
        before: C++ statements that prepare memory.
        after: C++ expression of the second result word, or "0".
    """

    name: str
    text: str
    outputs: tuple[str, ...]
    inputs: tuple[tuple[str, str], ...]
    pool: str
    before: str = ""
    after: str = "0"

    def source(self, index: int) -> str:
        """Return the block that runs the case as number `index` of its kernel."""
        names = [f"d{number}" for number in range(len(self.outputs))]
        declared = "".join(
            f" {_CPP[letter]} {name} = 0;" for letter, name in zip(self.outputs, names, strict=True)
        )
        results = ", ".join(
            f'"+{letter}"({name})' for letter, name in zip(self.outputs, names, strict=True)
        )
        inputs = ", ".join(f'"{letter}"({expression})' for letter, expression in self.inputs)
        kept = "".join(
            f" out[{index * 2 + at} * {ROWS}] = {_OUT[letter].format(name)};"
            for at, (letter, name) in enumerate(zip(self.outputs, names, strict=True))
        )
        if len(self.outputs) < 2 and self.after != "0":
            kept += f" out[{index * 2 + 1} * {ROWS}] = {self.after};"
        text = self.text.replace("%", "%%").replace("@@", "%")
        return (
            f"  {{ {self.before}{declared}\n"
            f'    asm volatile("{text}" : {results} : {inputs} : "memory");\n'
            f"   {kept} }}\n"
        )


def _floats(random_: random.Random, exponents: range, format_: str) -> int:
    kind = random_.random()
    specials = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 0.5, 2.0, 3.5]
    if kind < 0.2:
        value = random_.choice(specials)
    elif kind < 0.4:
        value = float(random_.randint(-300, 300)) / 2
    else:
        value = random_.uniform(-2, 2) * 2.0 ** random_.choice(exponents)
    size = struct.calcsize(format_)
    try:
        packed = struct.pack(format_, value)
    except OverflowError:
        packed = struct.pack(format_, 1.5)
    return int.from_bytes(packed[:size], "little")


def _integer(random_: random.Random) -> int:
    kind = random_.random()
    if kind < 0.25:
        return random_.randint(0, 40)
    if kind < 0.4:
        edges = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**63]
        return random_.choice([*edges, 2**63 - 1, 2**64 - 1])
    return random_.getrandbits(64)


def _half(random_: random.Random, *, bfloat: bool) -> int:
    if bfloat:
        return _floats(random_, range(-20, 20), "<f") >> 16
    return _floats(random_, range(-10, 10), "<e")


def pools() -> dict[str, list[list[int]]]:
    """Return the rows of inputs by pool; always the same."""
    random_ = random.Random(20240501)
    made: dict[str, list[list[int]]] = {}
    for pool in ("int", "f32", "f64", "f16", "bf16"):
        rows = []
        for _ in range(ROWS):
            row = []
            for _ in range(WORDS):
                if pool == "int":
                    row.append(_integer(random_))
                elif pool == "f32":
                    row.append(_floats(random_, range(-40, 40), "<f"))
                elif pool == "f64":
                    row.append(_floats(random_, range(-300, 300), "<d"))
                else:
                    low = _half(random_, bfloat=pool == "bf16")
                    row.append(_half(random_, bfloat=pool == "bf16") << 16 | low)
            rows.append(row)
        made[pool] = rows
    return made


def _choices(segment: str) -> tuple[list[str], str]:
    optional = segment.endswith("?")
    match = _GROUP.match(segment.rstrip("?"))
    if match is None:
        found = [segment.rstrip("?")]
        name = ""
    else:
        suffix = segment.rstrip("?")[match.end() :]
        found = [choice + suffix for choice in match.group(2).split("|")]
        name = match.group(1) or ""
    return (["", *found[:1]] if optional else found), name


def _opcodes(form: Form) -> Iterator[tuple[str, dict[str, str]]]:
    parts = [_choices(segment) for segment in form.ptx.partition(" ")[0].split(".")]
    for words in _combinations([choices for choices, _ in parts]):
        groups = {name: word for word, (_, name) in zip(words, parts, strict=True) if name}
        yield ".".join(word for word in words if word), groups


def _combinations(choices: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield all combinations when they are few, else such that each choice meets several others."""
    everything = list(itertools.product(*choices))
    if len(everything) <= 24:
        yield from everything
    else:
        yield from random.Random(len(everything)).sample(everything, 24)


def _pool(opcode: str, types: list[str]) -> str:
    for kind in ("bf16", "f16", "f64", "f32"):
        if any(kind in part for part in opcode.split(".")) and not opcode.startswith("cvt"):
            return kind
    if opcode.startswith("cvt"):
        source = opcode.split(".")[-1]
        for kind in ("bf16", "f16", "f64", "f32"):
            if source.startswith(kind):
                return kind
        return "int"
    return next((kind for kind in types if kind in ("f32", "f64")), "int")


def _kind(slot: Slot, groups: dict[str, str]) -> str:
    if slot.type.startswith("2"):
        return wide(groups[slot.type[1:]])
    return groups.get(slot.type, slot.type)


def _case(form: Form, opcode: str, groups: dict[str, str]) -> Case | None:
    """Return an instruction of registers as a case; None when it is about memory."""
    outputs: list[str] = []
    inputs: list[tuple[str, str]] = []
    args: list[str] = []
    types: list[str] = []
    before, after = "", ""
    predicates = 0
    for number, slot in enumerate(form.slots):
        if slot.shape in ("address", "shared", "constant") or slot.type == "addr":
            return None
        if slot.shape == "ignored":
            args.append(str(slot.must_be or 0))
            continue
        kind = _kind(slot, groups)
        if kind not in STORAGE:
            return None
        types.append(kind)
        letter = _LETTERS[STORAGE[kind]]
        written = number == 0 and "d" in slot.letters
        names = []
        letters = slot.letters[:1] if slot.shape == "pair" else slot.letters
        for _ in letters:
            if size_of(kind) == 8 and slot.shape == "vector":
                return None  # registers of 8 bits are no operands of C++
            if kind == "pred" and written:
                before += ".reg .pred p; "
                after += " selp.u32 @@0, 1, 0, p;"
                outputs.append("r")
                names.append("p")
            elif kind == "pred":
                predicates += 1
                inputs.append(("r", _IN["r"].format(len(inputs))))
                before += (
                    f".reg .pred q{predicates}; setp.ne.u32 q{predicates}, IN{len(inputs)}, 0; "
                )
                names.append(f"q{predicates}")
            elif written:
                names.append(f"@@{len(outputs)}")
                outputs.append(letter)
            else:
                expression = _IN[letter].format(len(inputs) % WORDS)
                if opcode.startswith(("div.", "rem.")) and letter in "hrl" and inputs:
                    # Never by 0, nor the least number by -1.
                    expression = f"{_CPP[letter]}(({expression} & 0x7f) | 1)"
                if opcode.startswith(("bfe", "bfi")) and slot.type == "u32":
                    expression = f"{expression} & 0xff"  # the range that the PTX ISA allows
                inputs.append((letter, expression))
                names.append(f"IN{len(inputs)}")
        if slot.shape == "pair":
            before += ".reg .pred p; "
            after += " selp.u32 @@1, 1, 0, p;"
            outputs.append("r")
            names[0] += "|p"
        args.append("{" + ", ".join(names) + "}" if slot.shape == "vector" else names[0])
    if not outputs:
        return None
    text = f"{opcode} {', '.join(args)};"
    if form.carry:
        reads = {"l": ("u64", "@@0, @@0, @@0"), "r": ("u32", "@@0, @@0, @@0")}[outputs[0]]
        if form.carry == "uses":
            text = f"add.cc.u32 @@1, IN1W, IN2W; {text}"
            text = text.replace("IN1W", "IN1").replace("IN2W", "IN2")
            outputs.append("r")
            if outputs[0] == "l":
                text = text.replace("add.cc.u32 @@1", "add.cc.u64 @@1")
                outputs[1] = "l"
        if ".cc" in opcode:
            text += f" addc.{reads[0]} @@1, 0, 0;"
            if len(outputs) == 1:
                outputs.append(outputs[0])
    text = f"{{ {before}{text}{after} }}" if before else text
    text = re.sub(r"IN(\d+)", lambda match: f"@@{len(outputs) + int(match.group(1)) - 1}", text)
    name = f"{opcode}/{len(form.slots)}" + ("v" if form.slots[-1].shape == "vector" else "")
    return Case(name, text, tuple(outputs), tuple(inputs), _pool(opcode, types))


def _constant_cases() -> Iterator[Case]:
    """Instructions that want constants."""
    inputs = tuple(("r", _IN["r"].format(number)) for number in range(3))
    for lut in (0xEA, 0x96, 0x1B, 0x80, 0x01, 0xCA):
        text = f"lop3.b32 @@0, @@1, @@2, @@3, {lut:#x};"
        yield Case(f"lop3.b32 {lut:#x}", text, ("r",), inputs, "int")
    bytes_in = "{ .reg .b8 w, x, y, z; mov.b32 {w, x, y, z}, @@1; mov.b32 @@0, {z, x, y, w}; }"
    yield Case("mov.b32 bytes", bytes_in, ("r",), inputs[:1], "int")
    halves = "{ .reg .b8 x, y; mov.b16 {x, y}, @@1; mov.b16 @@0, {y, x}; }"
    yield Case("mov.b16 bytes", halves, ("h",), (("h", _IN["h"].format(0)),), "int")
    for name, text, letter in (
        ("mov.f32 hexadecimal", "mov.f32 @@0, 0f3FC00000;", "f"),
        ("mov.f64 hexadecimal", "mov.f64 @@0, 0d3FF8000000000000;", "d"),
        ("mov.b32 of a float", "mov.b32 @@0, 0f3FC00000;", "r"),
        ("add.f32 decimal", "add.f32 @@0, @@1, 0.1;", "f"),
        ("mov.u32 negative", "mov.u32 @@0, -5;", "r"),
        ("mov.s64 negative", "mov.s64 @@0, -5;", "l"),
    ):
        read = (("f", _IN["f"].format(0)),) if "@@1" in text else ()
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
        yield Case(
            text.partition(" @@")[0].replace("{ .reg .pred ", ""), text, outputs, (few, mask), "int"
        )
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


_LOADS = """ld.global.u32 ld.global.s32 ld.global.f32 ld.global.b64 ld.global.u8 ld.global.s8
ld.global.u16 ld.global.s16 ld.u32 ld.volatile.global.u32 ld.global.ca.u32 ld.global.cg.u32
ld.global.cs.u32 ld.global.cv.u32 ld.global.lu.u32 ld.relaxed.gpu.global.u32
ld.acquire.gpu.global.u32 ld.acquire.sys.global.u64 ld.global.L1::no_allocate.u32
ld.global.L1::evict_last.u32
ld.global.L2::128B.u32""".split()
_VECTOR_LOADS = ["ld.global.v2.u32", "ld.global.v2.f32", "ld.global.v2.u64", "ld.global.cs.v2.u32"]
_VECTOR_LOADS += ["ld.volatile.global.v2.u32", "ld.global.cg.v2.u32", "ld.global.v2.u8"]
_VECTOR_LOADS += ["ld.global.L1::no_allocate.L2::256B.v2.f64"]
_STORES = """st.global.u32 st.global.f32 st.global.b64 st.global.u8 st.global.u16 st.u32
st.volatile.global.u32 st.global.cg.u32 st.global.cs.u32 st.global.wt.u32 st.relaxed.gpu.global.u32
st.release.gpu.global.u32 st.release.sys.global.u64 st.global.L1::no_allocate.u32""".split()
_ATOMICS = """atom.global.add.u32 atom.global.add.u64 atom.global.add.f32 atom.global.add.f64
atom.global.min.s32 atom.global.max.u32 atom.global.min.u64 atom.global.max.s64 atom.global.and.b32
atom.global.or.b32 atom.global.xor.b64 atom.global.exch.b32 atom.global.exch.b64
atom.global.inc.u32 atom.global.dec.u32 atom.add.u32 atom.relaxed.gpu.global.add.u32
atom.acq_rel.sys.global.add.s32 atom.global.add.noftz.f16x2 atom.global.add.noftz.f16
atom.global.add.noftz.bf16x2""".split()
_REDUCTIONS = """red.global.add.u32 red.global.add.f32 red.global.max.s32 red.global.or.b32
red.release.gpu.global.add.s32 red.global.inc.u32 red.global.add.noftz.f16x2""".split()


def _type(opcode: str) -> str:
    return opcode.split(".")[-1]


def _memory_cases() -> Iterator[Case]:
    """Cases on memory of the thread's own: `cell` in global memory, `slot` in shared."""
    cell = ("l", "cell")
    fill = "cell[0] = in[0]; cell[1] = in[1];"
    for opcode in _LOADS:
        letter = _LETTERS[STORAGE[_type(opcode)]]
        yield Case(opcode, f"{opcode} @@0, [@@1];", (letter,), (cell,), "int", fill)
    yield Case("ld offset", "ld.global.u32 @@0, [@@1+8];", ("r",), (cell,), "int", fill)
    for opcode in _VECTOR_LOADS:
        letter = _LETTERS[STORAGE[_type(opcode)]]
        text = f"{opcode} {{@@0, @@1}}, [@@2];"
        yield Case(opcode, text, (letter, letter), (cell,), "int", fill)
    for opcode in _STORES:
        letter = _LETTERS[STORAGE[_type(opcode)]]
        inputs = (cell, (letter, _IN[letter].format(2)))
        yield Case(
            opcode, f"{opcode} [@@1], @@2; mov.u32 @@0, 0;", ("r",), inputs, "f32", fill, "cell[0]"
        )
    inputs = (cell, ("r", "uint32_t(in[2])"), ("r", "uint32_t(in[3])"))
    text = "st.global.v2.b32 [@@1+8], {@@2, @@3}; mov.u32 @@0, 0;"
    yield Case("st.global.v2.b32", text, ("r",), inputs, "int", fill, "cell[1]")
    for opcode in (*_ATOMICS, *_REDUCTIONS):
        kind = _type(opcode)
        letter = _LETTERS[STORAGE[kind]]
        pool = kind.removesuffix("x2") if "f" in kind else "int"
        value = (letter, _IN[letter].format(2))
        if opcode.startswith("atom"):
            text, outputs = f"{opcode} @@0, [@@1], @@2;", (letter,)
        else:
            text, outputs = f"{opcode} [@@1], @@2; mov.u32 @@0, 0;", ("r",)
        yield Case(opcode, text, outputs, (cell, value), pool, fill, "cell[0]")
    inputs = (cell, ("r", "uint32_t(in[0])"), ("r", "uint32_t(in[2])"))
    text = "atom.global.cas.b32 @@0, [@@1], @@2, @@3;"
    yield Case("atom.global.cas.b32", text, ("r",), inputs, "int", fill, "cell[0]")
    yield from _shared_cases()


def _shared_cases() -> Iterator[Case]:
    slot = ("r", "uint32_t(__cvta_generic_to_shared(slot))")
    fill = "slot[0] = in[0]; slot[1] = in[1];"
    for opcode in (
        "ld.shared.u32",
        "ld.shared.s16",
        "ld.volatile.shared.u32",
        "ld.shared::cta.u32",
    ):
        letter = _LETTERS[STORAGE[_type(opcode)]]
        yield Case(opcode, f"{opcode} @@0, [@@1];", (letter,), (slot,), "int", fill)
    text = "ld.shared.v2.u32 {@@0, @@1}, [@@2+8];"
    yield Case("ld.shared.v2.u32", text, ("r", "r"), (slot,), "int", fill)
    inputs = (slot, ("r", "uint32_t(in[2])"))
    text = "st.shared.u32 [@@1+4], @@2; mov.u32 @@0, 0;"
    yield Case("st.shared.u32", text, ("r",), inputs, "int", fill, "slot[0]")
    text = "atom.shared.add.u32 @@0, [@@1], @@2;"
    yield Case("atom.shared.add.u32", text, ("r",), inputs, "int", fill, "slot[0]")
    text = "red.shared.max.u32 [@@1], @@2; mov.u32 @@0, 0;"
    yield Case("red.shared.max.u32", text, ("r",), inputs, "int", fill, "slot[0]")
    generic = ("l", "slot")
    text = (
        "{ .reg .u64 t; .reg .u32 s; cvta.to.shared.u64 t, @@1; cvt.u32.u64 s, t; "
        "ld.shared.u32 @@0, [s]; }"
    )
    yield Case("cvta.to.shared.u64", text, ("r",), (generic,), "int", fill)
    text = "{ .reg .u64 t; cvt.u64.u32 t, @@1; cvta.shared.u64 t, t; ld.u32 @@0, [t]; }"
    yield Case("cvta.shared.u64", text, ("r",), (slot,), "int", fill)
    for space in ("shared", "global", "local"):
        for name in ("slot", "cell"):
            text = f"{{ .reg .pred p; isspacep.{space} p, @@1; selp.u32 @@0, 1, 0, p; }}"
            yield Case(f"isspacep.{space} {name}", text, ("r",), (("l", name),), "int")
    copy = "cell[0] = in[0]; cell[1] = in[1]; slot[0] = 7; slot[1] = 7;"
    pair = (slot, ("l", "cell"))
    wait = "cp.async.commit_group; cp.async.wait_group 0; mov.u32 @@0, 0;"
    text = f"cp.async.cg.shared.global [@@1], [@@2], 16; {wait}"
    yield Case("cp.async 16", text, ("r",), pair, "int", copy, "slot[0] ^ slot[1]")
    text = f"cp.async.ca.shared.global [@@1], [@@2], 8; {wait}"
    yield Case("cp.async 8", text, ("r",), pair, "int", copy, "slot[0] ^ slot[1]")
    text = f"cp.async.cg.shared.global.L2::128B [@@1], [@@2], 16, @@3; {wait}"
    sized = (*pair, ("r", "uint32_t(in[2] % 17)"))
    yield Case("cp.async fill", text, ("r",), sized, "int", copy, "slot[0] ^ slot[1]")


def all_cases() -> list[Case]:
    """Return a case for every instruction that the table knows, and for memory and warps."""
    found: dict[str, Case] = {}
    for forms in load().forms.values():
        for form in forms:
            if form.warp or not form.cpp or form.ptx.startswith(_OPAQUE):
                continue
            for opcode, groups in _opcodes(form):
                case = _case(form, opcode, groups)
                if case is not None:
                    found.setdefault(case.name, case)
    for case in (*_constant_cases(), *_warp_cases(), *_memory_cases()):
        found[case.name] = case
    return list(found.values())


#: Results that only mean something to the GPU they come from.
_OPAQUE = ("createpolicy", "cvta.shared")

GROUP_SIZE = 150


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


POOLS = ("int", "f32", "f64", "f16", "bf16")

assert set(CPP_TYPES) >= set(STORAGE)
