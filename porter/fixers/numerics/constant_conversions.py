"""Convert constants that an integer cannot hold as NVIDIA's GPUs do.

## What it does
In device code, casts of floating-point constants that lie outside of the integer type, of infinity
and of NaN become `porter::saturated` of the support header `saturation.hpp`: `(int)1e10f`,
`static_cast<unsigned>(-INFINITY)`, and `(int)FAR` where the file says what FAR is.

## Why
C++ leaves such a conversion open, and clang takes any value for that of a constant: what depends on
it may be left out. GPUs saturate (`(int)1e10f` is 2147483647) and make 0 of NaN, and code counts on
it.

## What it leaves alone
Constants that fit, once their fraction is cut off; variables, which both vendors' instructions
convert in the same way; host code; implicit conversions (`int i = 1e10f`), which are reported.

## References
C++ standard, [conv.fpint]; PTX ISA, `cvt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isfinite

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

rule = Rule("NUM07", "constant-conversions", names=(b"__global__", b"__device__"), handles=())

#: Bits of a type -> its names; whether it has a sign is seen by the `u` that they begin with.
_NAMES = {
    8: "signed char, int8_t, char, unsigned char, uint8_t, uchar",
    16: "short, int16_t, unsigned short, uint16_t",
    32: "int, signed, signed int, int32_t, unsigned, unsigned int, uint32_t, uint",
    64: "long long, int64_t, long, long int, long long int, unsigned long long, uint64_t,"
    " unsigned long, unsigned size_t",
}
_BITS = {name.encode(): bits for bits, names in _NAMES.items() for name in names.split(", ")}
_TYPE = (
    rb"(?P<type>(?:unsigned|signed|int|long|short|char|std::u?int(?:8|16|32|64)_t"
    rb"|uint(?:8|16|32|64)_t|int(?:8|16|32|64)_t|uint|uchar|std::size_t|size_t)"
    rb"(?:[ \t]++(?:int|long|short|char)\b){0,3}+)"
)
_NUMBER = rb"(?:\d++\.\d*+|\.\d++|\d++(?=[eE]))(?:[eE][-+]?\d++)?+[fF]?+"
_VALUE = rb"(?P<value>[-+]?[ \t]*+(?:" + _NUMBER + rb"|[A-Za-z_]\w*+))"
_CASTS = (
    re.compile(
        rb"\((?<![\w)\]]\()[ \t]*+" + _TYPE + rb"[ \t]*+\)[ \t]*+" + _VALUE + rb"(?![\w.(\[])"
    ),
    re.compile(
        rb"static_cast\b(?<!\wstatic_cast)[ \t]*+<[ \t]*+"
        + _TYPE
        + rb"[ \t]*+>[ \t]*+\([ \t]*+"
        + _VALUE
        + rb"[ \t]*+\)"
    ),
    re.compile(_TYPE + rb"\([ \t]*+" + _VALUE + rb"[ \t]*+\)"),
)
_IMPLICIT = re.compile(_TYPE + rb"[ \t]++\w++[ \t]*+=[ \t]*+(?P<value>-?" + _NUMBER + rb")[ \t]*+;")
_NAME = re.compile(rb"[A-Za-z_]")
_WORD = bytes(byte for byte in range(128) if chr(byte).isalnum() or byte == 0x5F)
_NO_CALL, _NO_DECLARATION = _WORD + b":<(", _WORD + b":"
_DEFINITION = re.compile(
    rb"(?m)(?:^[ \t]*+#[ \t]*+define[ \t]++(?P<macro>\w++)[ \t]++\(?+"
    rb"|\b(?:const|constexpr)[ \t]++(?:float|double)[ \t]++(?P<name>\w++)[ \t]*+=[ \t]*+)"
    rb"(?P<value>-?" + _NUMBER + rb")(?=[ \t]*+(?:[);\r]|$))"
)
_LIMITS = {
    b"INFINITY": float("inf"),
    b"CUDART_INF_F": float("inf"),
    b"CUDART_INF": float("inf"),
    b"HUGE_VALF": float("inf"),
    b"HUGE_VAL": float("inf"),
    b"NAN": float("nan"),
    b"CUDART_NAN_F": float("nan"),
    b"CUDART_NAN": float("nan"),
    b"FLT_MAX": 3.4028234663852886e38,
    b"DBL_MAX": 1.7976931348623157e308,
}

EXAMPLES = (
    Example(
        """
        #define FAR 1e20
        __device__ int f() { return (int)1e10f; }
        __device__ int g() { return static_cast<int>(FAR); }
        """,
        """
        #include "porter_compat/saturation.hpp"
        #define FAR 1e20
        __device__ int f() { return porter::saturated<int>(1e10f); }
        __device__ int g() { return porter::saturated<int>(FAR); }
        """,
    ),
    Example(
        "__device__ int f() { int far = 1e10f; return far; }\n",
        findings=("warning",),
        title="an implicit conversion",
    ),
    Example(
        """
        __device__ unsigned f(float x) { return (unsigned)x + (int)1e9f + (int)-1.5f; }
        int g() { return (int)1e10f; }
        """,
        title="variables, constants that fit, host code",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each cast of a constant that its type cannot hold."""
    casts = [
        match
        for pattern, before in zip(_CASTS, (b"", b"", _NO_CALL), strict=True)
        for match in _matches(pattern, file.code, before)
    ]
    if casts:
        constants = _LIMITS | dict(_definitions(file))
        for match in casts:
            if _is_beyond(match, constants) and _is_device_code(file, match.start()):
                value = file.data[slice(*match.span("value"))]
                text = b"porter::saturated<%b>(%b)" % (match["type"], value)
                yield rule.replace(match.span(), text, support="saturation.hpp")
    for match in _matches(_IMPLICIT, file.code, _NO_DECLARATION):
        if _is_beyond(match, {}) and _is_device_code(file, match.start()):
            yield rule.warning(
                match.span("value"),
                "the integer cannot hold this constant: clang takes any value for it",
                hint="NVIDIA's GPUs saturate: write the largest or smallest integer, or 0 for NaN",
            )


def _matches(
    pattern: re.Pattern[bytes], code: bytes, not_behind: bytes
) -> Iterator[re.Match[bytes]]:
    """Yield the matches that stand behind none of some bytes.

    Patterns that begin with what stands behind are tried at each byte; this is much faster.
    """
    match = pattern.search(code)
    while match is not None:
        at = match.start()
        stands = at == 0 or code[at - 1] not in not_behind
        if stands:
            yield match
        match = pattern.search(code, match.end() if stands else at + 1)


def _is_device_code(file: SourceFile, at: int) -> bool:
    return not file.directive_at(at) and function_around(file, at) is not None


def _is_beyond(match: re.Match[bytes], constants: Mapping[bytes, float]) -> bool:
    """Tell whether a constant, once its fraction is cut off, lies outside of a type."""
    name = b" ".join(match["type"].removeprefix(b"std::").split())
    name = name.replace(b"size_t", b"unsigned size_t")
    bits = _BITS.get(name)
    value = match["value"]
    text = value.lstrip(b"-+ \t")
    number = constants.get(text) if _NAME.match(text) else float(text.rstrip(b"fF"))
    if bits is None or number is None:
        return False
    if not isfinite(number):
        return True
    whole = int(-number if value.startswith(b"-") else number)
    least = 0 if name.startswith(b"u") else -(1 << (bits - 1))
    return not least <= whole < least + (1 << bits)


def _definitions(file: SourceFile) -> Iterator[tuple[bytes, float]]:
    """Yield the macros and constants of a file that are numbers."""
    for match in _DEFINITION.finditer(file.code):
        yield match["macro"] or match["name"], float(match["value"].rstrip(b"fF"))
