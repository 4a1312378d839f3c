"""Say by cuBLAS's compute types what a product computes in.

## What it does
In calls of `cublasGemmEx`, `cublasGemmBatchedEx` and `cublasGemmStridedBatchedEx` the compute type
that is written as a type of data becomes one of computing: `CUDA_R_32F` becomes
`HIPBLAS_COMPUTE_32F`.

## Why
Up to CUDA 10 the argument was a `cudaDataType`, and cuBLAS's C++ header still has overloads that
take one. hipBLAS's functions take a `hipblasComputeType_t` alone.

## What it leaves alone
Arguments that are compute types already. Variables of the type `cudaDataType` are reported.

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
_DATA_TYPE = re.compile(rb"\bcudaDataType(?:_t)?\s++(?:const\s++)?([A-Za-z_]\w*+)")

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
          cublasGemmEx(h, a, b, m, n, k, &x, A, t, lda, B, t, ldb, &y, C, t, ldc, in, algorithm);
        }
        """,
        findings=("error",),
        title="a variable",
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
    variables = frozenset(_DATA_TYPE.findall(file.code))
    for call in file.api_calls(_FUNCTIONS.keys() & file.names):
        if len(call.arguments) != _FUNCTIONS[call.name]:
            continue
        start, end = call.arguments[-2]
        for match in _NAME.finditer(file.code, start, end):
            if new := _COMPUTED_IN.get(match.group()):
                yield rule.replace(match.span(), new)
            elif match.group() in variables:
                yield rule.error(
                    match.span(),
                    f"{call.name.decode()} computes in a cudaDataType; hipBLAS asks for a "
                    "hipblasComputeType_t",
                    hint="declare it as cublasComputeType_t: CUBLAS_COMPUTE_32F for CUDA_R_32F",
                )
