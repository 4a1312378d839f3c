"""Keep the alignment of CUDA's vectors of four 64-bit numbers.

## What it does
`double4`, `long4`, `ulong4`, `longlong4`, `ulonglong4` and their `make_` functions become those of
the support header `vector_alignment.hpp`, which are aligned to 16 bytes, as CUDA's are. CUDA 13's
names with `_16a` and `_32a` say their alignment and get it.

## Why
HIP aligns these types to 32 bytes. A struct that holds one has other offsets and another size:
`struct { int n; double4 v; }` takes 48 bytes in CUDA and 64 in HIP. Files and messages of the CUDA
program, offsets written into code and buffers shared with it are then read wrong. The header
checks at compile time that all other vector types agree.

## What it leaves alone
The other vector types, whose sizes and alignments are the same, types of the project, and its own
overloads of the functions, with other numbers of parameters than four. What
stands in for them where there is no CUDA (`#ifndef __CUDACC__`) stays declared as it is.

## References
CUDA C++ Programming Guide, built-in vector types; HIP `amd_hip_vector_types.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile, Use
from porter.source.cpp.stand_ins import is_own_name
from porter.source.text.edits import RuleOutput

_TYPES = ("double4", "long4", "ulong4", "longlong4", "ulonglong4")
_PORT = {
    f"{prefix}{name}{suffix}".encode(): f"porter::{prefix}{name}{kept}".encode()
    for name in _TYPES
    for prefix in ("", "make_")
    for suffix, kept in (("", ""), ("_16a", ""), ("_32a", "_32a"))
}

rule = Rule("MEM06", "vector-alignment", names=_PORT)

EXAMPLES = (
    Example(
        """
        struct Row { int id; double4 value; };
        __device__ double4 sum(double4 a) { return make_double4(a.x, a.y, 0, 0); }
        """,
        """
        #include "porter_compat/vector_alignment.hpp"
        struct Row { int id; porter::double4 value; };
        __device__ porter::double4 sum(porter::double4 a) { return \
porter::make_double4(a.x, a.y, 0, 0); }
        """,
    ),
    Example(
        "longlong4_16a a; ulong4_32a b;\n",
        """
        #include "porter_compat/vector_alignment.hpp"
        porter::longlong4 a; porter::ulong4_32a b;
        """,
        title="CUDA 13's names",
    ),
    Example("double2 a; float4 b; int4 c;\n", title="types that agree"),
    Example(
        """
        #ifndef __CUDACC__
        struct ALIGNED(16) double4 { double x, y, z, w; };
        typedef struct { long x, y, z, w; } long4;
        double4 make_double4(double x) { double4 all = {x, x, x, x}; return all; }
        #endif
        """,
        """
        #include "porter_compat/vector_alignment.hpp"
        #ifndef __CUDACC__
        struct ALIGNED(16) double4 { double x, y, z, w; };
        typedef struct { long x, y, z, w; } long4;
        porter::double4 make_double4(double x) { porter::double4 all = {x, x, x, x}; return all; }
        #endif
        """,
        title="stand-ins",
    ),
    Example(
        """
        double4 make_double4(const Point &p) { return make_double4(p.x, p.y, p.z, 0); }
        double4 f(Point p) { return make_double4(p); }
        """,
        """
        #include "porter_compat/vector_alignment.hpp"
        porter::double4 make_double4(const Point &p) { return porter::make_double4(p.x, p.y, p.z, 0); }
        porter::double4 f(Point p) { return make_double4(p); }
        """,  # noqa: E501
        title="overloads of the project's own",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each use of one of the types."""
    for use in file.mentions(_PORT.keys() - context.defined):
        if _is_overload(file, use):
            continue
        if not (file.is_macro_name(use.start) or is_own_name(file, use.start, use.end)):
            yield rule.replace(use, _PORT[use.name], support="vector_alignment.hpp")


def _is_overload(file: SourceFile, use: Use) -> bool:
    """Tell whether a `make_` function is one of the project's, by the number of its arguments."""
    if not use.name.startswith(b"make_"):
        return False
    call = file.call_at(use.start, use.end)
    if call is None or len(call.arguments) == 4:
        return False
    given = [file.code[slice(*one)] for one in call.arguments]
    return len(given) > 1 or (len(given) == 1 and not given[0].isupper())  # no macro for all four
