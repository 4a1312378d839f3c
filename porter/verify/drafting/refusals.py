"""Conditions under which code refuses what it is given: `if (x.dim() != 2) AT_ERROR("…");`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from porter.verify.drafting.cpp_code import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_ERROR = re.compile(r"(?:AT|C10|TORCH)_ERROR|C10_THROW_ERROR|TORCH_CHECK_FAIL")
#: What a branch may do before it throws, such as put a message together, and behind that.
_PLAIN = ("expression_statement", "declaration")
_LEAVING = ("return_statement", "break_statement")
_NEVER = re.compile(r"(?:TORCH|AT|C10)_(?:CHECK|ASSERT)\s*+\(\s*+false\b")


def condition_of(node: Node) -> Node:
    """Return what a check is of: of `assert(("what for", n == 3))` the last part.

    Args:
        node: what it is given.
    """
    while node.type in ("parenthesized_expression", "comma_expression") and node.named_children:
        node = node.named_children[-1]
    return node


def is_under_condition(node: Node) -> bool:
    """Tell whether a statement runs under a condition alone: what it asserts need not hold ever.

    Args:
        node: in the statement.
    """
    around = node.parent
    while around is not None and around.type != "function_definition":
        if around.type == "if_statement":
            return True
        around = around.parent
    return False


def refused_condition(function: Function, node: Node) -> Node | None:
    """Return the condition of an `if` that does nothing but refuse; None for another.

    Args:
        function: where it is.
        node: the statement.
    """
    condition, then = (node.child_by_field_name(key) for key in ("condition", "consequence"))
    if node.child_by_field_name("alternative") is not None:
        return None
    return condition if only_refuses(function, then) else None


def only_refuses(function: Function, node: Node | None) -> bool:
    """Tell whether a branch does nothing but refuse.

    Args:
        function: where it is.
        node: the statement behind `if (…)`, or `else` with what stands behind it.
    """
    if node is not None and node.type == "else_clause":
        node = node.named_children[-1]
    if node is None:
        return False
    statements = [node]
    if node.type == "compound_statement":
        statements = [one for one in node.named_children if one.type != "comment"]
    refuses = [_refuses(function, one) for one in statements]
    if not any(refuses):
        return False
    first = refuses.index(True)  # what stands behind it is there for the compiler
    return all(one.type in _LEAVING for one in statements[first + 1 :]) and all(
        one.type in _PLAIN for one in statements[:first]
    )


def _refuses(function: Function, node: Node) -> bool:
    """Tell whether a statement throws."""
    if node.type == "throw_statement":
        return True
    calls = [one for one in node.named_children if one.type == "call_expression"]
    called = calls[0].child_by_field_name("function") if calls else None
    if called is None:
        return False
    name = function.text(called).rpartition("::")[2]
    return bool(_ERROR.fullmatch(name) or _NEVER.match(function.text(calls[0])))
