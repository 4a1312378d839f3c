"""Let hipBLAS take CUDA's half type.

## What it does
Defines `HIPBLAS_USE_HIP_HALF` in front of the inclusion that becomes `hipblas/hipblas.h`, or of the
first header of the project where one of these includes it, in files that call a function of cuBLAS
on halves, such as `cublasHgemm`.

## Why
`cublasHgemm` takes `__half *`. `hipblasHgemm` takes `hipblasHalf *`, which is `uint16_t` unless the
macro is defined, and `__half` then: "no matching function for call to 'hipblasHgemm'".

## What it leaves alone
Files that define the macro themselves, and those that call no such function: for C, and for
compilers that do not know `hip_fp16.h`, the type stays an integer.

## References
`hipblas.h`, "HIPBLAS_USE_HIP_HALF".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._defines import defined_in_front
from porter.source import Edit, SourceFile

_MACRO = b"HIPBLAS_USE_HIP_HALF"
_HEADER = b"hipblas/hipblas.h"
_FORMS = ("", "Batched", "StridedBatched")

rule = Rule(
    "API20",
    "hipblas-half",
    names=(f"cublasHgemm{form}{width}".encode() for form in _FORMS for width in ("", "_64")),
    handles=(),
)

EXAMPLES = (
    Example(
        """
        #include <cublas_v2.h>
        void product(cublasHandle_t h, const __half *a, const __half *b, __half *c, __half one) {
          cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, 8, b, 8, &one, c, 8);
        }
        """,
        """
        #ifndef HIPBLAS_USE_HIP_HALF
        #define HIPBLAS_USE_HIP_HALF
        #endif
        #include <cublas_v2.h>
        void product(cublasHandle_t h, const __half *a, const __half *b, __half *c, __half one) {
          cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, 8, b, 8, &one, c, 8);
        }
        """,
        title="names and headers are renamed by other rules",
    ),
    Example("#include <cublas_v2.h>\n", title="no function on halves"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the definition in front of the first inclusion of cuBLAS."""
    return defined_in_front(rule, file, context, _MACRO, (_HEADER,), through_own=True)
