"""What PyTorch says of a device: the answer of `torch.cuda.get_device_properties()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.source.python.code import PythonCode

if TYPE_CHECKING:
    from tree_sitter import Node


def are_properties(code: PythonCode, node: Node) -> bool:
    """Tell whether an expression is a device's properties, or a name only ever bound to them."""
    if "get_device_properties" in code.text(node):
        return True
    bindings = code.assigned.get(code.text(node), []) if node.type == "identifier" else []
    values = [binding.value for binding in bindings]
    return bool(values) and all(
        value is not None
        and value.type == "call"
        and code.text(value).partition("(")[0].endswith("get_device_properties")
        for value in values
    )
