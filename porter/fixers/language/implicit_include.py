"""Include what nvcc includes by itself.

## What it does
Adds `#include <hip/hip_runtime.h>` to device files (`.cu`, `.cuh`) that use CUDA's language or
runtime and include no header that brings it, or include a header of the project before that which
uses the runtime and includes nothing itself. In a header that has its device code under
`#ifdef __CUDACC__`, so that a host's compiler can read it, the inclusion stands under
`#ifdef __HIPCC__`; so it does in a source of the host's that a link has compiled as device code
(`a.cu -> a.cpp`).

## Why
nvcc puts `cuda_runtime.h` in front of every file that it compiles as CUDA. HIP's compiler knows
the keywords, but `threadIdx`, `dim3`, the device functions and the runtime's API come from
`hip/hip_runtime.h`, which has to be included.

## What it leaves alone
Files that include `cuda_runtime.h`, `cuda.h` or `hip/hip_runtime.h` themselves; host files and
headers of other suffixes, which have to include it on CUDA's side as well; headers that declare the
handles themselves that they use (`typedef struct CUstream_st* cudaStream_t;`), so that a host's
compiler can read them.

## References
CUDA C++ compiler driver documentation, "--x cu"; HIP porting guide, "hip_runtime.h".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from porter.compat.headers import SUPPORT_FOLDER, is_support, text
from porter.fixers import Context, Example, Rule
from porter.fixers.language._counted_on import count_on_the_runtime
from porter.fixers.launch._expression import OPENING
from porter.source import Include, SourceFile
from porter.source.preprocessor.directives import IncludeDirective
from porter.source.text.languages import DEVICE_SUFFIXES

rule = Rule("LNG01", "implicit-include")

_RUNTIME = b"hip/hip_runtime.h"
_SUPPORT = SUPPORT_FOLDER.encode() + b"/"
_LIBRARIES = frozenset({"runtime", "driver", "device"})
#: What only `hip/hip_runtime.h` brings; the qualifiers are here because a kernel needs the rest.
_LANGUAGE = frozenset(
    b"__global__ __device__ __host__ __shared__ __constant__ __managed__ __launch_bounds__ "
    b"threadIdx blockIdx blockDim gridDim warpSize dim3 float2 float3 float4 int2 int3 int4 uint2 "
    b"uint3 uint4 double2 double3 double4 uchar4 char4 short2 short4 atomicAdd __syncthreads "
    b"__ldg".split()
)
#: A handle that a file declares for itself, in front of the header that has it.
_HANDLE = re.compile(rb"\btypedef\s++struct\s++(CU\w++)\s*+\*\s*+(cuda\w++)\s*+;")

EXAMPLES = (
    Example(
        "__global__ void k(float *x) { x[threadIdx.x] = 0; }\n",
        """
        #include <hip/hip_runtime.h>
        __global__ void k(float *x) { x[threadIdx.x] = 0; }
        """,
    ),
    Example(
        """
        // kernels
        #include "scan.cuh"

        template void scan<float>(float *);
        """,
        """
        // kernels
        #include <hip/hip_runtime.h>
        #include "scan.cuh"

        template void scan<float>(float *);
        """,
        title="a header of the project may count on it, too",
    ),
    Example(
        """
        #pragma once
        #include <cmath>
        __device__ float f(float);
        """,
        """
        #pragma once
        #include <hip/hip_runtime.h>
        #include <cmath>
        __device__ float f(float);
        """,
        path="maths.cuh",
    ),
    Example(
        """
        #pragma once
        constexpr int n = 3;
        #ifdef __CUDACC__
        __global__ void k(float *x);
        #endif
        """,
        """
        #pragma once
        #ifdef __HIPCC__
        #include <hip/hip_runtime.h>
        #endif
        constexpr int n = 3;
        #ifdef __CUDACC__
        __global__ void k(float *x);
        #endif
        """,
        path="kernels.cuh",
        title="a header that a host's compiler reads, too",
    ),
    Example(
        """
        #include "cuda.h"
        void f() { cudaDeviceSynchronize(); }
        """,
        """
        #include <hip/hip_runtime.h>
        #include "cuda.h"
        void f() { cudaDeviceSynchronize(); }
        """,
        path="example.cu",
        files=("cuda.h",),
        title="a header of the project that is called like one of CUDA's",
    ),
    Example(
        """
        #include <cuda_runtime.h>
        __global__ void k() {}
        """,
        title="it is included",
    ),
    Example(
        """
        #include "cuda.h"
        __global__ void k() {}
        """,
        """
        #include <hip/hip_runtime.h>
        #include "cuda.h"
        __global__ void k() {}
        """,
        title="a header of the project's that is called like one of CUDA's",
        files=("cuda.h",),
    ),
    Example(
        """
        #include <vector>
        std::vector<int> v;
        """,
        title="nothing of CUDA in it",
    ),
    Example(
        """
        #pragma once
        struct CUstream_st;
        typedef struct CUstream_st* cudaStream_t;
        void start(cudaStream_t stream);
        """,
        path="start.cuh",
        title="a handle that the header declares itself",
    ),
    Example(
        "__device__ float f(float);\n",
        path="maths.h",
        title="whoever includes it supplies it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Include]:
    """Ask for the runtime's header where nvcc supplies it."""
    if not file.path.endswith(tuple(DEVICE_SUFFIXES)) and not context.is_linked:
        return
    before = _own_before_runtime(file, context)
    if before is None:
        has_headers = context.is_linked or file.path.endswith((".cu", ".cu.in"))
        is_needed = _uses_cuda(file, context) or (has_headers and _includes_own_header(file))
    else:
        is_needed = count_on_the_runtime(file, before)
    if is_needed:
        yield rule.include(f"<{_RUNTIME.decode()}>", by_hipcc=context.is_linked, is_first=True)


def _own_before_runtime(file: SourceFile, context: Context) -> list[bytes] | None:
    """Return the project's headers in front of one that brings the runtime's; None without one."""
    before: list[bytes] = []
    for include in file.includes:
        if include.is_test:
            continue
        if include.path in context.headers or _is_own(include):
            before.append(include.path)
            continue
        name = include.path.rpartition(_SUPPORT)[2]
        is_support = name != include.path
        row = context.tables.headers.get(include.path)
        if (is_support and _is_with_runtime(name.decode("ascii", "replace"))) or (
            _RUNTIME in (include.path, row.hip if row is not None else b"")
        ):
            return before
    return None


def _is_own(include: IncludeDirective) -> bool:
    return not include.angled and _SUPPORT not in include.path


def _is_with_runtime(header: str) -> bool:
    """Tell whether a support header includes the runtime's."""
    return is_support(header) and b"#include <%b>" % _RUNTIME in text(header)


def _uses_cuda(file: SourceFile, context: Context) -> bool:
    if not _LANGUAGE.isdisjoint(file.names) or OPENING.search(file.code):
        return True
    rows = context.tables.names
    own = set(chain.from_iterable(_HANDLE.findall(file.code)))
    return any(
        name in rows
        and rows[name].library in _LIBRARIES
        and (name.startswith(b"__") or not rows[name].same)
        and name not in context.defined
        and name not in own
        for name in file.names
    )


def _includes_own_header(file: SourceFile) -> bool:
    return any(_is_own(include) and not include.is_test for include in file.includes)
