"""The declarations of a tree-sitter tree, and their scopes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_DECLARATORS = frozenset(
    "pointer_declarator reference_declarator array_declarator init_declarator "
    "parenthesized_declarator function_declarator attributed_declarator bitfield_clause".split()
)
#: Kinds of nodes that are a class.
CLASSES = frozenset("class_specifier struct_specifier union_specifier".split())
_BLOCKS = frozenset(
    "compound_statement for_statement for_range_loop while_statement if_statement "
    "switch_statement lambda_expression function_definition catch_clause".split()
)
#: What a parameter of a function with a body is never within, seen from that function.
_NO_PARAMETER_IN = frozenset(
    "declaration field_declaration parameter_declaration compound_statement".split()
)


class Extent(StrEnum):
    """Where an unqualified name means the definition."""

    FILE = "file"
    NAMESPACE = "namespace"
    CLASS = "class"
    LOCAL = "local"


def role_of(node: Node) -> tuple[str, Node, bool] | None:
    """Return what the identifier names, the node that declares it, and whether it has a body."""
    parent = node.parent
    if parent is None:
        return None
    if parent.type in CLASSES or parent.type == "enum_specifier":
        if parent.child_by_field_name("name") == node and parent.child_by_field_name("body"):
            return "type", parent, True
        return None
    if parent.type == "enumerator":
        return ("enumerator", parent, True) if parent.child_by_field_name("name") == node else None
    if parent.type == "alias_declaration":
        return ("alias", parent, True) if parent.child_by_field_name("name") == node else None
    return _declarator_role(node, parent)


def _declarator_role(node: Node, parent: Node) -> tuple[str, Node, bool] | None:
    kind = "variable"
    child = node
    while parent.type in _DECLARATORS:
        named: Sequence[Node | None] = [parent.child_by_field_name("declarator")]
        if parent.type in ("parenthesized_declarator", "reference_declarator"):
            named = parent.named_children
        if child not in named:
            return None
        if parent.type == "function_declarator":
            kind = "variable" if child.type == "parenthesized_declarator" else "function"
        child = parent
        if parent.parent is None:
            return None
        parent = parent.parent
    if child not in parent.children_by_field_name("declarator"):
        return None
    if parent.type == "function_definition":
        return (kind, parent, True) if kind == "function" else None
    if parent.type == "type_definition":
        aliased = parent.child_by_field_name("type")
        has_members = aliased is not None and aliased.child_by_field_name("body") is not None
        return "type" if has_members else "typedef", parent, True
    if parent.type in ("parameter_declaration", "optional_parameter_declaration"):
        return _parameter_role(parent)
    if parent.type in ("declaration", "field_declaration", "for_range_loop"):
        return kind, parent, False
    return None


def names_parameter(node: Node) -> bool:
    """Tell whether the identifier `node` names a parameter, though it be a prototype's."""
    child, parent = node, node.parent
    while parent is not None and parent.type in _DECLARATORS:
        child, parent = parent, parent.parent
    if parent is None or not parent.type.endswith("parameter_declaration"):
        return False
    return child in parent.children_by_field_name("declarator")


def declarator_of(node: Node, declaration: Node) -> Node:
    """Return the part of `declaration` in which the identifier `node` is named."""
    while node.parent is not None and node.parent != declaration:
        node = node.parent
    return node


def _parameter_role(parameter: Node) -> tuple[str, Node, bool] | None:
    """Return the role of a parameter: only one of a function or lambda with a body counts."""
    node = parameter.parent
    while node is not None and node.type not in ("function_definition", "lambda_expression"):
        if node.type in _NO_PARAMETER_IN:
            return None
        node = node.parent
    return None if node is None else ("parameter", parameter, True)


def scope_of(node: Node, kind: str) -> tuple[Extent, tuple[bytes, ...], tuple[int, int]]:
    """Return where what `node` declares is seen."""
    names: list[bytes] = []
    extent = Extent.FILE
    above = node.parent
    if kind == "enumerator" and above is not None and above.parent is not None:
        specifier = above.parent
        if any(child.type in ("class", "struct") for child in specifier.children):
            return Extent.LOCAL, (), (above.start_byte, above.end_byte)
        above = specifier.parent
    while above is not None:
        if above.type in _BLOCKS:
            return Extent.LOCAL, (), (above.start_byte, above.end_byte)
        if above.type in CLASSES and above.child_by_field_name("body") is not None:
            if extent is Extent.FILE:
                extent = Extent.CLASS
            names.append(declared_name(above))
        elif above.type == "namespace_definition" and declared_name(above):
            if extent is Extent.FILE:
                extent = Extent.NAMESPACE
            names += reversed(declared_name(above).split(b"::"))
        above = above.parent
    return extent, tuple(reversed(names)), (0, 0)


def declared_name(node: Node) -> bytes:
    """Return the name that a class or namespace declares, without template arguments."""
    name = node.child_by_field_name("name")
    text = b"" if name is None else name.text or b""
    return text.split(b"<")[0].replace(b" ", b"")
