"""Report memory that is read as another type than it was written.

## What it does
Reports, once a file, casts in device code of a variable or pointer to a pointer to another
arithmetic type: `*(int *)&x`, `reinterpret_cast<unsigned *>(f + i)` of a `float *f`; and references
into a union.

## Why
C++ lets a compiler assume that pointers to different types do not meet. nvcc does not make use of
it: device code reads again what was written through the other pointer. clang does, and HIP's
compiler may give the old value. `-fno-strict-aliasing` has clang work as nvcc does. porter builds
with it, and the port's CMakeLists.txt, Makefiles and PyTorch builds have it (BLD44, BLD45).

## What it leaves alone
Casts to characters and bytes, which may alias anything, to the signed or unsigned kin of a type,
and to vectors; `memcpy`, and `__float_as_int` and its kin; casts of what the file does not declare.

## References
C++ standard, [basic.lval]; clang, `-fno-strict-aliasing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import element_type, named_type
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

_TYPE = (
    rb"(?:(?:const|volatile)[ \t]++)*+(?P<type>[\w:]++(?:[ \t]++(?!const\b)\w++){0,2}+)"
    rb"(?:[ \t]++const)?+"
)
_CASTS = (
    re.compile(rb"(?<![\w)\]])\([ \t]*+" + _TYPE + rb"[ \t]*+\*[ \t]*+\)[ \t]*+(?P<of>[&(\w])"),
    re.compile(
        rb"\breinterpret_cast[ \t]*+<[ \t]*+"
        + _TYPE
        + rb"[ \t]*+[*&][ \t]*+>[ \t]*+\((?P<of>[ \t]*+[&(\w])"
    ),
)
_OPERAND = re.compile(rb"[\s(&]*(\w+)")
_INTO_UNION = re.compile(
    rb"\b(?:int|unsigned|float|uint32_t|short)[ \t]*&[ \t]*\w+[ \t]*[:=][ \t]*\w+\.\w"
)
_BYTES = re.compile(rb"(?:(?:un)?signed[ \t]+)?char|std::byte|u?int8_t|void")
_SAME = re.compile(rb"\bunsigned\b ?")
_DEVICE = (b"__global__", b"__device__")

rule = Rule("NUM05", "type-punning", fix=Fix.NONE, names=_DEVICE, handles=())

EXAMPLES = (
    Example(
        """
        __device__ int bits(float x) { return *(int *)&x; }
        __device__ void clear(float *f, int n) {
          for (int i = 0; i < n; i++) *reinterpret_cast<unsigned *>(f + i) = 0;
        }
        """,
        findings=("note",),
    ),
    Example(
        """
        __device__ float f(float x, const float *p, int a, int b) {
          unsigned char first = *(unsigned char *)&x;
          float4 four = *(const float4 *)p;
          extern __shared__ unsigned int sm[];
          unsigned *words = (unsigned int *)sm;
          return __int_as_float(first) + a *(b & 3);
        }
        """,
        title="bytes, a vector of the same type, a function for it, a product",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield one finding for the casts of a file."""
    places = [
        (match.start("type"), match.end("of"))
        for pattern in _CASTS
        for match in pattern.finditer(file.code)
        if _is_other_type(file, match)
    ]
    if b"union" in file.names:
        places += [match.span() for match in _INTO_UNION.finditer(file.code)]
    places = [place for place in places if function_around(file, place[0]) is not None]
    if places:
        yield rule.note(
            min(places),
            "memory is used as another type than its own: clang may keep the old value",
            hint="compile with -fno-strict-aliasing, as nvcc does, or copy the bits with memcpy",
            occurrences=len(places),
        )


def _is_other_type(file: SourceFile, match: re.Match[bytes]) -> bool:
    """Tell whether a cast names another type than that of the variable that is cast."""
    target = match.group("type").strip()
    operand = _OPERAND.match(file.code, match.start("of"))
    if operand is None or _BYTES.fullmatch(target):
        return False
    own = element_type(file, operand.group(1))
    wanted = named_type(target)
    return own is not None and wanted is not None and _without_sign(own) != _without_sign(wanted)


def _without_sign(name: bytes) -> bytes:
    return _SAME.sub(b"", name) or b"int"
