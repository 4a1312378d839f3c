"""Take away what repeats CUDA's declarations of what is built in.

## What it does
Deletes `__device_builtin__` and `__cudart_builtin__` in declarations:
`extern __device__ __device_builtin__ void __syncthreads(void);` keeps its other words. Deletes
declarations of built-in variables: `extern const dim3 blockDim;`. `__builtin_align__(16)` becomes
`__align__(16)`, which it is in CUDA's headers.

## Why
CUDA's `host_defines.h` defines the words, for its own headers, and projects repeat its declarations
for editors that know none of them. HIP has no such word: `unknown type name '__device_builtin__'`.
The declaration itself may stand beside HIP's. Its variables have types of their own, for the host
as well: `redeclaration of 'blockDim' with a different type`.

## What it leaves alone
Words that the project defines itself, and those in directives.

## References
CUDA's `crt/host_defines.h`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

_WORDS = frozenset((b"__device_builtin__", b"__cudart_builtin__"))
_ALIGNED = b"__builtin_align__"
_VARIABLES = (b"blockDim", b"blockIdx", b"gridDim", b"threadIdx")
_BLANKS = re.compile(rb"[ \t]*+")
_DECLARED = re.compile(
    rb"\bextern\s++(?:(?:const|__device__|__device_builtin__)\s++)*+(?:struct\s++)?+(?:dim3|uint3)\s++"
    rb"(?:const\s++)?+(?:%b)\s*+;(?:[ \t]*+\r?\n)?+" % b"|".join(_VARIABLES)
)

rule = Rule(
    "LNG90", "builtin-marks", names=(*_WORDS, _ALIGNED, *_VARIABLES), handles=(*_WORDS, _ALIGNED)
)

EXAMPLES = (
    Example(
        """
        extern __device__ __device_builtin__ void __syncthreads(void);
        struct __device_builtin__ Pair { int x, y; };
        """,
        """
        extern __device__ void __syncthreads(void);
        struct Pair { int x, y; };
        """,
    ),
    Example(
        "struct __builtin_align__(32) Pair { uint4 x, y; };\n",
        "struct __align__(32) Pair { uint4 x, y; };\n",
        title="an alignment",
    ),
    Example(
        """
        #ifndef __CUDA_ARCH__
        extern const dim3 blockDim;
        extern const uint3 threadIdx;
        #endif
        __global__ void kernel(int *p) { p[threadIdx.x] = blockDim.x; }
        """,
        """
        #ifndef __CUDA_ARCH__
        #endif
        __global__ void kernel(int *p) { p[threadIdx.x] = blockDim.x; }
        """,
        title="variables",
    ),
    Example(
        """
        #ifndef __device_builtin__
        #define __device_builtin__
        #endif
        extern __device__ __device_builtin__ void __threadfence(void);
        """,
        title="the project defines it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each of the words, and for each declaration of a variable."""
    gone: list[tuple[int, int]] = []
    if b"extern" in file.names:
        gone = [found.span() for found in _DECLARED.finditer(file.code)]
        yield from (rule.replace(span, b"") for span in gone)
    if not _is_own(file, context, _ALIGNED):
        for use in file.mentions((_ALIGNED,)):
            yield rule.replace(use, b"__align__")
    words = file.mentions(frozenset(name for name in _WORDS if not _is_own(file, context, name)))
    starts = [start for start, _ in gone]
    for use in words:
        before = bisect_right(starts, use.start) - 1
        is_gone = before >= 0 and use.start < gone[before][1]
        if not is_gone and file.directive_at(use.start) is None:
            end = _BLANKS.match(file.code, use.end)
            yield rule.replace((use.start, end.end() if end else use.end), b"")


def _is_own(file: SourceFile, context: Context, name: bytes) -> bool:
    """Tell whether the project defines a macro of the name."""
    at = file.all_occurrences(name)
    return name in context.defined or any(file.is_macro_name(start) for start in at)
