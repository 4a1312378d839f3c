"""Report numbers that become enumerators which have other values in HIP.

## What it does
Reports casts of numbers to CUDA's enumerations whose enumerators have other values in HIP:
`(cublasOperation_t)1`, `static_cast<cublasOperation_t>(transposed)` where `transposed` is a `bool`,
`(cudaDeviceAttr)75`. Casts of other variables to such an enumeration get a note.

## Why
HIP's libraries number their enumerators by themselves: `CUBLAS_OP_T` is 1, `HIPBLAS_OP_T` 112. The
name is converted, the number is not; the call fails, and a program that does not look at what it
returns goes on with what was there before.

## What it leaves alone
Casts of enumerators to their own enumeration; errors, which programs hand back as HIP gave them.

## References
`rules/cuda-hip/enumerations.toml`, which `porter rules derive-enumerations` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.enumerations import renumbered

if TYPE_CHECKING:
    from tree_sitter import Node

_NUMBER = re.compile(rb"(?<![\w.])(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])|\b(?:true|false)\b")
_COMPARED = re.compile(rb"[=!<>]=|&&|\|\||[^<]<[^<]|[^->]>[^>]|!")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_LOGICAL = re.compile(rb"\bbool\b[ \t]*+(?:const\b)?+[ \t&]*+(\w++)")
_CHOICE = re.compile(rb"\?(.*)", re.DOTALL)

rule = Rule("API24", "enumerator-numbers", fix=Fix.NONE, names=tuple(renumbered()), handles=())

EXAMPLES = (
    Example(
        """
        cublasOperation_t a = (cublasOperation_t)1;
        cublasOperation_t b(bool t) { return static_cast<cublasOperation_t>(t); }
        cublasOperation_t c = cublasOperation_t(letter == 'T' ? 1 : 0);
        """,
        findings=("warning", "warning", "warning"),
    ),
    Example(
        "cublasOperation_t a(int t) { return (cublasOperation_t)t; }\n",
        findings=("note",),
        title="a number from elsewhere",
    ),
    Example(
        """
        cublasOperation_t a = (cublasOperation_t)CUBLAS_OP_T;
        cublasOperation_t b = t ? CUBLAS_OP_T : CUBLAS_OP_N;
        cudaError_t c = (cudaError_t)1;
        """,
        title="enumerators, and errors",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each number that becomes such an enumerator."""
    enumerations = renumbered()
    logical = frozenset(_LOGICAL.findall(file.code))
    for use in file.uses(enumerations):
        value = _cast(file, use.start, use.end)
        if value is None:
            continue
        text = file.code[value.start_byte : value.end_byte].strip(b" ()")
        values = enumerations[use.name]
        names = set(_WORD.findall(text))
        if any(name.decode() in values for name in names) or _own(context, names):
            continue
        example, pair = next(iter(values.items()))
        ours, theirs = pair.split()
        said = (
            f"HIP's {use.name.decode()} has other numbers: {example} is {ours} in CUDA, "
            f"{theirs} in HIP"
        )
        hint = "write the enumerator's name"
        if _is_number(text) or names & logical:
            yield rule.warning(value, said, hint=hint)
        else:
            yield rule.note(value, said, hint=hint)


def _cast(file: SourceFile, start: int, end: int) -> Node | None:
    """Return what is cast to the type that stands at a place."""
    node = file.tree.root_node.descendant_for_byte_range(start, end)
    for _ in range(5):
        if node is None:
            return None
        if node.type == "cast_expression" or node.type == "call_expression":
            break
        node = node.parent
    else:
        return None
    if node.type == "cast_expression":
        to = node.child_by_field_name("type")
        return node.child_by_field_name("value") if _is_at(to, start, end) else None
    called, given = (node.child_by_field_name(part) for part in ("function", "arguments"))
    if called is None or given is None or not given.named_children:
        return None
    written = file.code[called.start_byte : called.end_byte]
    if not _is_at(called, start, end):
        return None
    return given if called.end_byte <= end or written.startswith(b"static_cast") else None


def _is_at(node: Node | None, start: int, end: int) -> bool:
    return node is not None and node.start_byte <= start and end <= node.end_byte


def _own(context: Context, names: set[bytes]) -> bool:
    """Tell whether one of some names is an enumerator of CUDA's, whose name is converted."""
    rows = context.tables.names
    return any(name in rows and rows[name].kind == "enumerator" for name in names)


def _is_number(text: bytes) -> bool:
    """Tell whether a value is seen to be a number, or the answer of a comparison."""
    choice = _CHOICE.search(text)
    chosen = choice.group(1) if choice is not None else text
    return _NUMBER.search(chosen) is not None or (
        choice is None and _COMPARED.search(text) is not None
    )
