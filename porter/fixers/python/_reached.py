"""Which strings of a Python file reach a function that compiles them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from porter.fixers.python._compilers import Compiler, Holds, compiled
from porter.source.python import Binding, PythonCall, PythonCode, scope_of
from porter.source.python_formats import Format
from porter.source.python_strings import PythonText
from porter.source.python_texts import parts, passed_on, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

#: The name in a Python file of the support headers that its strings need.
SUPPORT_NAME = "_PORTER_COMPAT"

_DEEPEST = 8
#: What stands outside of functions.
_DECLARES = re.compile(rb"\b__(?:global|device|constant)__\b|^[ \t]*#[ \t]*include\b", re.MULTILINE)
_ORDER = (Holds.UNIT, Holds.HOST, Holds.FRAGMENT)


@dataclass(frozen=True, slots=True)
class Reached:
    """An expression of strings that is compiled.

    Attributes:
        node: the expression.
        text: what it stands for.
        formats: what is applied to its value elsewhere.
        compiler: what compiles it.
        holds: what it holds for it.
        calls: the calls that compile it.
    """

    node: Node
    text: PythonText
    formats: tuple[Format, ...]
    compiler: Compiler
    holds: Holds
    calls: list[PythonCall]


@dataclass(frozen=True, slots=True)
class _Origin:
    """An expression of strings that another one may stand for."""

    node: Node
    holds: Holds
    formats: tuple[Format, ...]


def reached(code: PythonCode) -> tuple[list[Reached], list[tuple[PythonCall, Node]]]:
    """Return the expressions of strings that are compiled, in order of place.

    Returns:
        Them, and (call, argument) for each translation unit of which no string is seen.
    """
    found: dict[tuple[int, int], Reached] = {}
    unseen: list[tuple[PythonCall, Node]] = []
    for call, row, argument in compiled(code):
        origins = list(_origins(code, argument, row.holds, (), _DEEPEST))
        if not origins and row.holds is not Holds.FRAGMENT:
            unseen.append((call, argument))
        for origin in origins:
            node = origin.node
            text = text_of(code, node, origin.formats)
            if text is None:
                continue
            key = (node.start_byte, node.end_byte)
            other = found.get(key)
            calls = [call] if other is None else [*other.calls, call]
            if other is None or _ORDER.index(origin.holds) > _ORDER.index(other.holds):
                other = Reached(node, text, origin.formats, row, origin.holds, calls)
            found[key] = replace(other, calls=calls)
    kept: list[Reached] = []
    for one in sorted(found.values(), key=lambda one: (one.node.start_byte, -one.node.end_byte)):
        if not kept or one.node.start_byte >= kept[-1].node.end_byte:
            kept.append(one)
    return kept, unseen


def _origins(
    code: PythonCode, node: Node, holds: Holds, formats: tuple[Format, ...], depth: int
) -> Iterator[_Origin]:
    """Yield the expressions of strings that an expression may stand for."""
    if depth == 0:
        return
    depth -= 1
    if node.type in ("list", "tuple", "parenthesized_expression"):
        for child in node.named_children:
            yield from _origins(code, child, holds, formats, depth)
    elif node.type == "conditional_expression":
        for child in (node.named_children[0], node.named_children[2]):
            yield from _origins(code, child, holds, formats, depth)
    elif node.type in ("identifier", "attribute"):
        if code.text(node) != SUPPORT_NAME:
            values, pieces = _values(code, node)
            for value in values:
                for origin in _origins(code, value, holds, formats, depth):
                    yield replace(origin, holds=_held(code, origin, holds)) if pieces else origin
            for value in pieces:
                for origin in _origins(code, value, holds, (), depth):
                    yield replace(origin, holds=_held(code, origin, holds))
    elif text_of(code, node) is not None:
        yield _Origin(node, holds, formats)
        for part in parts(code, node):
            if part != node and part.type in ("identifier", "attribute", "call"):
                for origin in _origins(code, part, holds, (), depth):
                    yield replace(origin, holds=_held(code, origin, holds))
    elif (handed := passed_on(code, node)) is not None:
        yield from _origins(code, handed[0], holds, (*handed[1], *formats), depth)
    elif node.type == "call":
        for value in _returned(code, node):
            yield from _origins(code, value, holds, formats, depth)
    elif node.type == "binary_operator":
        for part in parts(code, node):
            for origin in _origins(code, part, holds, (), depth):
                yield replace(origin, holds=_held(code, origin, holds))


def _held(code: PythonCode, origin: _Origin, holds: Holds) -> Holds:
    """Return what a part of a text holds: declarations make a unit, anything else does not."""
    text = text_of(code, origin.node, origin.formats)
    if text is None or not _DECLARES.search(text.content):
        return Holds.FRAGMENT
    balanced = text.content.count(b"{") == text.content.count(b"}")
    return holds if balanced else Holds.FRAGMENT


def _returned(code: PythonCode, node: Node) -> list[Node]:
    """Return what a function of the file returns that a call names."""
    function = node.child_by_field_name("function")
    if function is None or function.type != "identifier":
        return []
    definitions = [
        one
        for one in code.nodes("function_definition")
        if code.text(one.child_by_field_name("name") or one) == code.text(function)
    ]
    if len(definitions) != 1:
        return []
    found = []
    for statement in code.nodes("return_statement"):
        if scope_of(statement) == definitions[0] and statement.named_children:
            found.append(statement.named_children[0])
    return found


def _values(code: PythonCode, node: Node) -> tuple[list[Node], list[Node]]:
    """Return what a name is bound to in the file, and what is added to it by `+=`.

    Nothing where it is bound in other ways, too.
    """
    name = code.text(node)
    if node.type == "attribute":
        owner, member = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        if owner is None or member is None or owner.type != "identifier":
            return [], []
        bound = code.assigned.get(name, [])
        in_class = [
            binding
            for binding in code.assigned.get(code.text(member), [])
            if scope_of(binding.target).type == "class_definition"
        ]
        bindings = bound or (in_class if _is_a_class(code, owner, in_class) else [])
    else:
        scopes = _scopes(node)
        bindings = [
            binding
            for binding in code.assigned.get(name, [])
            if scope_of(binding.target).start_byte in scopes
        ]
    if any(binding.value is None and binding.added is None for binding in bindings):
        return [], []
    values = [binding.value for binding in bindings if binding.value is not None]
    return values, [binding.added for binding in bindings if binding.added is not None]


def _is_a_class(code: PythonCode, owner: Node, bindings: list[Binding]) -> bool:
    """Tell whether `owner` is `self`, `cls` or the name of the class that binds something."""
    names = {"self", "cls"}
    for binding in bindings:
        name = scope_of(binding.target).child_by_field_name("name")
        if name is not None:
            names.add(code.text(name))
    return code.text(owner) in names


def _scopes(node: Node) -> set[int]:
    """Return where the scopes start that a name in `node` is looked up in."""
    found: set[int] = set()
    at = node
    while at.parent is not None:
        at = scope_of(at)
        if not found or at.type != "class_definition":
            found.add(at.start_byte)
    return found
