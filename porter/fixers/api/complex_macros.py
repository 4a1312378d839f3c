"""Include HIP's complex numbers before a macro is defined that they would read.

## What it does
In a file with device code, in front of the first `#define real …`, or of another macro of the name
of a variable in `hip/hip_complex.h`, includes that header.

## Why
hipBLAS, hipFFT, hipSPARSE and hipSOLVER include `hip/hip_complex.h`, which has variables `real`
and `imag`. Behind `#define real double` it does not parse: `cannot combine with previous 'float'
declaration specifier`. CUDA's `cuComplex.h` has no such names.

## What it leaves alone
Files that include the header before; macros with parameters, or between braces; files without
device code, which a compiler that knows no folder of HIP's may read.

## References
`amd_hip_complex.h` of ROCm; `cuComplex.h` of CUDA.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

#: Variables of HIP's header that CUDA's has not.
_VARIABLES = frozenset((b"real", b"imag", b"sqabs", b"ret", b"p", b"q", b"z"))
#: Headers that bring it, by CUDA's names and HIP's.
_BRING = re.compile(
    rb"(?:cu|hip/hip_)[Cc]omplex\.h|cu(?:blas|sparse|fft|solver|solver[A-Z]\w)\w*\.h|hip\w+/hip\w+\.h"
)
_DEVICE = frozenset((b"__device__", b"__global__"))
_OBJECT = re.compile(rb"[ \t]*+(\w++)(?!\()")

rule = Rule("API68", "complex-macros", names=_VARIABLES, handles=())

EXAMPLES = (
    Example(
        """
        #define real double
        __device__ real twice(real x) { return 2 * x; }
        """,
        """
        #include <hip/hip_complex.h>
        #define real double
        __device__ real twice(real x) { return 2 * x; }
        """,
    ),
    Example(
        """
        #include <cufft.h>
        #define real double
        __device__ real twice(real x) { return 2 * x; }
        """,
        title="a header before it brings it",
    ),
    Example(
        """
        #define real(x) x.x
        __device__ float imag(float2 z) { return real(z); }
        """,
        title="a macro with parameters",
    ),
    Example(
        """
        __device__ int last(const int *a) {
        #define p 3
          return a[p];
        }
        """,
        title="within a function",
    ),
    Example("#define real float\nvoid run(real *x);\n", title="a host's file"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the inclusion in front of the first such macro."""
    if file.names.isdisjoint(_DEVICE):
        return
    for one in file.directives:
        if one.keyword != b"define":
            continue
        match = _OBJECT.match(file.code, one.body_start)
        if match is not None and match[1] in _VARIABLES:
            ahead = file.code[: one.start]
            before = (inc for inc in file.includes if not inc.is_test and inc.start < one.start)
            is_outside = ahead.count(b"{") == ahead.count(b"}")
            if is_outside and not any(_BRING.fullmatch(inc.path) for inc in before):
                yield rule.insert(one.start, b"#include <hip/hip_complex.h>" + file.newline)
            return
