"""Keep HIP's operators on vectors away from classes that derive from one.

## What it does
`struct u64 : public uint2 { … operator uint64_t() const; … }` derives from `porter::plain::uint2`,
a structure as CUDA's is: same members, alignment and name inside of the class.

## Why
CUDA's vectors have no operators, so that `a ^ b` of two such classes, or of one and a number, goes
by the conversion to a number. HIP's vectors have operators, which are found for a class that
derives from one and work component by component: `a ^ b` is a vector then, which does not compile
where a number is asked for, and `a + b` loses its carry where both do.

## What it leaves alone
Classes without a conversion to a number: what is computed with them is computed by operators of
the project's own, and they may be handed to functions that take a vector by reference.

## References
`amd_hip_vector_types.h`; CUDA C++ Programming Guide, "Built-in Vector Types".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._vector_types import KINDS
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput

#: Four numbers of 64 bits are plain already: they are those of vector_alignment.hpp.
_PLAIN = frozenset(f"{kind}4" for kind in "long ulong longlong ulonglong double".split())
_NAMES = (f"{kind}{count}" for kind in KINDS for count in (2, 3, 4))
_TYPES = tuple(name.encode() for name in _NAMES if name not in _PLAIN)
_DERIVED = re.compile(
    rb"\b(?:struct|class)[ \t]++(?:__align__\(\d++\)[ \t]*+)?+\w++\s*+(?:final\s*+)?+:\s*+"
    rb"(?:(?:public|protected|private)\s++)?+(?P<base>" + b"|".join(_TYPES) + rb")\s*+\{"
)
_CONVERSION = re.compile(
    rb"\boperator\s++(?:const\s++)?+(?:(?:unsigned|signed|long|short|int|char|float|double|bool"
    rb"|u?int\d++_t|size_t|uint|ulong|ulonglong|__u?int128(?:_t)?)\s*+)++\(\s*+\)"
)

rule = Rule("LNG47", "derived-vectors", names=_TYPES, handles=())

EXAMPLES = (
    Example(
        """
        struct u64 : public uint2 {
          __device__ u64(unsigned a, unsigned b) { uint2::x = a; uint2::y = b; }
          __device__ operator unsigned long long() const { return *(unsigned long long*)this; }
        };
        """,
        """
        #include "porter_compat/derived_vectors.hpp"
        struct u64 : public porter::plain::uint2 {
          __device__ u64(unsigned a, unsigned b) { uint2::x = a; uint2::y = b; }
          __device__ operator unsigned long long() const { return *(unsigned long long*)this; }
        };
        """,
    ),
    Example(
        """
        struct Vec : float3 {
          __device__ float length() const { return sqrtf(x * x + y * y + z * z); }
          __device__ Vec operator-() const { return {-x, -y, -z}; }
        };
        struct Pair { uint2 halves; operator int() const { return halves.x; } };
        """,
        title="no conversion to a number, and a member",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the plain base of each such class."""
    for match in _DERIVED.finditer(file.code):
        close = closing(file.code, match.end() - 1)
        if close is not None and _CONVERSION.search(file.code, match.end(), close):
            at = match.start("base")
            yield rule.insert(at, b"porter::plain::", support="derived_vectors.hpp")
