"""Supply the mathematical functions that nvcc has for host code and HIP for the device alone.

## What it does
Includes the support header `host_math.hpp` where code that the host runs calls `rsqrt`, `rcbrt`,
`sinpi`, `cospi`, `sincospi`, `erfinv`, `erfcinv`, `erfcx`, `normcdf`, `normcdfinv`, or one of their
`float` functions (`rsqrtf`).

## Why
CUDA's headers define them for the host, too; HIP's for the device. The C library has none of them
before the C standard of 2023, which brings some.

## What it leaves alone
Device code, functions of the project's own but those for an older CUDA, and functions of another
scope.

## References
CUDA `math_functions.h`, whose functions for the host these are; clang `__clang_hip_math.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._branches import kept_for_others
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.cpp.uses import is_function_declared
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds

_DOUBLES = b"rsqrt rcbrt sinpi cospi sincospi erfinv erfcinv erfcx normcdf normcdfinv".split()
_NAMES = frozenset(name + suffix for name in _DOUBLES for suffix in (b"", b"f"))
_DEVICE = frozenset((b"__global__", b"__device__"))
#: What a header may say in place of them, which marks its functions by a macro.
_OF_NVCC = frozenset((*_DEVICE, b"__CUDACC__"))
_CUDA_SUFFIXES = (".cu", ".cuh")

rule = Rule("LNG38", "host-math", names=_NAMES, shadowable=_NAMES)

EXAMPLES = (
    Example(
        """
        double put(double d, double rate) { return rate * normcdf(-d); }
        """,
        """
        #include "porter_compat/host_math.hpp"
        double put(double d, double rate) { return rate * normcdf(-d); }
        """,
    ),
    Example(
        """
        __host__ __device__ float length(float x) { return rsqrtf(x); }
        """,
        """
        #include "porter_compat/host_math.hpp"
        __host__ __device__ float length(float x) { return rsqrtf(x); }
        """,
        title="code of the host and the device",
    ),
    Example("__device__ float f(float x) { return rsqrtf(x); }\n", title="device code"),
    Example(
        """
        static float rsqrtf(float x) { return 1.0f / sqrtf(x); }
        float f(float x) { return rsqrtf(x); }
        """,
        title="a function of its own",
    ),
    Example(
        """
        #if !defined(CUDART_VERSION) || CUDART_VERSION < 5000
        EVERYWHERE void sincospif(float x, float* s, float* c) { sincosf(3.1415927f * x, s, c); }
        #endif
        #if defined(__CUDACC__)
        EVERYWHERE void turn(float x, float2* f) { sincospif(x, &f->x, &f->y); }
        #endif
        """,
        """
        #ifdef __HIPCC__
        #include "porter_compat/host_math.hpp"
        #endif
        #if !defined(CUDART_VERSION) || CUDART_VERSION < 5000
        EVERYWHERE void sincospif(float x, float* s, float* c) { sincosf(3.1415927f * x, s, c); }
        #endif
        #if defined(__CUDACC__)
        EVERYWHERE void turn(float x, float2* f) { sincospif(x, &f->x, &f->y); }
        #endif
        """,
        path="turn.hpp",
        title="a function of its own for an older CUDA",
    ),
    Example(
        """
        #ifndef __CUDACC__
        inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
        #endif
        inline __host__ __device__ float length(float x) { return rsqrtf(x); }
        """,
        """
        #include "porter_compat/host_math.hpp"
        #ifndef __CUDACC__
        inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
        #endif
        inline __host__ __device__ float length(float x) { return rsqrtf(x); }
        """,
        path="helper.h",
        title="a function of its own for other compilers",
    ),
    Example("float f(float x) { return rsqrtf(x); }\n", path="host.cpp", title="a C++ unit"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Ask for the support header where the host calls one of the functions."""
    if not (_OF_NVCC & file.names or file.path.endswith(_CUDA_SUFFIXES)):
        return
    found = False
    others = kept_for_others(file)
    for call in file.calls(*(_NAMES & file.names)):
        if file.qualifier(call.start) or holds(others, call.start):
            continue
        if is_function_declared(file.code, call.start):
            return
        function = function_around(file, call.start)
        found = found or function is None or function.is_host
    if found:
        yield rule.support("host_math.hpp")
