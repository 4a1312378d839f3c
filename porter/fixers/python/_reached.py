"""Which strings of a Python file reach a function that compiles them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from porter.fixers.python._names import Names
from porter.source.python.code import PythonCall, PythonCode
from porter.source.python.formats import Format
from porter.source.python.strings import PythonText
from porter.source.python.texts import parts, passed_on, text_of
from porter.tables.compilers import Compiler, Holds, compiled

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
        call: the call that takes it as an argument; None where others compile it, too.
    """

    node: Node
    text: PythonText
    formats: tuple[Format, ...]
    compiler: Compiler
    holds: Holds
    call: PythonCall | None


def reached(code: PythonCode) -> tuple[list[Reached], list[tuple[PythonCall, Node]]]:
    """Return the expressions of strings that are compiled, in order of place.

    Returns:
        Them, and (call, argument) for each translation unit of which no string is seen.
    """
    walk = _Walk(code)
    unseen: list[tuple[PythonCall, Node]] = []
    for call, row, argument in compiled(code):
        if not walk.from_argument(call, row, argument) and row.holds is not Holds.FRAGMENT:
            unseen.append((call, argument))
    kept: list[Reached] = []
    for one in sorted(
        walk.found.values(), key=lambda one: (one.node.start_byte, -one.node.end_byte)
    ):
        if not kept or one.node.start_byte >= kept[-1].node.end_byte:
            kept.append(one)
    return kept, unseen


@dataclass(frozen=True, slots=True)
class _Way:
    """How an expression is come to from a function that compiles it.

    Attributes:
        compiler: the function.
        formats: what is applied to the value on the way.
        depth: how many steps are left.
        is_piece: whether it is a part of what is compiled.
    """

    compiler: Compiler
    formats: tuple[Format, ...] = ()
    depth: int = _DEEPEST
    is_piece: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What tells ways apart, as every one is walked once."""
        return id(self.compiler), self.formats, self.depth, self.is_piece


class _Walk:
    """Follows arguments to the strings that they stand for, each step once for all calls.

    Args:
        code: the Python file.
    """

    def __init__(self, code: PythonCode) -> None:
        self.found: dict[tuple[int, int], Reached] = {}
        self._code = code
        self._names = Names(code)
        self._seen: dict[tuple[object, ...], bool] = {}

    def from_argument(self, call: PythonCall, compiler: Compiler, argument: Node) -> bool:
        """Follow an argument of a call; tell whether a string is seen that it may stand for."""
        return self._follow(argument, _Way(compiler), call)

    def _follow(self, node: Node, way: _Way, call: PythonCall | None = None) -> bool:
        """Follow an expression; `call` is the one that it is an argument of."""
        if way.depth == 0:
            return False
        key = (node.id, *way.key)
        if key not in self._seen:
            self._seen[key] = False
            self._seen[key] = self._step(node, replace(way, depth=way.depth - 1), call)
        return self._seen[key]

    def _step(self, node: Node, way: _Way, call: PythonCall | None) -> bool:
        code = self._code
        if node.type in ("list", "tuple", "parenthesized_expression"):
            return self._follow_all(node.named_children, way)
        if node.type == "conditional_expression":
            return self._follow_all((node.named_children[0], node.named_children[2]), way)
        if node.type in ("identifier", "attribute"):
            return code.text(node) != SUPPORT_NAME and self._name(node, way)
        piece = replace(way, formats=(), is_piece=True)
        text = text_of(code, node, way.formats)
        if text is not None:
            self._keep(node, text, way, call)
            named = [
                part
                for part in parts(code, node)
                if part != node and part.type in ("identifier", "attribute", "call")
            ]
            self._follow_all(named, piece)
            return True
        if (handed := passed_on(code, node)) is not None:
            return self._follow(handed[0], replace(way, formats=(*handed[1], *way.formats)))
        if node.type == "call":
            return self._follow_all(self._names.returned(node), way)
        if node.type == "binary_operator":
            return self._follow_all(parts(code, node), piece)
        return False

    def _follow_all(self, nodes: Iterable[Node], way: _Way) -> bool:
        reaches = [self._follow(node, way) for node in nodes]
        return any(reaches)

    def _name(self, node: Node, way: _Way) -> bool:
        """Follow a name to what is bound to it, and to what is added to that by `+=`."""
        reaches = False
        for variable in self._names.variables(node):
            bindings = self._names.bindings(variable)
            is_sum = any(binding.added is not None for binding in bindings)
            whole = replace(way, is_piece=way.is_piece or is_sum)
            key = (variable, *whole.key)
            if key not in self._seen:
                self._seen[key] = False
                values = [one.value for one in bindings if one.value is not None]
                added = [one.added for one in bindings if one.added is not None]
                reaches_values = self._follow_all(values, whole)
                piece = replace(way, formats=(), is_piece=True)
                self._seen[key] = self._follow_all(added, piece) or reaches_values
            reaches |= self._seen[key]
        return reaches

    def _keep(self, node: Node, text: PythonText, way: _Way, call: PythonCall | None) -> None:
        """Keep a string that is reached, as the largest of what it is compiled as."""
        holds = _held(text, way.compiler.holds) if way.is_piece else way.compiler.holds
        key = (node.start_byte, node.end_byte)
        other = self.found.get(key)
        only = call if other is None or other.call is call else None
        if other is None or _ORDER.index(holds) > _ORDER.index(other.holds):
            other = Reached(node, text, way.formats, way.compiler, holds, only)
        self.found[key] = replace(other, call=only)


def _held(text: PythonText, holds: Holds) -> Holds:
    """Return what a part of a text holds: declarations make a unit, anything else does not."""
    if not _DECLARES.search(text.content):
        return Holds.FRAGMENT
    balanced = text.content.count(b"{") == text.content.count(b"}")
    return holds if balanced else Holds.FRAGMENT
