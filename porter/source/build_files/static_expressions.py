"""Evaluates the expressions of a build script, as far as possible without running it."""

from __future__ import annotations

import ast
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from porter.source.build_files.static_values import (
    LONGEST,
    TOO_LARGE,
    call_method,
    combine,
    compare,
    in_order,
    size,
    total_size,
)
from porter.source.build_files.unfollowed import TooLarge, Unfollowed
from porter.source.build_files.unknown import UNKNOWN, Unknown, known

#: The variables of the module, then of the function, then of the comprehension.
Scopes = list[dict[str, Any]]

_PATH_ATTRIBUTES = frozenset({"parent", "name", "stem", "suffix", "parts"})
#: Expressions that a script may compute; what is a build script has some thousands.
MOST_STEPS = 500_000


class Endless(Exception):
    """The script takes too many steps to be read."""


class Expressions(ABC):
    """The expressions of a script.

    Args:
        script: the file; its folder is the working directory.
        known: what dotted names stand for; a callable is called.
        on_call: shown every call whose function is not known: dotted name, positional values,
            keyword values and line. What it returns is the call's value.
        unfollowed: collects what is too large to be computed.
    """

    def __init__(
        self,
        script: Path,
        known: Mapping[str, Any],
        on_call: Callable[[str, list[Any], dict[str, Any], int], Any],
        unfollowed: Unfollowed,
    ) -> None:
        self.script = script
        self.unfollowed = unfollowed
        self.known = known
        self.on_call = on_call
        self.steps = 0

    @abstractmethod
    def enter(
        self,
        function: ast.FunctionDef,
        arguments: list[Any],
        keywords: dict[str, Any],
        scopes: Scopes,
    ) -> Any:
        """Return what a function of the script returns."""

    def bind(self, target: ast.expr, value: Any, scopes: Scopes) -> None:
        """Give names the value of an assignment, a loop or a comprehension."""
        if isinstance(target, ast.Name):
            scopes[-1][target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            fits = isinstance(value, (tuple, list)) and len(value) == len(target.elts)
            for index, element in enumerate(target.elts):
                self.bind(element, value[index] if fits else UNKNOWN, scopes)
        elif isinstance(target, ast.Subscript):
            container = self.value(target.value, scopes)
            key = self.value(target.slice, scopes)
            if isinstance(container, dict) and known(key):
                container[key] = value

    def value(self, node: ast.expr, scopes: Scopes) -> Any:
        """Return the value of an expression, `UNKNOWN` when it cannot be told."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Endless
        try:
            value = self._computed(node, scopes)
            if size(value) > LONGEST:
                raise TooLarge(TOO_LARGE)
        except TooLarge as error:
            self.unfollowed.add(self.script, f"line {node.lineno}: {error}")
            return UNKNOWN
        except (ArithmeticError, LookupError, TypeError, ValueError, OSError, AttributeError):
            return UNKNOWN
        return value

    def _computed(self, node: ast.expr, scopes: Scopes) -> Any:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name():
                return self._name(node, scopes)
            case ast.List():
                return self._elements(node.elts, scopes)
            case ast.Tuple():
                return tuple(self.value(element, scopes) for element in node.elts)
            case ast.Set():
                return set(self._elements(node.elts, scopes))
            case ast.SetComp():
                return set(self._comprehension(node.generators, node.elt, [*scopes, {}]))
            case ast.Dict():
                return self._dict(node, scopes)
            case ast.BinOp():
                left = self.value(node.left, scopes)
                return combine(node.op, left, self.value(node.right, scopes))
            case ast.BoolOp():
                return self._boolean(node, scopes)
            case ast.UnaryOp():
                return self._unary(node, scopes)
            case ast.Compare():
                return self._compared(node, scopes)
            case ast.IfExp():
                return self._chosen(node, scopes)
            case ast.JoinedStr():
                return self._joined(node, scopes)
            case ast.Subscript():
                return self._subscript(node, scopes)
            case ast.ListComp() | ast.GeneratorExp():
                return list(self._comprehension(node.generators, node.elt, [*scopes, {}]))
            case ast.Attribute():
                return self._attribute(node, scopes)
            case ast.Call():
                return self._call(node, scopes)
        return UNKNOWN

    def _name(self, node: ast.Name, scopes: Scopes) -> Any:
        for scope in reversed(scopes):
            if node.id in scope:
                value = scope[node.id]
                return self._named(value.name) if isinstance(value, Unknown) else value
        return self._named(node.id)

    def _named(self, name: str) -> Any:
        value = self.known.get(name, Unknown(name))
        return Unknown(name) if callable(value) else value

    def _elements(self, nodes: list[ast.expr], scopes: Scopes) -> list[Any]:
        found: list[Any] = []
        for element in nodes:
            if isinstance(element, ast.Starred):
                inner = self.value(element.value, scopes)
                found += [UNKNOWN] if not known(inner) else list(inner)
            else:
                found.append(self.value(element, scopes))
        return found

    def _dict(self, node: ast.Dict, scopes: Scopes) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            result = self.value(value, scopes)
            if key is not None:
                found[self.value(key, scopes)] = result
            elif isinstance(result, dict):
                found.update(result)
        return found

    def _boolean(self, node: ast.BoolOp, scopes: Scopes) -> Any:
        stop = isinstance(node.op, ast.Or)
        values = [self.value(value, scopes) for value in node.values]
        for value in values:
            if known(value) and bool(value) is stop:
                return value
        return values[-1] if known(*values) else UNKNOWN

    def _unary(self, node: ast.UnaryOp, scopes: Scopes) -> Any:
        value = self.value(node.operand, scopes)
        if not known(value):
            return UNKNOWN
        if isinstance(node.op, ast.Not):
            return not value
        return -value if isinstance(node.op, ast.USub) else UNKNOWN

    def _compared(self, node: ast.Compare, scopes: Scopes) -> Any:
        left = self.value(node.left, scopes)
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.value(right_node, scopes)
            holds = compare(op, left, right)
            if not known(holds):
                return UNKNOWN
            if not holds:
                return False
            left = right
        return True

    def _chosen(self, node: ast.IfExp, scopes: Scopes) -> Any:
        test = self.value(node.test, scopes)
        if not known(test):
            return UNKNOWN
        return self.value(node.body if test else node.orelse, scopes)

    def _joined(self, node: ast.JoinedStr, scopes: Scopes) -> Any:
        parts = []
        for part in node.values:
            value = self.value(part.value if isinstance(part, ast.FormattedValue) else part, scopes)
            if not known(value):
                return UNKNOWN
            parts.append(str(value))
        return "".join(parts)

    def _subscript(self, node: ast.Subscript, scopes: Scopes) -> Any:
        container = self.value(node.value, scopes)
        if not known(container):
            return UNKNOWN
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            bounds = [None if end is None else self.value(end, scopes) for end in ends]
            return container[slice(*bounds)] if known(*bounds) else UNKNOWN
        key = self.value(node.slice, scopes)
        return UNKNOWN if not known(key) else container[key]

    def _comprehension(
        self, generators: list[ast.comprehension], element: Any, scopes: Scopes
    ) -> Iterator[Any]:
        if not generators:
            yield self.value(element, scopes)
            return
        first, *others = generators
        items = self.value(first.iter, scopes)
        for item in [UNKNOWN] if not known(items) else in_order(items):
            self.bind(first.target, item, scopes)
            if all(self.value(test, scopes) for test in first.ifs):
                yield from self._comprehension(others, element, scopes)

    def _attribute(self, node: ast.Attribute, scopes: Scopes) -> Any:
        name = self._dotted(node, scopes)
        if name is not None and name in self.known:
            return self._named(name)
        value = self.value(node.value, scopes)
        if isinstance(value, Path) and node.attr in _PATH_ATTRIBUTES:
            return getattr(value, node.attr)
        return UNKNOWN

    def _dotted(self, node: ast.expr, scopes: Scopes) -> str | None:
        """Return the full name of what `node` names, imports followed, None for other things."""
        if isinstance(node, ast.Attribute):
            base = self._dotted(node.value, scopes)
            return None if base is None else f"{base}.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        for scope in reversed(scopes):
            if node.id in scope:
                value = scope[node.id]
                return value.name or None if isinstance(value, Unknown) else None
        return node.id

    def _call(self, node: ast.Call, scopes: Scopes) -> Any:
        arguments = self._elements(node.args, scopes)
        keywords: dict[str, Any] = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, scopes)
            if keyword.arg is not None:
                keywords[keyword.arg] = value
            elif isinstance(value, dict):
                keywords.update(value)
        own = self._own_function(node.func, scopes)
        if isinstance(own, ast.FunctionDef):
            return self.enter(own, arguments, keywords, scopes)
        name = own.name if isinstance(own, Unknown) else self._dotted(node.func, scopes)
        function = self.known.get(name) if name is not None else None
        if callable(function):
            if not known(*arguments, *keywords.values()):
                return UNKNOWN
            self._spend(total_size(arguments) // 100)
            return function(*arguments, **keywords)
        if isinstance(node.func, ast.Attribute) and name not in self.known:
            value = self.value(node.func.value, scopes)
            if known(value):
                folder = Path(os.path.abspath(self.script.parent))
                name = node.func.attr
                return call_method(folder, value, name, arguments, keywords, self._spend)
        return UNKNOWN if name is None else self.on_call(name, arguments, keywords, node.lineno)

    def _own_function(self, node: ast.expr, scopes: Scopes) -> Any:
        """Return the function or imported name that a variable called `node` stands for."""
        if isinstance(node, ast.Name):
            for scope in reversed(scopes):
                if node.id in scope:
                    return scope[node.id]
        return None

    def _spend(self, steps: int) -> None:
        self.steps += steps
