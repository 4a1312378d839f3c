"""Let a project's own template of `min` or `max` go before clang's.

## What it does
Puts `__attribute__((enable_if(true, "own")))` in front of a template of the global scope that is
called `min` or `max`, takes two values of one type and is for the device.

## Why
CUDA's `min` and `max` are functions of numbers, and projects write a template beside them for their
own types. clang's headers for HIP have such templates themselves: the same once more is an error
("cannot overload __device__ function 'min'"), and one that takes references is as good as clang's,
so that each call is ambiguous. With the attribute it is an overload of its own, and where two fit
alike clang takes the one that has it: calls mean the project's function, as on CUDA.

## What it leaves alone
Templates of a namespace or a class, those for the host alone, functions that are no templates, and
files that name the attribute already.

## References
`__clang_hip_math.h`, `min` and `max`; Clang, "Attributes in Clang", `enable_if`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

_TEMPLATE = re.compile(
    rb"\btemplate\s*+<[^<>;{}()]*+>\s*+"
    rb"(?P<head>(?:(?!min\b|max\b)[A-Za-z_]\w*+[\s*&]++)+)(?:min|max)\s*+"
    rb"\([^(){};,]+,[^(){};,]+\)\s*+(?:noexcept\s*+)?[{;]"
)
#: A word in capitals is a macro: it may stand for the marks.
_MARKED = re.compile(rb"\b(?:__device__|[A-Z][A-Z\d]*_[A-Z\d_]++)(?!\w)")

#: Without triggers: `min` and `max` are names of many things.
rule = Rule("LNG88", "own-minmax")

EXAMPLES = (
    Example(
        """
        template <typename T>
        __forceinline__ __host__ __device__ T min(T a, T b) { return a < b ? a : b; }
        template<class T> __device__ const T &max(const T &a, const T &b);
        __global__ void least(int *p) { p[0] = min(p[1], p[2]); }
        """,
        """
        template <typename T>
        __attribute__((enable_if(true, "own"))) __forceinline__ __host__ __device__ T min(T a, T b) { return a < b ? a : b; }
        template<class T> __attribute__((enable_if(true, "own"))) __device__ const T &max(const T &a, const T &b);
        __global__ void least(int *p) { p[0] = min(p[1], p[2]); }
        """,  # noqa: E501
    ),
    Example(
        """
        template <typename T>
        HOST_DEVICE T max(T a, T b) { return a; }
        """,
        """
        template <typename T>
        __attribute__((enable_if(true, "own"))) HOST_DEVICE T max(T a, T b) { return a; }
        """,
        title="a macro that stands for its marks",
    ),
    Example(
        """
        namespace own {
        template <typename T> __device__ T min(T a, T b) { return a < b ? a : b; }
        }
        template <typename T> T max(T a, T b) { return a < b ? b : a; }
        template <typename T> __device__ T min(T a, T b, T c) { return min(min(a, b), c); }
        """,
        title="another scope, the host's, and other arguments",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the attribute for each such template."""
    if file.names.isdisjoint((b"min", b"max")) or b"enable_if" in file.names:
        return
    code = file.code
    for found in _TEMPLATE.finditer(code):
        depth = code.count(b"{", 0, found.start()) - code.count(b"}", 0, found.start())
        if not depth and _MARKED.search(found["head"]):
            at = found.start("head")
            yield rule.insert(at, b'__attribute__((enable_if(true, "own"))) ')
