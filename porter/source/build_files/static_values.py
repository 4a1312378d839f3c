"""Operators and methods of known values, within bounds on their size."""

from __future__ import annotations

import ast
import operator
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from porter.source.build_files.globs import matching
from porter.source.build_files.unfollowed import TooLarge
from porter.source.build_files.unknown import UNKNOWN, known

#: Methods that compute and change nothing but the list, dict or set they belong to.
_METHODS: dict[type, frozenset[str]] = {
    str: frozenset(
        "split rsplit splitlines strip lstrip rstrip replace join startswith endswith lower upper "
        "format removeprefix removesuffix rpartition partition".split()
    ),
    list: frozenset({"append", "extend", "insert", "copy", "index", "count", "remove"}),
    dict: frozenset({"get", "items", "keys", "values", "update", "setdefault", "copy"}),
    set: frozenset({"add", "discard", "update", "copy", "union"}),
    type(Path()): frozenset(
        {"glob", "rglob", "exists", "is_file", "is_dir", "as_posix", "joinpath", "with_suffix",
         "relative_to"}
    ),
}  # fmt: skip
_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.Div: operator.truediv, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_,
    ast.IsNot: operator.is_not, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


#: Characters or elements of the longest value that is kept, and bits of the largest integer.
LONGEST = 100_000
TOO_LARGE = f"a value of more than {LONGEST:,} characters, elements or bits"
_WIDTH = re.compile(r"[0-9]{4,}|\*")


def size(value: Any) -> int:
    """Return how much a value takes: of numbers the bits, of others the elements."""
    if isinstance(value, int):
        return value.bit_length()
    return len(value) if isinstance(value, (str, bytes, list, tuple, dict, set)) else 1


def in_order(items: Any) -> list[Any]:
    """Return the elements of something, those of a set in the same order each time."""
    return sorted(items, key=str) if isinstance(items, (set, frozenset)) else list(items)


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


def combine(op: ast.operator, left: Any, right: Any) -> Any:
    """Return what a binary operator gives.

    Raises:
        TooLarge: it would be more than is kept.
    """
    # A list keeps what is known of it when something unknown is added.
    if isinstance(op, ast.Add) and not known(left, right):
        if isinstance(left, list):
            return [*left, UNKNOWN]
        return [UNKNOWN, *right] if isinstance(right, list) else UNKNOWN
    function = _OPERATORS.get(type(op))
    if function is None or not known(left, right):
        return UNKNOWN
    if not _is_affordable(op, left, right):
        raise TooLarge(TOO_LARGE)
    return function(left, right)


def compare(op: ast.cmpop, left: Any, right: Any) -> Any:
    """Return what a comparison gives."""
    function = _OPERATORS.get(type(op))
    return UNKNOWN if function is None or not known(left, right) else function(left, right)


def total_size(values: Sequence[Any]) -> int:
    """Return how much values take together.

    Raises:
        TooLarge: it is more than is kept of a script.
    """
    total = sum(map(size, values))
    if total > LONGEST:
        raise TooLarge(TOO_LARGE)
    return total


def call_method(
    folder: Path,
    value: Any,
    name: str,
    arguments: list[Any],
    keywords: dict[str, Any],
    spend: Callable[[int], None],
) -> Any:
    """Return what a method of a known value gives.

    Args:
        folder: the script's; relative paths are looked up there.
        value: the value.
        name: the method.
        arguments: its positional arguments.
        keywords: its keyword arguments.
        spend: called with how many steps the call counts as.

    Raises:
        TooLarge: it would be more than is kept.
    """
    if isinstance(value, Path) and name in ("resolve", "absolute"):
        return folder / value
    kind = dict if isinstance(value, dict) else type(value)
    if name not in _METHODS.get(kind, frozenset()):
        return UNKNOWN
    changes = isinstance(value, (list, dict, set))
    if not changes and not known(*arguments, *keywords.values()):
        return UNKNOWN
    if (name == "extend" or isinstance(value, set)) and not known(*arguments):
        arguments = [UNKNOWN if name in ("add", "discard") else [UNKNOWN]]
    spend(total_size([value, *arguments]) // 100)
    if isinstance(value, str) and name == "format" and _WIDTH.search(value):
        return UNKNOWN
    if isinstance(value, str) and name in ("replace", "join"):
        spend(size(value))
        if size(value) * max(map(size, arguments), default=0) > LONGEST:
            raise TooLarge(TOO_LARGE)
    if isinstance(value, Path) and name in ("glob", "rglob"):
        return _listing(folder, value, name, str(arguments[0]))
    base = folder / value if isinstance(value, Path) else value
    return getattr(base, name)(*arguments, **keywords)


def _listing(root: Path, folder: Path, name: str, pattern: str) -> Any:
    """Return what a pattern finds in a folder of the script's own."""
    base = Path(os.path.normpath(root / folder))
    if not base.is_relative_to(root) or ".." in pattern:
        return UNKNOWN
    if pattern.count("**") > 1:
        raise TooLarge("a pattern with `**` more than once")
    found = matching(root, base, f"**/{pattern}" if name == "rglob" else pattern)
    return found[: LONGEST + 1]
