"""Computes the expressions of a build script as far as they are known without running it."""

from __future__ import annotations

import ast
import operator
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from porter.source.build_files.globs import matching
from porter.source.build_files.unfollowed import TooLarge, Unfollowed
from porter.source.build_files.unknown import UNKNOWN, Unknown, known

#: The variables of the module, then of the function, then of the comprehension.
Scopes = list[dict[str, Any]]

#: Methods that compute and change nothing but the list or dict they belong to.
_METHODS: dict[type, frozenset[str]] = {
    str: frozenset(
        "split rsplit splitlines strip lstrip rstrip replace join startswith endswith lower upper "
        "format removeprefix removesuffix rpartition partition".split()
    ),
    list: frozenset({"append", "extend", "insert", "copy", "index", "count", "remove"}),
    dict: frozenset({"get", "items", "keys", "values", "update", "setdefault", "copy"}),
    type(Path()): frozenset(
        {"glob", "rglob", "exists", "is_file", "is_dir", "as_posix", "joinpath", "with_suffix",
         "relative_to"}
    ),
}  # fmt: skip
_PATH_ATTRIBUTES = frozenset({"parent", "name", "stem", "suffix", "parts"})
_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.Div: operator.truediv, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_,
    ast.IsNot: operator.is_not, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


#: Characters or elements of the longest value that is kept, and bits of the largest integer.
LONGEST = 100_000
#: Expressions that a script may compute; what is a build script has some thousands.
MOST_STEPS = 500_000
_VALUE = f"a value of more than {LONGEST:,} characters, elements or bits"
_WIDTH = re.compile(r"[0-9]{4,}|\*")


class Endless(Exception):
    """The script takes too many steps to be read."""


def size(value: Any) -> int:
    """Return how much a value takes: of numbers the bits, of others the elements."""
    if isinstance(value, int):
        return value.bit_length()
    return len(value) if isinstance(value, (str, bytes, list, tuple, dict, set)) else 1


def _is_affordable(op: ast.operator, left: Any, right: Any) -> bool:
    """Tell whether an operation cannot make something huge."""
    if isinstance(op, ast.Mult):
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return size(left) + size(right) <= LONGEST
        factor, other = (left, right) if isinstance(left, int) else (right, left)
        return isinstance(factor, int) and factor * size(other) <= LONGEST
    if isinstance(op, ast.Mod) and isinstance(left, (str, bytes)):
        return isinstance(left, str) and not _WIDTH.search(left)
    return size(left) + size(right) <= LONGEST


class Expressions(ABC):
    """The expressions of a script.

    Args:
        script: the file; its folder is the working directory.
        known: what dotted names stand for; a callable is called.
        on_call: shown every call whose function is not known: dotted name, positional values,
            keyword values and line. What it returns is the call's value.
        unfollowed: told what is too large to be computed.
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
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            return UNKNOWN
        try:
            value = method(node, scopes)
            if size(value) > LONGEST:
                raise TooLarge(_VALUE)
        except TooLarge as error:
            self.unfollowed.add(self.script, f"line {node.lineno}: {error}")
            return UNKNOWN
        except (ArithmeticError, LookupError, TypeError, ValueError, OSError, AttributeError):
            return UNKNOWN
        return value

    def _constant(self, node: ast.Constant, scopes: Scopes) -> Any:
        return node.value

    def _name(self, node: ast.Name, scopes: Scopes) -> Any:
        for scope in reversed(scopes):
            if node.id in scope:
                value = scope[node.id]
                return self._named(value.name) if isinstance(value, Unknown) else value
        return self._named(node.id)

    def _named(self, name: str) -> Any:
        value = self.known.get(name, Unknown(name))
        return Unknown(name) if callable(value) else value

    def _list(self, node: ast.List, scopes: Scopes) -> list[Any]:
        found: list[Any] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                inner = self.value(element.value, scopes)
                found += [UNKNOWN] if not known(inner) else list(inner)
            else:
                found.append(self.value(element, scopes))
        return found

    def _tuple(self, node: ast.Tuple, scopes: Scopes) -> tuple[Any, ...]:
        return tuple(self.value(element, scopes) for element in node.elts)

    def _dict(self, node: ast.Dict, scopes: Scopes) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            result = self.value(value, scopes)
            if key is not None:
                found[self.value(key, scopes)] = result
            elif isinstance(result, dict):
                found.update(result)
        return found

    def _binop(self, node: ast.BinOp, scopes: Scopes) -> Any:
        return self.operate(node.op, self.value(node.left, scopes), self.value(node.right, scopes))

    def operate(self, op: ast.operator, left: Any, right: Any) -> Any:
        """Return what a binary operator gives."""
        # A list keeps what is known of it when something unknown is added.
        if isinstance(op, ast.Add) and not known(left, right):
            if isinstance(left, list):
                return [*left, UNKNOWN]
            return [UNKNOWN, *right] if isinstance(right, list) else UNKNOWN
        function = _OPERATORS.get(type(op))
        if function is None or not known(left, right):
            return UNKNOWN
        if not _is_affordable(op, left, right):
            raise TooLarge(_VALUE)
        return function(left, right)

    def _boolop(self, node: ast.BoolOp, scopes: Scopes) -> Any:
        stop = isinstance(node.op, ast.Or)
        values = [self.value(value, scopes) for value in node.values]
        for value in values:
            if known(value) and bool(value) is stop:
                return value
        return values[-1] if known(*values) else UNKNOWN

    def _unaryop(self, node: ast.UnaryOp, scopes: Scopes) -> Any:
        value = self.value(node.operand, scopes)
        if not known(value):
            return UNKNOWN
        if isinstance(node.op, ast.Not):
            return not value
        return -value if isinstance(node.op, ast.USub) else UNKNOWN

    def _compare(self, node: ast.Compare, scopes: Scopes) -> Any:
        left = self.value(node.left, scopes)
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.value(right_node, scopes)
            function = _OPERATORS.get(type(op))
            if function is None or not known(left, right):
                return UNKNOWN
            if not function(left, right):
                return False
            left = right
        return True

    def _ifexp(self, node: ast.IfExp, scopes: Scopes) -> Any:
        test = self.value(node.test, scopes)
        if not known(test):
            return UNKNOWN
        return self.value(node.body if test else node.orelse, scopes)

    def _joinedstr(self, node: ast.JoinedStr, scopes: Scopes) -> Any:
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

    def _listcomp(self, node: ast.ListComp, scopes: Scopes) -> Any:
        return list(self._comprehension(node.generators, node.elt, [*scopes, {}]))

    _generatorexp = _listcomp

    def _comprehension(
        self, generators: list[ast.comprehension], element: Any, scopes: Scopes
    ) -> Iterator[Any]:
        if not generators:
            yield self.value(element, scopes)
            return
        first, *others = generators
        items = self.value(first.iter, scopes)
        for item in [UNKNOWN] if not known(items) else list(items):
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
        arguments = self._list(ast.List(node.args, ast.Load()), scopes)
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
            self._check_sizes(arguments)
            return function(*arguments, **keywords)
        if isinstance(node.func, ast.Attribute) and name not in self.known:
            value = self.value(node.func.value, scopes)
            if known(value):
                return self._method(value, node.func.attr, arguments, keywords)
        return UNKNOWN if name is None else self.on_call(name, arguments, keywords, node.lineno)

    def _own_function(self, node: ast.expr, scopes: Scopes) -> Any:
        """Return the function or imported name that a variable called `node` stands for."""
        if isinstance(node, ast.Name):
            for scope in reversed(scopes):
                if node.id in scope:
                    return scope[node.id]
        return None

    def _method(self, value: Any, name: str, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        if isinstance(value, Path) and name in ("resolve", "absolute"):
            return self.script.parent / value
        if name not in _METHODS.get(type(value), frozenset()):
            return UNKNOWN
        changes = isinstance(value, (list, dict))
        if not changes and not known(*arguments, *keywords.values()):
            return UNKNOWN
        if name == "extend" and not known(*arguments):
            arguments = [[UNKNOWN]]
        self._check_sizes([value, *arguments])
        if isinstance(value, str) and name == "format" and _WIDTH.search(value):
            return UNKNOWN
        if isinstance(value, str) and name in ("replace", "join"):
            self.steps += size(value)
            if size(value) * max(map(size, arguments), default=0) > LONGEST:
                raise TooLarge(_VALUE)
        if isinstance(value, Path) and name in ("glob", "rglob"):
            return self._listing(value, name, str(arguments[0]))
        base = self.script.parent / value if isinstance(value, Path) else value
        return getattr(base, name)(*arguments, **keywords)

    def _listing(self, folder: Path, name: str, pattern: str) -> Any:
        """Return what a pattern finds in a folder of the script's own."""
        root = self.script.parent
        base = Path(os.path.normpath(root / folder))
        if not base.is_relative_to(root) or ".." in pattern:
            return UNKNOWN
        if pattern.count("**") > 1:
            raise TooLarge("a pattern with `**` more than once")
        found = matching(root, base, f"**/{pattern}" if name == "rglob" else pattern)
        return found[: LONGEST + 1]

    def _check_sizes(self, arguments: list[Any]) -> None:
        """Count what a function looks at as steps.

        Raises:
            TooLarge: together it is more than is kept of a script.
        """
        total = sum(map(size, arguments))
        if total > LONGEST:
            raise TooLarge(_VALUE)
        self.steps += total // 100
