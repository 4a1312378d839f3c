"""Rename CUB's macros to hipCUB's.

## What it does
`CubDebug`, `_CubLog`, `CUB_RUNTIME_FUNCTION`, `CUB_STDERR`, `CUB_NAMESPACE_BEGIN` and `_END`, and
the sums such as `CUB_MAX` and `CUB_QUOTIENT_CEILING` become hipCUB's; `CUB_CPP_DIALECT` becomes
`(__cplusplus / 100)`. A functor's `CUB_RUNTIME_FUNCTION bool operator()(…)` that calls nothing of
CUDA's becomes `__host__ __device__`: CUB's macro says so where device code is linked, hipCUB's
says `__host__`. `CubDebugExit` comes from the support header `cub_debug.hpp`. `CUB_PTX_ARCH`,
`CUB_IS_DEVICE_CODE` and `CUB_IS_HOST_CODE` are reported, and with `--warp native`
`CUB_PTX_WARP_THREADS`, which is a warp's 32 lanes otherwise.

## Why
hipCUB's macros have names of their own, and it has none for `CubDebugExit`. Its `HIPCUB_ARCH` is 1,
whatever the GPU. In a condition what it lacks counts as 0, without a word.

## What it leaves alone
Macros that the project defines itself.

## References
CUB's `util_debug.cuh`, `util_macro.cuh` and `util_namespace.cuh`; hipCUB's `config.hpp` and
`util_macro.hpp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_RENAMED = {
    b"CubDebug": b"HipcubDebug",
    b"_CubLog": b"_HipcubLog",
    b"CUB_RUNTIME_FUNCTION": b"HIPCUB_RUNTIME_FUNCTION",
    b"CUB_STDERR": b"HIPCUB_STDERR",
    b"CUB_NAMESPACE_BEGIN": b"BEGIN_HIPCUB_NAMESPACE",
    b"CUB_NAMESPACE_END": b"END_HIPCUB_NAMESPACE",
    b"CUB_MAX": b"HIPCUB_MAX",
    b"CUB_MIN": b"HIPCUB_MIN",
    b"CUB_QUOTIENT_FLOOR": b"HIPCUB_QUOTIENT_FLOOR",
    b"CUB_QUOTIENT_CEILING": b"HIPCUB_QUOTIENT_CEILING",
    b"CUB_ROUND_UP_NEAREST": b"HIPCUB_ROUND_UP_NEAREST",
    b"CUB_ROUND_DOWN_NEAREST": b"HIPCUB_ROUND_DOWN_NEAREST",
    b"CUB_CPP_DIALECT": b"(__cplusplus / 100)",  # 2017 where __cplusplus is 201703
}
_RUNTIME = b"CUB_RUNTIME_FUNCTION"
#: What CUB's algorithms call on the GPU: an operator of a functor, whose body has one block.
_FUNCTOR = re.compile(
    rb"(?:(?!cuda)(?:\w++|[\s*&:<>])){0,40}?\boperator\s*+\(\s*+\)\s*+\([^(){}]{0,300}+\)\s*+(?:const\s*+)?"
    rb"\{(?:(?!cuda|cub)(?:\w++|[^\w{}])){0,500}+\}"
)
_EXIT = b"CubDebugExit"
_THREADS = b"CUB_PTX_WARP_THREADS"
_OF_NVIDIA = {
    b"CUB_PTX_ARCH": "a compute capability: hipCUB's HIPCUB_ARCH is 1 for every GPU",
    _THREADS: "a constant 32: hipCUB's HIPCUB_WARP_THREADS is the wavefront's width",
    b"CUB_IS_DEVICE_CODE": "1 for the device: HIP says so by defined(__HIP_DEVICE_COMPILE__)",
    b"CUB_IS_HOST_CODE": "1 for the host: HIP says so by !defined(__HIP_DEVICE_COMPILE__)",
}
_NAMES = frozenset((*_RENAMED, _EXIT, *_OF_NVIDIA))

rule = Rule("API53", "cub-macros", names=_NAMES, shadowable=_NAMES)

EXAMPLES = (
    Example(
        """
        #include <cub/cub.cuh>
        void f() { CubDebug(cub::DeviceReduce::Sum(t, bytes, in, out, n)); }
        CUB_RUNTIME_FUNCTION int parts(int n) { return CUB_QUOTIENT_CEILING(n, 128); }
        """,
        """
        #include <cub/cub.cuh>
        void f() { HipcubDebug(cub::DeviceReduce::Sum(t, bytes, in, out, n)); }
        HIPCUB_RUNTIME_FUNCTION int parts(int n) { return HIPCUB_QUOTIENT_CEILING(n, 128); }
        """,
    ),
    Example(
        """
        #include <cub/cub.cuh>
        struct Other {
          int one;
          CUB_RUNTIME_FUNCTION __forceinline__ Other(int one) : one(one) {}
          CUB_RUNTIME_FUNCTION __forceinline__ bool operator()(int a) const { return a != one; }
        };
        """,
        """
        #include <cub/cub.cuh>
        struct Other {
          int one;
          HIPCUB_RUNTIME_FUNCTION __forceinline__ Other(int one) : one(one) {}
          __host__ __device__ __forceinline__ bool operator()(int a) const { return a != one; }
        };
        """,
        title="a functor",
    ),
    Example(
        "#include <cub/cub.cuh>\nvoid f() { CubDebugExit(cudaFree(p)); }\n",
        '#include "porter_compat/cub_debug.hpp"\n'
        "#include <cub/cub.cuh>\nvoid f() { CubDebugExit(cudaFree(p)); }\n",
        title="a macro that hipCUB lacks",
    ),
    Example(
        "#include <cub/cub.cuh>\n#if CUB_PTX_ARCH >= 700\n#endif\n",
        findings=("error",),
        title="a question about NVIDIA's GPUs",
    ),
    Example(
        "#include <cub/cub.cuh>\n#if CUB_CPP_DIALECT >= 2014\n#endif\n",
        "#include <cub/cub.cuh>\n#if (__cplusplus / 100) >= 2014\n#endif\n",
        title="the standard of C++",
    ),
    Example(
        "#if CUB_IS_DEVICE_CODE\n#endif\n", findings=("error",), title="a question for the pass"
    ),
    Example(
        "__shared__ int sums[256 / CUB_PTX_WARP_THREADS];\n",
        options=Options(warp="native"),
        findings=("error",),
        title="a warp's size, which another rule writes unless warps are the hardware's",
    ),
    Example("__shared__ int sums[256 / CUB_PTX_WARP_THREADS];\n", title="warps of 32 lanes"),
    Example(
        "#define CUB_MAX(a, b) ((a) > (b) ? (a) : (b))\nint f(int x) { return CUB_MAX(x, 1); }\n",
        title="a macro of the project's",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each macro."""
    own = {name for name in _NAMES & file.names if _is_own(file, name)} | context.defined
    for use in file.occurrences_of(_NAMES - own):
        if use.name == _RUNTIME and _FUNCTOR.match(file.code, use.end):
            yield rule.replace(use, b"__host__ __device__", "functors")
        elif new := _RENAMED.get(use.name):
            yield rule.replace(use, new)
        elif use.name == _EXIT:
            yield rule.support("cub_debug.hpp")
        elif use.name != _THREADS or context.options.warp == "native":
            yield rule.error(use, f"{use.name.decode()} is {_OF_NVIDIA[use.name]}")


def _is_own(file: SourceFile, name: bytes) -> bool:
    """Tell whether the file defines a macro; one that asks CUB for messages is CUB's."""
    return name != b"CUB_STDERR" and any(
        file.is_macro_name(at) for at in file.all_occurrences(name)
    )
