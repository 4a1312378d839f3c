"""What PyTorch says of a device: the answer of `torch.cuda.get_device_properties()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.source.python.code import PythonCode

if TYPE_CHECKING:
    from tree_sitter import Node


class Properties:
    """Which expressions of a file are a device's properties.

    Args:
        code: the file.
    """

    def __init__(self, code: PythonCode) -> None:
        self._code = code
        self._known: dict[str, bool] = {}

    def __contains__(self, node: Node) -> bool:
        """Tell whether an expression is the call, or a name that is only ever bound to it."""
        text = self._code.text(node)
        if node.type != "identifier":
            return "get_device_properties" in text
        if text not in self._known:
            values = [binding.value for binding in self._code.assigned.get(text, [])]
            self._known[text] = bool(values) and all(
                value is not None
                and value.type == "call"
                and self._code.text(value).partition("(")[0].endswith("get_device_properties")
                for value in values
            )
        return self._known[text]
