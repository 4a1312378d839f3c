"""Say by cuBLAS's compute types what a product computes in.

## What it does
In calls of `cublasGemmEx`, `cublasGemmBatchedEx` and `cublasGemmStridedBatchedEx` the compute type
that is written as a type of data becomes one of computing: `CUDA_R_32F` becomes
`HIPBLAS_COMPUTE_32F`. An expression that is not known to be a compute type goes through
`porter::compute_type`, which takes both.

## Why
Up to CUDA 10 the argument was a `cudaDataType`, and cuBLAS's C++ header still has overloads that
take one. hipBLAS's functions take a `hipblasComputeType_t` alone.

## What it leaves alone
Arguments that are compute types already, and variables that the file declares as such.

## References
`cublas_api.h`, `cublasMigrateComputeType`, which maps the types so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

#: Each function, and how many arguments it takes: the last but one is the compute type.
_FUNCTIONS = {
    b"cublasGemmEx": 19,
    b"cublasGemmBatchedEx": 20,
    b"cublasGemmStridedBatchedEx": 23,
}
_COMPUTED_IN = {
    b"CUDA_R_16F": b"HIPBLAS_COMPUTE_16F",
    b"CUDA_R_32F": b"HIPBLAS_COMPUTE_32F",
    b"CUDA_C_32F": b"HIPBLAS_COMPUTE_32F",
    b"CUDA_R_64F": b"HIPBLAS_COMPUTE_64F",
    b"CUDA_C_64F": b"HIPBLAS_COMPUTE_64F",
    b"CUDA_R_32I": b"HIPBLAS_COMPUTE_32I",
}
_NAME = re.compile(rb"[A-Za-z_]\w*")
_COMPUTE_TYPE = re.compile(rb"\b(?:cu|hip)blasComputeType_t\s++(?:const\s++)?([A-Za-z_]\w*+)")
_COMPUTE_TYPES = re.compile(rb"(?:CU|HIP)BLAS_COMPUTE_\w+")

_HEADER = "blas_types.hpp"

rule = Rule("API52", "compute-types", names=_FUNCTIONS, handles=())

EXAMPLES = (
    Example(
        "cublasGemmEx(h, a, b, m, n, k, &x, A, CUDA_R_16F, lda, B, CUDA_R_16F, ldb, &y, C, "
        "CUDA_R_32F, ldc, CUDA_R_32F, CUBLAS_GEMM_DFALT);\n",
        "cublasGemmEx(h, a, b, m, n, k, &x, A, CUDA_R_16F, lda, B, CUDA_R_16F, ldb, &y, C, "
        "CUDA_R_32F, ldc, HIPBLAS_COMPUTE_32F, CUBLAS_GEMM_DFALT);\n",
    ),
    Example(
        "cublasGemmEx(h, a, b, m, n, k, &x, A, t, lda, B, t, ldb, &y, C, t, ldc, "
        "exact ? CUDA_R_32F : CUDA_R_16F, algorithm);\n",
        "cublasGemmEx(h, a, b, m, n, k, &x, A, t, lda, B, t, ldb, &y, C, t, ldc, "
        "exact ? HIPBLAS_COMPUTE_32F : HIPBLAS_COMPUTE_16F, algorithm);\n",
        title="a choice of two",
    ),
    Example(
        """
        void f(cudaDataType_t in) {
          cublasGemmEx(h, a, b, m, n, k, &x, A, t, lda, B, t, ldb, &y, C, t, ldc,
                       in, algorithm);
        }
        """,
        """
        #include "porter_compat/blas_types.hpp"
        void f(cudaDataType_t in) {
          cublasGemmEx(h, a, b, m, n, k, &x, A, t, lda, B, t, ldb, &y, C, t, ldc,
                       porter::compute_type(in), algorithm);
        }
        """,
        title="a variable",
    ),
    Example(
        """
        void f(cublasComputeType_t in) {
          cublasGemmEx(h, a, b, m, n, k, &x, A, t, lda, B, t, ldb, &y, C, t, ldc, in, algorithm);
        }
        """,
        title="a variable that is a compute type",
    ),
    Example(
        "cublasGemmEx(h, a, b, m, n, k, &x, A, t, lda, B, t, ldb, &y, C, t, ldc, "
        "CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);\n",
        title="a compute type",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the compute type of each call."""
    if context.options.roc:
        return
    known = frozenset(_COMPUTE_TYPE.findall(file.code))
    for call in file.api_calls(_FUNCTIONS.keys() & file.names):
        if len(call.arguments) != _FUNCTIONS[call.name]:
            continue
        start, end = call.arguments[-2]
        names = list(_NAME.finditer(file.code, start, end))
        types = [one for one in names if one.group() in _COMPUTED_IN]
        if types and file.code[start:end].count(b"?") == len(types) - 1:
            for match in types:
                yield rule.replace(match.span(), _COMPUTED_IN[match.group()])
        elif names and not any(_is_known(one.group(), known) for one in names):
            yield from rule.wrap((start, end), b"porter::compute_type(", b")", support=_HEADER)


def _is_known(name: bytes, declared: frozenset[bytes]) -> bool:
    return name in declared or name == b"compute_type" or bool(_COMPUTE_TYPES.fullmatch(name))
