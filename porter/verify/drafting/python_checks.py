"""What a Python function says of its tensors: assertions about sizes, and its docstring's types."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import NamedTuple

from porter.verify.drafting.space import Slot, Space

#: `x (LongTensor, optional): …`
_DESCRIBED = re.compile(r"\s*+(\w++) ?+\(([^()]++)\):(.*)")
_TYPES = {"LongTensor": "int64", "IntTensor": "int32", "BoolTensor": "bool"}


class _Rank(NamedTuple):
    tensor: str


class _Shape(NamedTuple):
    """All sizes of a tensor."""

    tensor: str


class _Count(NamedTuple):
    """How many elements a tensor has."""

    tensor: str


def take_python_checks(function: ast.FunctionDef, space: Space, tensors: Mapping[str, str]) -> None:
    """Add what a function says of its tensors to what is known of them.

    Args:
        function: that users call, or that is called on the way.
        space: what is added to.
        tensors: the parameters that are tensors, and which they are of what users call.
    """
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            _taken_apart(node.targets[0], _value(node.value, tensors), space)
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare):
            test = node.test
            if len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
                _equal(_value(test.left, tensors), _value(test.comparators[0], tensors), space)
    for name, type_, text in _described(ast.get_docstring(function) or ""):
        dtype = next((value for word, value in _TYPES.items() if word in type_), "")
        if name not in tensors or not dtype:
            continue
        name = tensors[name]
        if not space.dtypes(name):
            space.allow_dtypes(name, (dtype,))
        if "sorted" in text.split() or "sorted." in text.split():
            space.in_order.add(name)
    space.settle(sorted(tensors.values()))


def _described(text: str) -> list[list[str]]:
    """Return the arguments that a docstring describes: name, type, what it says."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if match := _DESCRIBED.match(line):
            found.append([match[1], match[2], match[3]])
        elif found and line.strip():
            found[-1][2] += f" {line}"
        elif found:
            break
    return found


def _taken_apart(names: ast.Tuple, value: object, space: Space) -> None:
    """Take on `batch, channel, height, width = x.shape`."""
    if not isinstance(value, _Shape) or any(isinstance(one, ast.Starred) for one in names.elts):
        return
    if space.at_least.get(value.tensor, 0) > len(names.elts):
        return
    space.ranks.setdefault(value.tensor, len(names.elts))
    for index, name in enumerate(names.elts):
        slot = space.size(Slot(value.tensor, index))
        if isinstance(name, ast.Name) and name.id.strip("_"):
            space.call_size(slot, name.id)


def _equal(left: object, right: object, space: Space) -> None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, _Rank) and isinstance(other, int):
            space.ranks.setdefault(one.tensor, other)
        if isinstance(one, _Rank) and isinstance(other, _Rank):
            space.same_rank(one.tensor, other.tensor)
        if isinstance(one, _Count) and isinstance(other, Slot):
            space.ranks.setdefault(one.tensor, 1)
            space.same_size(space.size(other), space.size(Slot(one.tensor, 0)))
    if isinstance(left, Slot) and isinstance(right, Slot):
        space.same_size(space.size(left), space.size(right))


def _value(node: ast.expr, tensors: Mapping[str, str]) -> object:
    """Return what an expression stands for; None where it is not followed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    owner, what, index = _parts(node)
    if owner not in tensors:
        return None
    owner = tensors[owner]
    if what in ("size", "shape") and isinstance(index, int):
        return Slot(owner, index)
    if what in ("size", "shape"):
        return _Shape(owner)
    if what == "len":
        return Slot(owner, 0)
    return {"dim": _Rank(owner), "ndim": _Rank(owner), "numel": _Count(owner)}.get(what)


def _parts(node: ast.expr) -> tuple[str, str, object]:
    """Return the tensor of `x.size(0)`, `x.shape[0]`, `x.dim()` or `len(x)`, what, and where."""
    index: object = None
    if isinstance(node, ast.Subscript):
        index = node.slice.value if isinstance(node.slice, ast.Constant) else None
        node = node.value
    elif isinstance(node, ast.Call):
        first = node.args[0] if node.args else None
        if isinstance(node.func, ast.Name) and isinstance(first, ast.Name):
            return first.id, node.func.id, None
        index = first.value if isinstance(first, ast.Constant) else None
        node = node.func
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id, node.attr, index
    return "", "", None
