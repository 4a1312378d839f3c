"""Say where a product of cuBLASLt has no workspace, without which hipBLASLt has fewer kernels.

## What it does
It notes calls of `cublasLtMatmul` that give no workspace: the size is 0.

## Why
hipBLASLt's kernels that split the inner dimension among work-groups, which small products with a
long inner dimension need on hundreds of compute units, take a workspace. PyTorch gives hipBLASLt
76 MiB and cuBLASLt 1 MiB.

## What it leaves alone
Sizes that are not 0 or not known, which are legal as they are.

## References
`hipblaslt.h`, `HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES`; PyTorch
`aten/src/ATen/cuda/CUDABlas.cpp`, "Use 76 MB for hipBLASLt".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_MATMUL = b"cublasLtMatmul"
#: Place of the workspace's size among the arguments, and how many there are.
_SIZE, _ARGUMENTS = 14, 16

rule = Rule("API58", "lt-workspace", names=(_MATMUL,), handles=(), fix=Fix.NONE)

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
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a note for each call without a workspace."""
    for call in file.api_calls((_MATMUL,)):
        arguments = call.arguments
        if len(arguments) == _ARGUMENTS and file.code[slice(*arguments[_SIZE])].strip() == b"0":
            yield rule.note(
                call,
                "without a workspace hipBLASLt has no kernels that split the inner dimension",
                hint="give it one: PyTorch's has 76 MiB",
            )
