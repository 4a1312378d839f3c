"""Include `<math.h>` where what nvcc compiles classifies numbers.

## What it does
Asks for `<math.h>` in files with device code, and in any `.cu` and `.cuh`, that call `isfinite`,
`isnan`, `isinf`, `signbit` and their like without `std::`.

## Why
CUDA's runtime header includes `<math.h>`, whose functions of the global scope the host's part of
the code then has. HIP's does not, and `<cmath>` declares them in `std` alone: clang finds the
device's functions only and refuses the call in the host's code.

## What it leaves alone
Calls with `std::`, files that include `<math.h>`, and files that define such a function.

## References
[cmath.syn] and [support.c.headers] of the C++ standard; clang's `__clang_hip_cmath.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Include, SourceFile
from porter.source.cpp.definitions import is_declared_at
from porter.source.cpp.uses import is_declared

_FUNCTIONS = frozenset(
    b"isfinite isnan isinf isnormal signbit fpclassify isgreater isgreaterequal isless islessequal "
    b"islessgreater isunordered".split()
)
_DEVICE = frozenset((b"__device__", b"__global__"))

rule = Rule("LNG09", "classification", names=_FUNCTIONS)

EXAMPLES = (
    Example(
        """
        #include <cuda_runtime.h>
        template <class T> __host__ __device__ bool ok(T x) { return isfinite(x); }
        """,
        """
        #include <math.h>
        #include <cuda_runtime.h>
        template <class T> __host__ __device__ bool ok(T x) { return isfinite(x); }
        """,
    ),
    Example(
        "bool ok(float x) { return isnan(x); }\n",
        "#include <math.h>\nbool ok(float x) { return isnan(x); }\n",
        title="the host's code that nvcc compiles",
    ),
    Example(
        "__device__ bool ok(float x) { return std::isfinite(x); }\n",
        title="it is std's",
    ),
    Example(
        "bool ok(double x) { return isnan(x); }\n",
        path="check.cpp",
        title="no device code, and not nvcc's",
    ),
    Example(
        """
        #include <math.h>
        __device__ bool ok(float x) { return isinf(x); }
        """,
        title="it is included",
    ),
    Example(
        "__device__ bool ok(float x) { bool isinf(float); return isinf(x); }\n",
        path="check.cuh",
        title="it is declared in the function",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[Include]:
    """Ask for the header where a call needs it."""
    if _DEVICE.isdisjoint(file.names) and not file.path.endswith((".cu", ".cuh")):
        return
    if any(include.path == b"math.h" and not include.is_test for include in file.includes):
        return
    calls = list(file.calls(*(_FUNCTIONS & file.names)))
    # A prototype in a block is no definition to the tree, and no call either.
    if any(
        is_declared(file.code, call.start)
        or is_declared_at(file, call.start, call.name, is_api=True)
        for call in calls
    ):
        return
    if any(not file.qualifier(call.start) for call in calls):
        yield rule.include("<math.h>")
