"""Say where a product of cuBLASLt has no workspace or little: hipBLASLt has fewer kernels then.

## What it does
It notes calls of `cublasLtMatmul` that give no workspace: the size is 0. And it notes where the
heuristics are told of less workspace than 76 MiB (`CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES`), as
far as the file, or a header of the project that it includes, shows how much it is.

## Why
hipBLASLt's kernels that split the inner dimension among work-groups, which small products with a
long inner dimension need on hundreds of compute units, take a workspace: the results of all parts,
in float. What NVIDIA recommends, 32 MiB for Hopper and 4 MiB before it, leaves some of them out.
PyTorch gives hipBLASLt 76 MiB.

## What it leaves alone
Sizes that the file does not show or that it computes, and larger ones.

## References
`hipblaslt.h`, `HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES`; PyTorch
`aten/src/ATen/cuda/CUDABlas.cpp`, "Use 76 MB for hipBLASLt".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.project.known_numbers import given_number
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_MATMUL = b"cublasLtMatmul"
#: Place of the workspace's size among the arguments, and how many there are.
_SIZE, _ARGUMENTS = 14, 16
_PREFERS = b"cublasLtMatmulPreferenceSetAttribute"
_MOST_BYTES = b"CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES"
_ENOUGH = 76 << 20
_ADDRESS = re.compile(
    rb"(?:(?:reinterpret|static|const)_cast[ \t]*+<[^<>]*+>[ \t]*+\(|\([\w \t]*+\*[ \t]*+\))?+"
    rb"[ \t]*+(?:&[ \t]*+((?:\w++::)*+[A-Za-z_]\w*+)"
    rb"|(?:std::)?+addressof[ \t]*+\([ \t]*+((?:\w++::)*+[A-Za-z_]\w*+)[ \t]*+\))[ \t]*+\)?+"
)

rule = Rule("API58", "lt-workspace", names=(_MATMUL, _PREFERS), handles=(), fix=Fix.NONE)

EXAMPLES = (
    Example(
        """
        void f() {
          cublasLtMatmul(lt, op, &alpha, a, la, b, lb, &beta, c, lc, d, ld, &algo, nullptr, 0, s);
        }
        """,
        findings=("note",),
        title="no workspace",
    ),
    Example(
        """
        void f() {
          cublasLtMatmul(lt, op, &alpha, a, la, b, lb, &beta, c, lc, d, ld, &algo, w, bytes, s);
        }
        """,
    ),
    Example(
        """
        size_t bytes = 4 * 1024 * 1024;
        cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                             sizeof(bytes));
        """,
        findings=("note",),
        title="less than PyTorch's",
    ),
    Example(
        """
        const size_t most = size_t{128} << 20, enough = 128ull * 1024 * 1024;
        cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most,
                                             sizeof(most));
        cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &enough,
                                             sizeof(enough));
        cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &given,
                                             sizeof(given));
        """,
        title="as much, and sizes that the file does not show",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a note for each call with no workspace, or with little."""
    for call in file.api_calls((_MATMUL,)):
        arguments = call.arguments
        if (
            len(arguments) == _ARGUMENTS
            and given_number(file, file.code[slice(*arguments[_SIZE])]) == 0
        ):
            yield rule.note(
                call,
                "without a workspace hipBLASLt has no kernels that split the inner dimension",
                hint="give it one: PyTorch's has 76 MiB",
            )
    for call in file.api_calls((_PREFERS,)):
        if len(call.arguments) < 3 or file.code[slice(*call.arguments[1])] != _MOST_BYTES:
            continue
        match = _ADDRESS.fullmatch(file.code, *call.arguments[2])
        size = None if match is None else given_number(file, match[1] or match[2])
        if size is not None and size < _ENOUGH:
            yield rule.note(
                call.arguments[2],
                f"with {size >> 20} MiB of workspace hipBLASLt leaves out kernels that split the "
                "inner dimension",
                hint="give it more, and as much to the product: PyTorch's has 76 MiB",
            )
