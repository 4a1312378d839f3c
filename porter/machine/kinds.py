"""What an instruction is, by its name: kind of work, width of an access, arithmetic."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

#: (kind, pattern), the first that matches. What matches none is "other".
_KINDS = (
    ("matrix", r"v_(?:mfma|smfmac|wmma|swmmac)_"),
    ("accumulator moves", r"v_accvgpr_"),
    ("scratch", r"scratch_"),
    ("lane exchange", r"ds_(?:b?permute|swizzle)|v_(?:permlane|readlane|writelane|readfirstlane)"),
    ("LDS", r"ds_|lds_"),
    ("global atomics", r"(?:global|flat|buffer)_atomic"),
    ("global memory", r"(?:global|flat|buffer|tbuffer|image)_"),
    ("scalar memory", r"s_(?:load|buffer_load|store|buffer_store|dcache|scratch)"),
    ("waiting", r"s_(?:wait|nop|sleep|barrier|delay_alu|set_?prio|clause|sethalt|ttrace)"),
    ("branches", r"s_(?:branch|cbranch|endpgm|setpc|swappc|call|getpc|set_inst_prefetch|code_end)"),
    ("transcendental", r"v_(?:s_)?(?:exp|log|rcp|rsq|sqrt|sin|cos)_"),
    ("conversion", r"v_(?:cvt|pk_cvt|cvt_pk)"),
    ("float", r"v_\w*_(?:pk_)?(?:f16|f32|f64|bf16|f16_\w+|f32_\w+|f64_\w+|bf16_\w+)(?:$|_)"),
    ("moves", r"v_(?:mov|cndmask|swap|perm_b32|pack_b32)"),
    ("integer", r"v_"),
    ("scalar", r"s_"),
)
_PATTERNS = tuple((kind, re.compile(pattern)) for kind, pattern in _KINDS)
KINDS = (*(kind for kind, _ in _KINDS), "other")
_ACCESS = re.compile(
    r"(?P<space>global|flat|buffer|tbuffer|ds|scratch)_"
    r"(?P<what>(?:load|store)_2addr(?:_stride64)?|(?:read|write)2(?:st64)?|load|store|read|write)_"
    r"(?P<type>[a-z0-9_]+)$"
)
#: Names of the older forms have no type: these are of 4 bytes, with `_x2` of 8.
_ATOMIC = re.compile(
    r"(?:(?P<global>global|flat|buffer)_atomic|ds)_"
    r"(?P<pair>pk_)?(?P<what>add|sub|rsub|cond_sub|sub_clamp|csub|swap|wrxchg|storexchg|cmpswap|"
    r"cmpst|cmpstore|f?min|f?max|[su]min|[su]max|min_num|max_num|and|or|xor|inc|dec|fcmpswap)"
    r"(?:_rtn)?(?:_(?P<type>[biuf]+\d+))?(?P<wide>_x2)?(?:_rtn)?$"
)
_LETTERS = {"byte": 1, "short": 2, "dword": 4, "ubyte": 1, "sbyte": 1, "ushort": 2, "sshort": 2}
_BITS = re.compile(r"[biuf](?P<bits>8|16|32|64|96|128)$")
_WORDS = re.compile(r"dwordx(?P<count>[234])$")
_MATRIX = re.compile(
    r"v_(?P<family>mfma|smfmac|wmma|swmmac)_(?:scale_)?(?:ld_scale_)?(?P<sum>[a-z]+\d+)_"
    r"(?P<m>\d+)x(?P<n>\d+)x(?P<k>\d++)_?(?:(?P<blocks>\d+)b_)?(?P<factor>[a-z0-9]+)"
)
_FUSED = re.compile(r"v_(?:pk_)?(?:fma|fmac|fmaak|fmamk|mad|mac)\w*_(?:f16|f32|f64|bf16|legacy)")
_SIMPLE = re.compile(r"v_(?:pk_)?(?:add|sub|subrev|mul|max|min)(?:_legacy)?_(?:f16|f32|f64|bf16)$")
_DOT = re.compile(r"v_dot(?P<count>\d+)c?_f32_")
_FLOAT_OF_FACTOR = {"f8f6f4": "fp8", "bf8": "fp8", "fp8": "fp8", "iu8": "i8", "iu4": "i4"}


class Access(NamedTuple):
    """An access of each lane to memory.

    Attributes:
        space: "global", "LDS" or "scratch".
        stores: whether it writes.
        width: bytes of a lane that lie together.
        times: how many of these, 2 for `ds_read2_b32`.
    """

    space: str
    stores: bool
    width: int
    times: int = 1


class Atomic(NamedTuple):
    """An atomic access of each lane.

    Attributes:
        space: "global" or "LDS".
        compares: whether it writes only where it finds what it expects, which loops repeat.
        width: bytes of a lane.
    """

    space: str
    compares: bool
    width: int


class Arithmetic(NamedTuple):
    """Floating-point or matrix operations.

    Attributes:
        unit: "vector" or "matrix".
        type: "f32" and the like: of matrix instructions the type of the factors.
        operations: those of a lane of a vector instruction, of the whole wave of a matrix one.
    """

    unit: str
    type: str
    operations: int


#: `s_load_dwordx4` of gfx9, `s_load_b128` of gfx11, `s_buffer_load_u16` of gfx12.
_SCALAR_LOAD = re.compile(r"s_(?:buffer_)?load_(?:dword(?:x(?P<count>\d+))?|[biu](?P<bits>\d+))$")


@lru_cache(maxsize=4096)
def kind_of(name: str) -> str:
    """Return the kind of an instruction, one of `KINDS`."""
    return next((kind for kind, pattern in _PATTERNS if pattern.match(name)), "other")


@lru_cache(maxsize=4096)
def access_of(name: str) -> Access | None:
    """Return what an instruction reads or writes of each lane; None when it is no such access."""
    match = _ACCESS.match(name)
    if match is None:
        return None
    space = {"ds": "LDS", "scratch": "scratch"}.get(match["space"], "global")
    what, kind = match["what"], match["type"]
    kind = re.sub(r"_(?:d16|d16_hi|addtid|hi|tr)$|^(?:d16|lds|format|addtid)_|_addtid", "", kind)
    kind = re.sub(r"^(?:tr|hi)_|d16_|_d16.*", "", kind)
    width = _LETTERS.get(kind, 0)
    if words := _WORDS.search(kind):
        width = 4 * int(words["count"])
    elif bits := _BITS.search(kind):
        width = int(bits["bits"]) // 8
    if width == 0:
        return None
    count = 2 if "2" in what else 1
    return Access(space, what.startswith(("store", "write")), width, count)


@lru_cache(maxsize=4096)
def scalar_bytes_of(name: str) -> int:
    """Return what a scalar load reads for the whole wave, bytes; 0 when it is no such load."""
    match = _SCALAR_LOAD.match(name)
    if match is None:
        return 0
    if match["bits"]:
        return int(match["bits"]) // 8
    return 4 * int(match["count"] or 1)


@lru_cache(maxsize=4096)
def atomic_of(name: str) -> Atomic | None:
    """Return what an instruction changes at once; None when it is no atomic access."""
    match = _ATOMIC.match(name)
    if match is None:
        return None
    bits = 64 if match["wide"] else 32
    if match["type"] and not match["pair"]:
        bits = int(re.sub(r"\D", "", match["type"]))
    compares = "cmp" in match["what"]
    return Atomic("global" if match["global"] else "LDS", compares, bits // 8)


@lru_cache(maxsize=4096)
def arithmetic_of(name: str) -> Arithmetic | None:
    """Return the operations of an instruction; None for those that are none.

    Vector instructions on integers are none; a maximum or minimum counts as one, a fused
    multiply-add as two, a matrix instruction of sparse factors as its dense form.
    """
    if match := _MATRIX.match(name):
        size = int(match["m"]) * int(match["n"]) * int(match["k"]) * int(match["blocks"] or 1)
        factor = match["factor"]
        return Arithmetic("matrix", _FLOAT_OF_FACTOR.get(factor, factor), 2 * size)
    if match := _DOT.match(name):
        return Arithmetic("vector", "f32", 2 * int(match["count"]))
    pair = 2 if name.startswith("v_pk_") else 1
    kind = next((one for one in ("bf16", "f16", "f64") if name.endswith(one)), "f32")
    if _FUSED.match(name):
        return Arithmetic("vector", kind, 2 * pair)
    return Arithmetic("vector", kind, pair) if _SIMPLE.match(name) else None
