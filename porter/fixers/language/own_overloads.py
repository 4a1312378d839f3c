"""Let a project's own atomic go before the one that HIP adds.

## What it does
Puts `__attribute__((enable_if(true, "own")))` in front of a function of the project's
that adds an overload to CUDA's atomic functions: `atomicMax(double *, double)` and the like.

## Why
CUDA has `atomicMax` and `atomicMin` of integers alone, and projects write those of `float` and
`double` themselves, as a loop around `atomicCAS`. HIP has these overloads: the second definition is
an error ("redefinition of 'atomicMax'"). With the attribute it is an overload of its own, and where
two fit alike clang takes the one that has it: calls mean the project's function, as on CUDA.

## What it leaves alone
Functions in a namespace or a class, templates, macros, and what names the attribute already.

## References
Clang, "Attributes in Clang", `enable_if`: overload resolution prefers candidates with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import global_function, head
from porter.source import Edit, SourceFile, Use
from porter.source.text.brackets import closing

_OPERATIONS = "Add Sub Min Max And Or Xor Exch CAS Inc Dec".split()
_SCOPES = ("", "_block", "_system")
_ATTRIBUTE = b'__attribute__((enable_if(true, "own"))) '

#: What stands in front of the name of a function that is defined.
_HEAD = re.compile(rb"(?!(?:return|else|template|if|while|for)\b)(?:[A-Za-z_][\w:]*+[\s*&]++){2,}+")

rule = Rule(
    "LNG21",
    "own-overloads",
    names=(f"atomic{name}{scope}".encode() for name in _OPERATIONS for scope in _SCOPES),
    handles=(),
)

EXAMPLES = (
    Example(
        """
        __device__ double atomicMax(double *p, double x) {
          return x;
        }
        static __device__ float atomicMin(float *, float);
        __global__ void largest(double *found, double x) { atomicMax(found, x); }
        """,
        """
        __attribute__((enable_if(true, "own"))) __device__ double atomicMax(double *p, double x) {
          return x;
        }
        __attribute__((enable_if(true, "own"))) static __device__ float atomicMin(float *, float);
        __global__ void largest(double *found, double x) { atomicMax(found, x); }
        """,
    ),
    Example(
        """
        DEVICE INLINE
        std::uint64_t atomicCAS(std::uint64_t* p, std::uint64_t x, std::uint64_t y)
        { return atomicCAS((unsigned long long*)p, x, y); }
        """,
        """
        __attribute__((enable_if(true, "own"))) DEVICE INLINE
        std::uint64_t atomicCAS(std::uint64_t* p, std::uint64_t x, std::uint64_t y)
        { return atomicCAS((unsigned long long*)p, x, y); }
        """,
        title="macros that stand for its qualifiers",
    ),
    Example(
        """
        namespace own { __device__ double atomicMax(double *p, double x) { return x; } }
        template <typename T> __device__ T atomicMin(T *p, T x) { return x; }
        struct Counter { __device__ int atomicAdd(int *p, int x); };
        __device__ double mine(double *p) { return atomicMax(p, 1.0); }
        """,
        title="another scope, a template, a call",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the attribute for each function that adds an overload to an atomic of CUDA's."""
    yield from marked(file)


def marked(file: SourceFile) -> Iterator[Edit]:
    """Yield the attribute for each function of a file that adds an overload to an atomic.

    Args:
        file: the file.
    """
    if b"enable_if" in file.names:
        return
    for use in sorted(file.occurrences_of(rule.names)):
        first = head(file, use.start)
        is_number = file.code[first : first + 1].isdigit()  # of a statement that is broken off
        if is_number:
            continue
        if global_function(file, use.start, use.end) or _is_defined(file, first, use):
            yield rule.insert(first, _ATTRIBUTE)


def _is_defined(file: SourceFile, first: int, use: Use) -> bool:
    """Tell whether words alone, of which some are macros, and a body make it a function's."""
    words = _HEAD.fullmatch(file.code, first, use.start)
    opening = file.next(use.end)
    if words is None or file.code[opening : opening + 1] != b"(":
        return False
    end = closing(file.code, opening)
    behind = file.next(end + 1) if end is not None else -1
    depth = file.code.count(b"{", 0, first) - file.code.count(b"}", 0, first)
    return not depth and behind >= 0 and file.code[behind : behind + 1] == b"{"
