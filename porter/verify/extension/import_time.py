"""Names that a Python file calls while it is imported: functions at the top, and decorators."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def used_at_import(tree: ast.Module) -> frozenset[str]:
    """Return the names that are called, or of whose members some are; "*" where any may be.

    Args:
        tree: the file.
    """
    return frozenset(("*", *_called(tree)))


def _called(node: ast.AST) -> Iterator[str]:
    """Yield the names that are called in a part of a file, and not in functions inside of it."""
    if isinstance(node, ast.Call):
        yield from _root(node.func)
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        for one in node.decorator_list:
            yield from _root(one)
    for child in _at_import(node):
        yield from _called(child)


def _at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that run with it."""
    if isinstance(node, _FUNCTIONS):
        given = node.args
        yield from (*node.decorator_list, *given.defaults)
        yield from (one for one in given.kw_defaults if one is not None)
    elif not isinstance(node, ast.Lambda):
        yield from ast.iter_child_nodes(node)


def _root(node: ast.expr) -> Iterator[str]:
    """Yield the name in `name.member.other` or in `name(...)`."""
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        yield node.id
