"""Call hipBLAS for cuBLAS's first interface, which knows no handle.

## What it does
In files that include `cublas.h`, or call what only that interface has, calls of its functions go
through `legacy_blas.hpp`, which calls hipBLAS: `cublasSgemm('n', 't', …)` becomes
`porter::legacy_blas::run(hipblasSgemm, 'n', 't', …)`. The header keeps one handle, between
`cublasInit` and `cublasShutdown`, and the last error for `cublasGetError`.

## Why
hipBLAS has cuBLAS's second interface alone, where every function takes a handle, enumerators in
place of letters and scalars by address.

## What it leaves alone
Files that include `cublas_v2.h`. Files in C, which cannot read the support header, and functions
that are no calls are reported.

## References
`cublas.h` and `cublas_v2.h` of CUDA; cuBLAS documentation, "Using the cuBLAS Legacy API".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_HEADER = b"cublas.h"
_SUPPORT = "legacy_blas.hpp"
_SCOPE = b"porter::legacy_blas::"

#: What the support header has itself.
_OWN = {
    b"cublasInit": b"init",
    b"cublasShutdown": b"shutdown",
    b"cublasGetError": b"get_error",
    b"cublasAlloc": b"alloc",
    b"cublasFree": b"free",
    b"cublasSetKernelStream": b"set_kernel_stream",
}
_TYPES = {b"cublasStatus": b"hipblasStatus_t"}


def _functions(kinds: str, names: str) -> Iterator[bytes]:
    for name in names.split():
        for kind in kinds:
            yield f"cublas{kind}{name}".encode()


#: Functions of which hipBLAS's have the same arguments behind the handle.
_RUN = frozenset(
    (
        *_functions("SDCZ", "axpy copy gbmv gemm gemv scal swap symm syr2k syrk"),
        *_functions("SDCZ", "tbmv tbsv tpmv tpsv trmv trsm trsv rot"),
        *_functions("SD", "ger rotg rotm rotmg sbmv spmv spr spr2 symv syr syr2"),
        *_functions("CZ", "gerc geru hbmv hemm hemv her her2 her2k herk hpmv hpr hpr2"),
        b"cublasCsrot", b"cublasZdrot", b"cublasCsscal", b"cublasZdscal",
    )
)  # fmt: skip
_IN_PLACE = frozenset(_functions("SDCZ", "trmm"))
#: Functions that return what hipBLAS writes, and its type.
_RESULTS = {
    **dict.fromkeys((b"cublasSasum", b"cublasSdot", b"cublasSnrm2"), b"float"),
    **dict.fromkeys((b"cublasScasum", b"cublasScnrm2"), b"float"),
    **dict.fromkeys((b"cublasDasum", b"cublasDdot", b"cublasDnrm2"), b"double"),
    **dict.fromkeys((b"cublasDzasum", b"cublasDznrm2"), b"double"),
    **dict.fromkeys(_functions("C", "dotc dotu"), b"hipComplex"),
    **dict.fromkeys(_functions("Z", "dotc dotu"), b"hipDoubleComplex"),
    **dict.fromkeys((f"cublasI{kind}am{end}".encode() for kind in "sdcz" for end in ("ax", "in")),
                    b"int"),
}  # fmt: skip

rule = Rule(
    "API56",
    "legacy-blas",
    names=(*_OWN, *_TYPES, *_RUN, *_IN_PLACE, *_RESULTS),
    handles=(*_OWN, *_TYPES),
    headers=(_HEADER,),
    shadowable=_OWN,
    precedence=Precedence.RENAME,
)

EXAMPLES = (
    Example(
        """
        #include <cublas.h>
        float f(float *x, float *y, int n) {
          cublasInit();
          cublasSgemm('n', 't', n, n, n, 1.0f, x, n, y, n, 0.0f, y, n);
          cublasStrmm('l', 'u', 'n', 'n', n, n, 1.0f, x, n, y, n);
          cublasStatus status = cublasGetError();
          return cublasSdot(n, x, 1, y, 1);
        }
        """,
        """
        #include "porter_compat/legacy_blas.hpp"
        #include <hipblas/hipblas.h>
        float f(float *x, float *y, int n) {
          porter::legacy_blas::init();
          porter::legacy_blas::run(hipblasSgemm, 'n', 't', n, n, n, 1.0f, x, n, y, n, 0.0f, y, n);
          porter::legacy_blas::in_place(hipblasStrmm, 'l', 'u', 'n', 'n', n, n, 1.0f, x, n, y, n);
          hipblasStatus_t status = porter::legacy_blas::get_error();
          return porter::legacy_blas::result_of<float>(hipblasSdot, n, x, 1, y, 1);
        }
        """,
    ),
    Example(
        """
        #include <cublas_v2.h>
        void f() { cublasSgemm(handle, a, b, m, n, k, &x, A, m, B, n, &y, C, k); }
        """,
        title="the second interface",
    ),
    Example(
        """
        #include "cublas.h"
        """,
        files=("cublas.h",),
        title="a header of the project's own",
    ),
    Example(
        """
        #include <cublas.h>
        int main(void) { return cublasInit(); }
        """,
        path="main.c",
        findings=("error",),
        title="C",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the header's new name, and what becomes of each use."""
    paths = {include.path for include in file.includes}
    if _HEADER in context.headers or b"cublas_v2.h" in paths:
        return
    if _HEADER not in paths and not any(file.uses(_OWN.keys() & file.names)):
        return
    if file.path.endswith(".c") and _HEADER in paths:
        where = next(one.path_span for one in file.includes if one.path == _HEADER)
        yield rule.error(
            where,
            "cuBLAS's first interface is supplied in C++ only",
            hint="compile the file as C++, or write it with cublas_v2.h",
        )
        return
    for include in file.includes:
        if include.path == _HEADER:
            yield rule.replace(include.path_span, b"hipblas/hipblas.h", support=_SUPPORT)
    for use in file.uses(_TYPES.keys() & file.names):
        yield rule.replace(use, _TYPES[use.name])
    for use in file.uses(_OWN.keys() & file.names):
        yield rule.replace(use, _SCOPE + _OWN[use.name], support=_SUPPORT)
    for call in file.api_calls((_RUN | _IN_PLACE | _RESULTS.keys()) & file.names):
        name = call.name.replace(b"cublas", b"hipblas")
        yield from rule.together(
            rule.replace(call, _SCOPE + _means(call.name), support=_SUPPORT),
            rule.insert(call.open + 1, name + b", "),
        )


def _means(name: bytes) -> bytes:
    if name in _IN_PLACE:
        return b"in_place"
    return b"result_of<" + _RESULTS[name] + b">" if name in _RESULTS else b"run"
