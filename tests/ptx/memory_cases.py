"""Cases of the instructions on global and on shared memory."""

from __future__ import annotations

from collections.abc import Iterator

from porter.ptx.values import STORAGE
from tests.ptx.case import IN, LETTERS, Case

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


def memory_cases() -> Iterator[Case]:
    """Cases on memory of the thread's own: `cell` in global memory, `slot` in shared."""
    cell = ("l", "cell")
    fill = "cell[0] = in[0]; cell[1] = in[1];"
    for opcode in _LOADS:
        letter = LETTERS[STORAGE[_type(opcode)]]
        yield Case(opcode, f"{opcode} @@0, [@@1];", (letter,), (cell,), "int", fill)
    yield Case("ld offset", "ld.global.u32 @@0, [@@1+8];", ("r",), (cell,), "int", fill)
    for opcode in _VECTOR_LOADS:
        letter = LETTERS[STORAGE[_type(opcode)]]
        text = f"{opcode} {{@@0, @@1}}, [@@2];"
        yield Case(opcode, text, (letter, letter), (cell,), "int", fill)
    for opcode in _STORES:
        letter = LETTERS[STORAGE[_type(opcode)]]
        inputs = (cell, (letter, IN[letter].format(2)))
        yield Case(
            opcode, f"{opcode} [@@1], @@2; mov.u32 @@0, 0;", ("r",), inputs, "f32", fill, "cell[0]"
        )
    inputs = (cell, ("r", "uint32_t(in[2])"), ("r", "uint32_t(in[3])"))
    text = "st.global.v2.b32 [@@1+8], {@@2, @@3}; mov.u32 @@0, 0;"
    yield Case("st.global.v2.b32", text, ("r",), inputs, "int", fill, "cell[1]")
    for opcode in (*_ATOMICS, *_REDUCTIONS):
        kind = _type(opcode)
        letter = LETTERS[STORAGE[kind]]
        pool = kind.removesuffix("x2") if "f" in kind else "int"
        value = (letter, IN[letter].format(2))
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
        letter = LETTERS[STORAGE[_type(opcode)]]
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
