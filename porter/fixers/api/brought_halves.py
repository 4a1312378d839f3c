"""Include HIP's 16-bit floats where cuBLAS's headers brought CUDA's.

## What it does
In a file that uses `__half` or `__nv_bfloat16` and its kin, and that includes no header for them,
by itself or through the project's, adds `hip/hip_fp16.h` or `hip/hip_bf16.h` in front of the header
that brought CUDA's: cuBLAS's and cuBLASLt's, and `cuda_bf16.h` for `__half`.

## Why
`cublas_api.h` includes `cuda_fp16.h` and `cuda_bf16.h`, and the latter the former. HIP's
counterparts do not: `use of undeclared identifier '__half'`.

## What it leaves alone
Files of which no header brought it.

## References
`cublas_api.h`, `cuda_bf16.h`; `hipblas.h`, `amd_hip_bf16.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._brought import included_paths
from porter.source import Edit, SourceFile
from porter.source.text.lines import line_start

_CUBLAS = frozenset((b"cublas_v2.h", b"cublas.h", b"cublas_api.h", b"cublasLt.h", b"cublasXt.h"))
_HALVES = frozenset((b"half", b"__half", b"__half2", b"half2", b"__float2half", b"__half2float"))
_BFLOATS = frozenset(
    (b"__nv_bfloat16", b"__nv_bfloat162", b"nv_bfloat16", b"nv_bfloat162", b"__float2bfloat16")
)
_FP16 = frozenset((b"cuda_fp16.h", b"cuda_fp16.hpp", b"hip/hip_fp16.h"))
_BF16 = frozenset((b"cuda_bf16.h", b"cuda_bf16.hpp", b"hip/hip_bf16.h", b"hip/hip_bfloat16.h"))

#: `half` as a type; it is a good name for a variable, too.
_HALF = re.compile(rb"(?<![\w.>])half(?:\s*+[>*&]|\s++[A-Za-z_])")
_VARIABLE = re.compile(rb"[\w*&]\s++half\s*+[=;,)\[{]")

rule = Rule("API66", "brought-halves", names=_HALVES | _BFLOATS, handles=())

#: What is used; what declares it; what brings it in CUDA alone; HIP's header.
_KINDS = (
    (_HALVES, _FP16, _CUBLAS | {b"cuda_bf16.h"}, b"hip/hip_fp16.h"),
    (_BFLOATS, _BF16, _CUBLAS, b"hip/hip_bf16.h"),
)

EXAMPLES = (
    Example(
        """
        #include <vector>
        #include <cublas_v2.h>
        void f(std::vector<__half> x);
        """,
        """
        #include <vector>
        #include <hip/hip_fp16.h>
        #include <cublas_v2.h>
        void f(std::vector<__half> x);
        """,
    ),
    Example(
        """
        #include <cublas_v2.h>
        #include <cuda_fp16.h>
        void f(__half x);
        """,
        title="it is included",
    ),
    Example("#include <cuda_runtime.h>\nvoid f(__half x);\n", title="nothing brings it"),
    Example(
        "#include <cublas_v2.h>\nstd::vector<half> x;\n",
        "#include <hip/hip_fp16.h>\n#include <cublas_v2.h>\nstd::vector<half> x;\n",
        title="by its short name",
    ),
    Example(
        "#include <cublas_v2.h>\nint f(int n) { int half = n / 2; return half * 3; }\n",
        title="a variable",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the inclusions."""
    direct = [one for one in file.includes if not one.is_test]
    names = file.names if _uses_half(file) else file.names - {b"half"}
    kinds = [kind for kind in _KINDS if not names.isdisjoint(kind[0])]
    if not direct or not kinds:
        return
    paths = included_paths(file)
    for _, declaring, bringing, header in kinds:
        if paths.isdisjoint(declaring) and not paths.isdisjoint(bringing):
            place = next((one for one in direct if one.path in bringing), direct[0])
            line = b"#include <%b>" % header + file.newline
            yield rule.insert(line_start(file.data, place.path_start), line)


def _uses_half(file: SourceFile) -> bool:
    return b"half" in file.names and bool(
        _HALF.search(file.code) and not _VARIABLE.search(file.code)
    )
