"""Give cuBLAS's products of matrices to Composable Kernel, where that is asked for.

## What it does
With `--to ck --gemm ck`, calls of `cublasGemmEx` and `cublasLtMatmul` become `porter::ckGemmEx` and
`porter::ckLtMatmul` of the support headers, which take the same arguments and call Composable
Kernel's device operations. The types that the program writes stand in front of the arguments, so
that only their kernels are compiled.

## Why
Composable Kernel's kernels are sources: they can be tuned and changed with the program.

## What it leaves alone
Calls whose types are not written in the call or, for `cublasLtMatmul`, where the file creates its
layouts, and types that Composable Kernel multiplies with no such kernel: these stay hipBLAS's and
hipBLASLt's, and a warning says so. Other products of cuBLAS stay, too, which a note says.

## References
`cublas_api.h`, `cublasLt.h`; Composable Kernel,
`ck/tensor_operation/gpu/device/impl/device_gemm_multiple_d_xdl_cshuffle_v3.hpp`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput


class _Function(NamedTuple):
    """What stands for a function: its name, its header, and how many arguments it takes."""

    new: bytes
    header: str
    arguments: int


_FUNCTIONS = {
    b"cublasGemmEx": _Function(b"porter::ckGemmEx", "ck_blas.hpp", 19),
    b"cublasLtMatmul": _Function(b"porter::ckLtMatmul", "ck_blaslt.hpp", 16),
}
#: Products that have other forms: one type in their names, or many matrices.
_OTHERS = frozenset(
    f"cublas{kind}".encode()
    for kind in "Sgemm Hgemm Dgemm SgemmEx GemmBatchedEx GemmStridedBatchedEx SgemmBatched "
    "SgemmStridedBatched HgemmBatched HgemmStridedBatched".split()
)
_CREATE = b"cublasLtMatrixLayoutCreate"
_DESCRIBE = b"cublasLtMatmulDescCreate"
#: Types of A and B, and those of the results that there are kernels for.
_TYPES = {
    b"CUDA_R_16F": (b"CUDA_R_16F", b"CUDA_R_32F"),
    b"CUDA_R_16BF": (b"CUDA_R_16BF", b"CUDA_R_32F"),
    b"CUDA_R_32F": (b"CUDA_R_32F",),
    b"CUDA_R_8I": (b"CUDA_R_32I",),
}
#: Attributes of a description that transpose its matrices, which is not done by default.
_TURNS = (b"CUBLASLT_MATMUL_DESC_TRANSA", b"CUBLASLT_MATMUL_DESC_TRANSB")
_OPERATIONS = {b"CUBLAS_OP_N": b"0", b"CUBLAS_OP_T": b"1", b"CUBLAS_OP_C": b"1"}
_NAME = re.compile(rb"[A-Za-z_]\w*+")

rule = Rule(
    "API57", "composable-gemm", names=_FUNCTIONS.keys() | _OTHERS, handles=(), targets=("ck",)
)

_CK = Options(target="ck", gemm="ck")
EXAMPLES = (
    Example(
        "cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &x, A, CUDA_R_16F, lda, B, CUDA_R_16F, "
        "ldb, &y, C, CUDA_R_32F, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);\n",
        '#include "porter_compat/ck_blas.hpp"\n'
        "porter::ckGemmEx<HIP_R_16F, HIP_R_16F, HIP_R_32F, 1, 0>(h, CUBLAS_OP_T, CUBLAS_OP_N, "
        "m, n, k, &x, A, CUDA_R_16F, lda, B, CUDA_R_16F, "
        "ldb, &y, C, CUDA_R_32F, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);\n",
        options=_CK,
        title="types and operations are known",
    ),
    Example(
        """
        void f() {
          cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
          cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &q, sizeof q);
          cublasLtMatrixLayoutCreate(&a, CUDA_R_16BF, m, k, m);
          cublasLtMatrixLayoutCreate(&b, CUDA_R_16BF, k, n, k);
          cublasLtMatrixLayoutCreate(&c, CUDA_R_16BF, m, n, m);
          cublasLtMatmul(h, d, &x, A, a, B, b, &y, C, c, C, c, &algorithm, w, size, s);
        }
        """,
        """
        #include "porter_compat/ck_blaslt.hpp"
        void f() {
          cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
          cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &q, sizeof q);
          cublasLtMatrixLayoutCreate(&a, CUDA_R_16BF, m, k, m);
          cublasLtMatrixLayoutCreate(&b, CUDA_R_16BF, k, n, k);
          cublasLtMatrixLayoutCreate(&c, CUDA_R_16BF, m, n, m);
          porter::ckLtMatmul<HIP_R_16BF, HIP_R_16BF, HIP_R_16BF, 0, -1>(h, d, &x, A, a, B, b, &y, C, c, C, c, &algorithm, w, size, s);
        }
        """,  # noqa: E501
        options=_CK,
        title="types that layouts were created with",
    ),
    Example(
        "CHECK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &x, A, CUDA_R_16F, lda, B, "
        "CUDA_R_16F, ldb, &y, C, CUDA_R_16F, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));\n",
        '#include "porter_compat/ck_blas.hpp"\n'
        "CHECK((porter::ckGemmEx<HIP_R_16F, HIP_R_16F, HIP_R_16F, 0, 1>)(h, CUBLAS_OP_N, "
        "CUBLAS_OP_T, m, n, k, &x, A, CUDA_R_16F, lda, B, "
        "CUDA_R_16F, ldb, &y, C, CUDA_R_16F, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));\n",
        options=_CK,
        title="in a macro that checks",
    ),
    Example(
        "cublasSgemm(h, p, q, m, n, k, &x, A, lda, B, ldb, &y, C, ldc);\n",
        options=_CK,
        findings=("note",),
        title="products of other forms",
    ),
    Example(
        "cublasGemmEx(h, p, q, m, n, k, &x, A, type, lda, B, type, ldb, &y, C, type, ldc, "
        "CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);\n",
        options=_CK,
        findings=("warning",),
        title="types that only runs tell",
    ),
    Example(
        "cublasGemmEx(h, p, q, m, n, k, &x, A, CUDA_R_64F, lda, B, CUDA_R_64F, ldb, &y, C, "
        "CUDA_R_64F, ldc, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT);\n",
        options=_CK,
        findings=("warning",),
        title="types without such a kernel",
    ),
    Example(
        "cublasGemmEx(h, p, q, m, n, k, &x, A, CUDA_R_16F, lda, B, CUDA_R_16F, ldb, &y, C, "
        "CUDA_R_16F, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);\n",
        options=Options(target="ck"),
        title="without --gemm ck",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the new name of each call whose types are known, or why it stays."""
    if context.options.gemm != "ck":
        return
    layouts, has_half_factors = _created(file), _has_half_factors(file)
    for call in file.api_calls(_OTHERS & file.names):
        yield rule.note(
            call,
            f"{call.name.decode()} stays hipBLAS's: of cuBLAS's products cublasGemmEx and "
            "cublasLtMatmul go to Composable Kernel",
        )
    for call in file.api_calls(_FUNCTIONS.keys() & file.names):
        function = _FUNCTIONS[call.name]
        if len(call.arguments) != function.arguments:
            continue
        if call.name == b"cublasGemmEx":
            types = _written(file, call, (8, 11, 15))
        else:
            types = _of_layouts(file, call, layouts)
        problem = _problem(types)
        if not problem and has_half_factors and call.name == b"cublasLtMatmul":
            problem = "its factors may be halves, which no description tells at run time"
        if problem:
            yield rule.warning(
                call,
                f"{call.name.decode()} stays hipBLAS's: {problem}",
                hint="write the types in the call, or where the file creates its layouts",
            )
            continue
        given = [b"HIP" + one[4:] for one in (*types[:2], types[-1])]
        if call.name == b"cublasLtMatmul":
            given += [b"0" if _stays(file, one) else b"-1" for one in _TURNS]
        else:
            given += [_OPERATIONS.get(_text(file, call, at), b"-1") for at in (1, 2)]
        new = function.new + b"<" + b", ".join(given) + b">"
        if _is_argument(file, call):
            new = b"(" + new + b")"
        yield rule.replace((call.start, call.name_end), new, support=function.header)


def _is_argument(file: SourceFile, call: Call) -> bool:
    """Tell whether a call stands in brackets: a macro would be split at the commas of its types."""
    before = file.previous(call.start)
    return before >= 0 and file.code[before] in b"(,"


def _text(file: SourceFile, call: Call, at: int) -> bytes:
    start, end = call.arguments[at]
    return file.code[start:end]


def _variable(file: SourceFile, call: Call, at: int) -> bytes:
    """Return the last name of an argument: `a` of `&this->a`."""
    names: list[bytes] = _NAME.findall(_text(file, call, at))
    return names[-1] if names else b""


def _written(file: SourceFile, call: Call, places: tuple[int, ...]) -> list[bytes]:
    """Return the types at some arguments, empty texts for what is none."""
    return [_known(_text(file, call, at)) for at in places]


def _known(text: bytes) -> bytes:
    return text if re.fullmatch(rb"CUDA_[RC]_\w+", text) else b""


def _created(file: SourceFile) -> dict[bytes, set[bytes]]:
    """Return the types that a file creates its layouts with, by their variables."""
    found = defaultdict(set)
    for call in file.api_calls({_CREATE} & file.names):
        if len(call.arguments) == 5:
            found[_variable(file, call, 0)].add(_known(_text(file, call, 1)))
    return found


def _of_layouts(file: SourceFile, call: Call, layouts: dict[bytes, set[bytes]]) -> list[bytes]:
    types = []
    for at in (4, 6, 9, 11):
        kinds = layouts.get(_variable(file, call, at), set())
        types.append(next(iter(kinds)) if len(kinds) == 1 else b"")
    return types


def _stays(file: SourceFile, attribute: bytes) -> bool:
    """Tell whether a file makes its descriptions without an attribute."""
    return _DESCRIBE in file.names and attribute not in file.names


def _has_half_factors(file: SourceFile) -> bool:
    """Tell whether a file makes a description whose factors are halves."""
    return any(
        len(one.arguments) == 3 and _text(file, one, 2) == b"CUDA_R_16F"
        for one in file.api_calls({_DESCRIBE} & file.names)
    )


def _problem(types: list[bytes]) -> str:
    """Tell why a call stays; empty where it does not."""
    if b"" in types:
        return "its types are not written where porter sees them"
    first, second, *results = types
    if first != second or any(one not in _TYPES.get(first, ()) for one in results):
        return f"Composable Kernel has no such kernel for {', '.join(map(bytes.decode, types))}"
    if len(set(results)) > 1:
        return "C and D have different types"
    return ""
