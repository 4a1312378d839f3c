"""The scope of a place of a Python file: function, class or module."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from porter.source.python.code import PythonCode

if TYPE_CHECKING:
    from tree_sitter import Node

_SCOPES = frozenset(("function_definition", "lambda", "class_definition", "module"))


def scope_of(node: Node) -> Node:
    """Return the function, class or module that `node` stands in."""
    at = node.parent
    while at is not None and at.type not in _SCOPES:
        node, at = at, at.parent
    return node if at is None else at


def is_parameter(code: PythonCode, node: Node) -> bool:
    """Tell whether a name is a parameter of a function around it."""
    at = node
    while at.parent is not None:
        at = scope_of(at)
        parameters = at.child_by_field_name("parameters")
        if parameters is not None and re.search(
            rf"(?<!\w){re.escape(code.text(node))}(?!\w)", code.text(parameters)
        ):
            return node.type == "identifier"
    return False
