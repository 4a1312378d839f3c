"""Ask PyTorch for HIP where the code asks whether it was built for CUDA.

## What it does
Where a file does no more with `torch.version.cuda` than ask whether there is one, it writes
`torch.version.hip`. Where the version is taken apart or compared, it is reported and all of the
file's tests stay.

## Why
`torch.version.cuda` is None in PyTorch for ROCm: `torch.version.cuda.split(".")` raises, and a
program that asks whether it is None runs on the CPU or refuses. HIP's version numbers are not
CUDA's, so a comparison has to be thought about.

## What it leaves alone
Versions that are only printed; `torch.cuda`, which PyTorch for ROCm answers; files that speak of
HIP or ROCm themselves.

## References
PyTorch, HIP (ROCm) semantics, "Checking for HIP".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("PYT04", "torch-version", names=(b"version",), languages=(Language.PYTHON,))

_TESTS = frozenset(
    "if_statement elif_clause while_statement assert_statement not_operator "
    "boolean_operator".split()
)
_PRINTERS = frozenset("print str repr format info debug warning error log write append".split())

EXAMPLES = (
    Example(
        """
        import torch
        if torch.version.cuda is None:
            raise RuntimeError('no GPU')
        """,
        """
        import torch
        if torch.version.hip is None:
            raise RuntimeError('no GPU')
        """,
        path="guard.py",
    ),
    Example(
        """
        import torch
        if torch.version.cuda:
            major = int(torch.version.cuda.split('.')[0])
        """,
        findings=("warning",),
        path="builder.py",
        title="the number matters",
    ),
    Example(
        """
        import torch
        print('CUDA', torch.version.cuda)
        log = f'{torch.version.cuda}'
        torch.cuda.synchronize()
        """,
        path="report.py",
        title="printed only",
    ),
    Example(
        """
        import torch
        is_amd = torch.version.hip is not None
        if torch.version.cuda:
            pass
        """,
        path="ported.py",
        title="the file asks for HIP itself",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield edits where the version is tested alone, and findings where it is used."""
    if b"version.cuda" not in file.data:
        return
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    uses = [node for node in code.nodes("attribute") if code.means(node, "torch.version.cuda")]
    used = [node for node in uses if not _is_tested(code, node) and not _is_printed(code, node)]
    for node in used:
        yield rule.warning(
            node,
            "torch.version.cuda is None in PyTorch for ROCm, and what it is taken for here has no "
            "number there",
            hint="torch.version.hip has HIP's version; ask for what the version stands for",
        )
    if used:
        return
    for node in uses:
        if _is_tested(code, node):
            name = node.child_by_field_name("attribute")
            assert name is not None
            yield rule.replace(name, b"hip")


def _is_tested(code: PythonCode, node: Node) -> bool:
    """Tell whether nothing but the presence of a value matters where `node` stands."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "comparison_operator":
        return len(parent.named_children) == 2 and parent.named_children[1].type == "none"
    if parent.type == "boolean_operator":
        return _is_tested(code, parent)
    if parent.type == "conditional_expression":
        return parent.named_children[1] == node
    if parent.type == "argument_list":
        function = parent.parent.child_by_field_name("function") if parent.parent else None
        return code.means(function, "bool")
    return parent.type in _TESTS and parent.named_children[0] == node


def _is_printed(code: PythonCode, node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "interpolation":
        return True
    if parent.type != "argument_list" or parent.parent is None:
        return False
    call = code.call_of(parent.parent)
    return call is not None and call.name in _PRINTERS
