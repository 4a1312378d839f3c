"""Report comparisons with compute capabilities and `sm_` architectures.

## What it does
Reports where `torch.cuda.get_device_capability()`, the `major` and `minor` of
`get_device_properties()` or CuPy's `compute_capability` are compared with numbers, and where
`torch.cuda.get_arch_list()` is searched for `sm_…`. Nothing is changed.

## Why
PyTorch for ROCm answers with the version of the gfx target: (9, 4) on an MI300 (gfx942), (9, 0) on
an MI200, (11, 0) on an RX 7900. Every test for "at least 8.0" passes there, whatever it was meant
to tell: tensor cores, bfloat16, asynchronous copies, a size of shared memory.

## What it leaves alone
Capabilities that are not compared; files that speak of HIP or ROCm themselves.

## References
PyTorch, `torch.cuda.get_device_capability`; HIP, `hipDeviceProp_t::major`; LLVM, AMDGPU processors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.python._properties import Properties
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.python.scopes import scope_of
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

_CAPABILITIES = (b"get_device_capability", b"compute_capability")

rule = Rule(
    "PYT05",
    "device-capability",
    fix=Fix.NONE,
    names=(*_CAPABILITIES, b"get_device_properties", b"get_arch_list"),
    languages=(Language.PYTHON,),
)

_SM = re.compile(rb"['\"]sm_\d+")

EXAMPLES = (
    Example(
        """
        import torch
        major, minor = torch.cuda.get_device_capability()
        use_bfloat16 = major >= 8
        tensor_cores = torch.cuda.get_device_properties(0).major >= 7


        def is_hopper():
            return torch.cuda.get_device_capability()[0] == 9
        """,
        findings=("warning", "warning"),
        path="choose.py",
    ),
    Example(
        """
        import torch
        ok = 'sm_80' in torch.cuda.get_arch_list()
        """,
        findings=("warning",),
        path="built.py",
    ),
    Example(
        """
        import torch
        print(torch.cuda.get_device_capability())
        version.major >= 3
        torch.cuda.get_device_properties(0).total_memory > 2**30
        """,
        path="show.py",
        title="nothing is compared with a capability",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for the comparisons of each function."""
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    properties = Properties(code)
    names = _names(code, properties)
    found: dict[tuple[int, str], list[Node]] = {}
    for node in code.nodes("comparison_operator"):
        if _SM.search(file.data, node.start_byte, node.end_byte) and any(
            call.name == "get_arch_list" for call in code.calls_in(node)
        ):
            what = "get_arch_list() names gfx targets, such as gfx942"
        elif any(_is_capability(code, part, names, properties) for part in node.named_children):
            what = "the capability is the version of the gfx target, (9, 4) for gfx942"
        else:
            continue
        found.setdefault((scope_of(node).start_byte, what), []).append(node)
    for (_, what), nodes in found.items():
        yield rule.warning(
            nodes[0],
            f"on ROCm {what}: a comparison does not tell what it did",
            hint="ask for what the number stands for, or for gcnArchName of the device's "
            "properties",
            occurrences=len(nodes),
            counted="comparisons here",
        )


def _names(code: PythonCode, properties: Properties) -> set[tuple[str, int]]:
    """Return names that are bound to a capability, each with the start of its scope."""
    found: set[tuple[str, int]] = set()
    for node in code.nodes("assignment"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or not _is_direct(code, right, properties):
            continue
        targets = [left] if left.type == "identifier" else left.named_children
        scope = scope_of(node).start_byte
        found |= {(code.text(one), scope) for one in targets if one.type == "identifier"}
    return found


def _is_capability(
    code: PythonCode, node: Node, names: set[tuple[str, int]], properties: Properties
) -> bool:
    """Tell whether an operand of a comparison is a capability, or computed from one."""
    if node.type in ("binary_operator", "parenthesized_expression", "tuple"):
        return any(_is_capability(code, child, names, properties) for child in node.named_children)
    if node.type == "subscript":
        value = node.child_by_field_name("value")
        return value is not None and _is_capability(code, value, names, properties)
    if node.type == "identifier":
        name, at = code.text(node), node
        while at.parent is not None:
            at = scope_of(at)
            if (name, at.start_byte) in names:
                return True
        return False
    return _is_direct(code, node, properties)


def _is_direct(code: PythonCode, node: Node, properties: Properties) -> bool:
    """Tell whether an expression asks the device for its capability."""
    if node.type == "subscript":
        value = node.child_by_field_name("value")
        return value is not None and _is_direct(code, value, properties)
    if node.type == "call":
        function = node.child_by_field_name("function")
        if function is None:
            return False
        written = code.text(function)
        if written in ("int", "float", "tuple"):
            return any(_is_direct(code, call.node, properties) for call in code.calls_in(node)[1:])
        return written.rpartition(".")[2] == "get_device_capability"
    if node.type == "attribute":
        name = node.child_by_field_name("attribute")
        value = node.child_by_field_name("object")
        if name is None or value is None:
            return False
        text = code.text(name)
        if text in ("major", "minor"):
            return value in properties
        return text == "compute_capability" and "evice" in code.text(value)
    return False
