"""Mark device functions whose names the other branch gives to the host for both sides.

## What it does
Where a branch that only the device's pass sees (`#ifdef __CUDA_ARCH__`) defines a `__device__`
function, and another branch of the same conditional has a macro or function of that name for the
host, the definition is marked `__host__ __device__`.

## Why
nvcc looks at the bodies of host functions in the host's pass, where the name is the other branch's.
Clang looks at them in the device's pass, too, finds the device's function, and refuses it: `no
matching function`. The host's pass does not see the definition, so that no code is made of it.

## What it leaves alone
Functions that the other branches do not name, and those that are marked for both already.

## References
clang, "HIP Support": both passes check all functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._passes import ARCH, devices_and_hosts
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import Branch
from porter.source.text.edits import RuleOutput

#: The mark, and the name of what it stands in front of.
_FUNCTION = re.compile(
    rb"(?<!\w)__device__(?!\w)(?:[\s*&:<>]*+\w++(?=[\s*&:<>]*+\w)){0,12}+[\s*&>]*+"
    rb"(?P<name>\w++)[ \t]*+\("
)
_NAMED = re.compile(rb"(?<![\w.>:])([A-Za-z_]\w*+)[ \t]*+\(")

rule = Rule("LNG92", "device-pass-functions", names=(ARCH,), handles=())

EXAMPLES = (
    Example(
        """
        #ifdef __CUDA_ARCH__
        __device__ __forceinline__ unsigned swap(unsigned x) { return __byte_perm(x, 0, 0x0123); }
        __device__ unsigned other(unsigned x) { return x; }
        #else
        #define swap(x) ((((x) << 24) & 0xff000000u) | ((x) >> 24))
        #endif
        """,
        """
        #ifdef __CUDA_ARCH__
        __host__ __device__ __forceinline__ unsigned swap(unsigned x) { return __byte_perm(x, 0, 0x0123); }
        __device__ unsigned other(unsigned x) { return x; }
        #else
        #define swap(x) ((((x) << 24) & 0xff000000u) | ((x) >> 24))
        #endif
        """,  # noqa: E501
    ),
    Example(
        """
        #if __CUDA_ARCH__ >= 350 && FAST
        __device__
        long turn(long x, int n) { return x; }
        #else
        static long turn(long x, int n) { return x << n; }
        #endif
        """,
        """
        #if __CUDA_ARCH__ >= 350 && FAST
        __host__ __device__
        long turn(long x, int n) { return x; }
        #else
        static long turn(long x, int n) { return x << n; }
        #endif
        """,
        title="a function on both sides",
    ),
    Example(
        """
        #ifdef __CUDA_ARCH__
        __host__ __device__ int both(int x) { return x; }
        __device__ __host__ int also(int x) { return x; }
        #else
        #define both(x) (x)
        #define also(x) (x)
        #endif
        #ifdef FAST
        __device__ int fast(int x) { return x; }
        #else
        #define fast(x) (x)
        #endif
        """,
        title="marked for both, and seen by both passes",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a mark for each such definition."""
    for devices, hosts in devices_and_hosts(file):
        named = {name for branch in hosts for name in _names(file, branch)}
        for branch in devices:
            for match in _FUNCTION.finditer(file.code, branch.start, branch.end):
                around = file.code[file.line_start(match.start()) : match.start("name")]
                if match["name"] in named and b"__host__" not in around:
                    yield rule.insert(match.start(), b"__host__ ")


def _names(file: SourceFile, branch: Branch) -> Iterator[bytes]:
    """Yield what stands before a parenthesis in a branch: its macros and functions are among it."""
    for match in _NAMED.finditer(file.code, branch.start, branch.end):
        yield match[1]
