"""Let rocBLAS take HIP's complex numbers.

## What it does
Defines `ROCM_MATHLIBS_API_USE_HIP_COMPLEX` in front of the inclusion that becomes
`rocblas/rocblas.h` or `rocsolver/rocsolver.h`, with `--blas roc`.

## Why
`cuComplex` becomes `hipComplex`, and rocBLAS's functions take a class of their own,
`rocblas_float_complex`, unless the macro makes it another name of HIP's. Every file gets it, with
or without complex numbers, so that all of a program agree on what the type is.

## What it leaves alone
Files that define the macro themselves.

## References
`rocblas-complex-types.h`; the column `differs` of `rules/cuda-roc`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._defines import defined_in_front
from porter.options import Options
from porter.source import Edit, SourceFile

_MACRO = b"ROCM_MATHLIBS_API_USE_HIP_COMPLEX"
_HEADERS = frozenset((b"rocblas/rocblas.h", b"rocsolver/rocsolver.h"))
_BLAS = Options(roc=("blas",))

#: Not `cublas`: others of cuBLAS's headers have no counterpart, which API09 reports.
_CUDAS = (b"cublas_", b"cusolverDn.h", b"cusolverRf.h", b"cusolverSp.h", b"cusolver_common.h")

rule = Rule("API10", "roc-complex", headers=_CUDAS)

EXAMPLES = (
    Example(
        """
        #include <vector>
        #include <cublas_v2.h>
        """,
        """
        #include <vector>
        #ifndef ROCM_MATHLIBS_API_USE_HIP_COMPLEX
        #define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
        #endif
        #include <cublas_v2.h>
        """,
        options=_BLAS,
        title="the header is renamed by another rule",
    ),
    Example("#include <cublas_v2.h>\n", title="hipBLAS takes HIP's"),
    Example(
        """
        #define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
        #include <cublas_v2.h>
        """,
        options=_BLAS,
        title="it is defined",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the definition in front of the first inclusion."""
    yield from defined_in_front(rule, file, context, _MACRO, _HEADERS)
