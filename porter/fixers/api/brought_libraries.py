"""Include hipBLAS and hipSPARSE where cuSOLVER's headers brought CUDA's.

## What it does
In a file that uses cuBLAS or cuSPARSE, and that includes no header of theirs, by itself or through
the project's, adds `hipblas/hipblas.h` or `hipsparse/hipsparse.h` behind the header of cuSOLVER's
that brought them.

## Why
`cusolverDn.h` includes `cublas_v2.h`, and `cusolverSp.h` `cusparse.h` as well. `hipsolver.h`
includes neither, and declares but a few of their types: `unknown type name 'hipblasHandle_t'`.

## What it leaves alone
Files of which no header brought it.

## References
`cusolverDn.h`, `cusolverSp.h`; `hipsolver.h`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from porter.fixers import Context, Example, Rule
from porter.fixers.api._brought import included_paths
from porter.source import Edit, SourceFile
from porter.source.text.lines import line_start

_ROUTINES = (
    *("gemm", "gemv", "ger", "trsm", "trsv", "trmm", "trmv", "syrk", "symm", "symv", "geam"),
    *("axpy", "scal", "copy", "swap", "dot", "nrm2", "asum"),
)
_BLAS = frozenset(
    f"cublas{name}".encode()
    for name in (
        *("Handle_t", "Status_t", "Create", "Destroy", "SetStream", "SetPointerMode"),
        *("SetVector", "GetVector", "SetMatrix", "GetMatrix", "IsamaxI", "GemmEx"),
        *map("".join, product("SDCZ", _ROUTINES)),
    )
)
_SPARSE = frozenset(
    f"cusparse{name}".encode()
    for name in (
        *("Handle_t", "Status_t", "Create", "Destroy", "SetStream", "CreateMatDescr"),
        *("DestroyMatDescr", "SetMatType", "SetMatIndexBase", "SpMatDescr_t", "DnVecDescr_t"),
        *("CreateCsr", "SpMV", "SpMM", "Xcoo2csr"),
    )
)
_DENSE = frozenset((b"cusolverDn.h", b"cusolverMg.h"))
_OF_SPARSE = frozenset((b"cusolverSp.h", b"cusolverSp_LOWLEVEL_PREVIEW.h"))

rule = Rule("API67", "brought-libraries", names=_BLAS | _SPARSE, handles=())

#: What is used; what the headers are called that declare it; what brings it in CUDA alone.
_KINDS = (
    (_BLAS, (b"cublas", b"hipblas", b"rocblas"), _DENSE | _OF_SPARSE, b"cublas_v2.h"),
    (_SPARSE, (b"cusparse", b"hipsparse", b"rocsparse"), _OF_SPARSE, b"cusparse.h"),
)

EXAMPLES = (
    Example(
        """
        #include <vector>
        #include <cusolverDn.h>
        void f(cublasHandle_t a, cusolverDnHandle_t b);
        """,
        """
        #include <vector>
        #include <cusolverDn.h>
        #include <hipblas/hipblas.h>
        void f(cublasHandle_t a, cusolverDnHandle_t b);
        """,
    ),
    Example(
        """
        #include <cusolverSp.h>
        void f() { cusparseHandle_t handle; cusparseCreate(&handle); }
        """,
        """
        #include <cusolverSp.h>
        #include <hipsparse/hipsparse.h>
        void f() { cusparseHandle_t handle; cusparseCreate(&handle); }
        """,
        title="cuSPARSE",
    ),
    Example(
        """
        #include <cusolverDn.h>
        #include <cublas_v2.h>
        void f(cublasHandle_t a, cusolverDnHandle_t b);
        """,
        title="it is included",
    ),
    Example("#include <cuda_runtime.h>\nvoid f(cublasHandle_t x);\n", title="nothing brings it"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the inclusions."""
    direct = [one for one in file.includes if not one.is_test]
    kinds = [kind for kind in _KINDS if not file.names.isdisjoint(kind[0])]
    if not direct or not kinds:
        return
    paths = included_paths(file)
    for _, declaring, bringing, header in kinds:
        is_declared = any(path.rpartition(b"/")[2].startswith(declaring) for path in paths)
        if is_declared or paths.isdisjoint(bringing):
            continue
        line = b"#include <%b>" % context.tables.headers[header].hip + file.newline
        place = next((one for one in direct if one.path in bringing), None)
        end = file.data.find(b"\n", place.path_span[1]) + 1 if place is not None else 0
        yield rule.insert(end or line_start(file.data, direct[0].path_start), line)
