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
from porter.fixers.warp._known_numbers import known_number
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.once import once_for_each_file
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
_NAME = re.compile(rb"[A-Za-z_]\w*")
#: What a variable is given, or that it is given something (`+=`).
_GIVEN = re.compile(
    rb"[ \t]*+(?:=(?!=)([^;,=]{1,200}+)[;,]|\{([^;,={}]{1,200}+)\}"
    rb"|(?:[-+*/%|&^]|<<|>>)?+=(?!=))"
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
        if len(arguments) == _ARGUMENTS and _size(file, file.code[slice(*arguments[_SIZE])]) == 0:
            yield rule.note(
                call,
                "without a workspace hipBLASLt has no kernels that split the inner dimension",
                hint="give it one: PyTorch's has 76 MiB",
            )
    for call in file.api_calls((_PREFERS,)):
        if len(call.arguments) < 3 or file.code[slice(*call.arguments[1])] != _MOST_BYTES:
            continue
        match = _ADDRESS.fullmatch(file.code, *call.arguments[2])
        size = None if match is None else _size(file, match[1] or match[2])
        if size is not None and size < _ENOUGH:
            yield rule.note(
                call.arguments[2],
                f"with {size >> 20} MiB of workspace hipBLASLt leaves out kernels that split the "
                "inner dimension",
                hint="give it more, and as much to the product: PyTorch's has 76 MiB",
            )


@once_for_each_file
def _size(file: SourceFile, written: bytes) -> int | None:
    """Return a size: a number, a constant, or a variable that is given one number everywhere.

    That is by the file, or by the headers of the project that it includes.
    """
    number = known_number(file, written)
    name = written.strip().rpartition(b"::")[2]
    if number is not None or not _NAME.fullmatch(name):
        return number
    values = set(_given(file, name))
    if not values:
        headers = (
            SourceFile(path, data) for path, data in headers_of(file).items() if name in data
        )
        values = {value for header in headers for value in _given(header, name)}
    return values.pop() if len(values) == 1 else None


def _given(file: SourceFile, name: bytes) -> Iterator[int | None]:
    """Yield what a file gives a variable; None for what is no number, or one by default."""
    for start in file.occurrences(name):
        match = _GIVEN.match(file.code, start + len(name))
        if match is None:
            continue
        before = file.code[file.statement_start(start) : start]
        is_parameter = before.count(b"(") > before.count(b")")
        value = match[1] or match[2]
        is_plain = value is not None and not is_parameter and not file.is_member(start)
        yield known_number(file, value) if is_plain else None
