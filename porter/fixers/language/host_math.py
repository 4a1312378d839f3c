"""Supply the mathematical functions that nvcc has for host code and HIP for the device alone.

## What it does
Includes the support header `host_math.hpp` where code that the host runs calls `rsqrt`, `rcbrt`,
`sinpi`, `cospi`, `sincospi`, `erfinv`, `erfcinv`, `erfcx`, `normcdf`, `normcdfinv`, or one of their
`float` functions (`rsqrtf`).

## Why
CUDA's headers define them for the host, too; HIP's for the device. The C library has none of them
before the C standard of 2023, which brings some.

## What it leaves alone
Device code, functions of the project's own, and functions of another scope.

## References
CUDA `math_functions.h`, whose functions for the host these are; clang `__clang_hip_math.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.cpp.uses import is_function_declared
from porter.source.text.edits import RuleOutput

_DOUBLES = b"rsqrt rcbrt sinpi cospi sincospi erfinv erfcinv erfcx normcdf normcdfinv".split()
_NAMES = frozenset(name + suffix for name in _DOUBLES for suffix in (b"", b"f"))
_DEVICE = frozenset((b"__global__", b"__device__"))
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
    Example("float f(float x) { return rsqrtf(x); }\n", path="host.cpp", title="a C++ unit"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Ask for the support header where the host calls one of the functions."""
    if not (_DEVICE & file.names or file.path.endswith(_CUDA_SUFFIXES)):
        return
    found = False
    for call in file.calls(*(_NAMES & file.names)):
        if file.qualifier(call.start):
            continue
        if is_function_declared(file.code, call.start):
            return
        function = function_around(file, call.start)
        found = found or function is None or function.is_host
    if found:
        yield rule.support("host_math.hpp")
