"""Choose the version of hipBLAS whose types are CUDA's.

## What it does
Defines `HIPBLAS_V2` in front of the inclusion that becomes `hipblas/hipblas.h`, for ROCm before 7.

## Why
hipBLAS 1 and 2 declare two interfaces. Without the macro, functions such as `hipblasGemmEx` take a
type of their own, `hipblasDatatype_t`, for data and for computing. With it they take what CUDA's
take: `hipDataType` (`cudaDataType`) and `hipblasComputeType_t` (`cublasComputeType_t`). hipBLAS 3
has this interface alone.

## What it leaves alone
Files that define the macro themselves. Extensions of PyTorch get it from PyTorch's build as well.

## References
hipBLAS changelog, 2.0 and 3.0; `hipblas.h`, "HIPBLAS_V2".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.api._defines import defined_in_front
from porter.options import Options
from porter.source import Edit, SourceFile

_MACRO = b"HIPBLAS_V2"
_HEADER = b"hipblas/hipblas.h"

rule = Rule("API06", "hipblas-version", headers=(b"cublas_",), when=When(rocm_before=(7, 0)))

EXAMPLES = (
    Example(
        """
        #include <vector>
        #include <cublas_v2.h>
        """,
        """
        #include <vector>
        #ifndef HIPBLAS_V2
        #define HIPBLAS_V2
        #endif
        #include <cublas_v2.h>
        """,
        title="the header is renamed by another rule",
    ),
    Example("#include <cublas_v2.h>\n", options=Options(rocm=(7, 0))),
    Example(
        """
        #define HIPBLAS_V2 1
        #include <cublas_v2.h>
        """,
        title="it is defined",
    ),
    Example("#include <cublasLt.h>\n", title="hipBLASLt has one interface"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the definition in front of the first inclusion of cuBLAS."""
    return defined_in_front(rule, file, context, _MACRO, (_HEADER,))
