"""What a Python function says of its tensors: assertions about sizes, and its docstring's types."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from porter.verify.drafting.allocations import same_tensor
from porter.verify.drafting.dtypes import FLOATING
from porter.verify.drafting.python_conditions import expected
from porter.verify.drafting.space import Limits, Slot, Space

#: `x (LongTensor, optional): …`
_DESCRIBED = re.compile(r"\s*+(\w++) ?+\(([^()]++)\):(.*)")
_TYPES = {"LongTensor": "int64", "IntTensor": "int32", "BoolTensor": "bool"}
#: PyTorch's types by their names in Python.
_DTYPES = {
    **{name: name for name in (*FLOATING, "int8", "uint8", "int16", "int32", "int64", "bool")},
    "float": "float32", "double": "float64", "half": "float16", "int": "int32", "long": "int64",
}  # fmt: skip
#: What a number may be that a size is a multiple of, and what the size is a multiple of, then.
_DIVISORS, _DIVIDED = (1, 2, 4, 8), 8


class Number(NamedTuple):
    """A number that is passed."""

    name: str


class Product(NamedTuple):
    """A size, times a number or another size."""

    size: Slot
    times: int | Slot


class _Rank(NamedTuple):
    tensor: str


class _Shape(NamedTuple):
    """All sizes of a tensor."""

    tensor: str


class _Type(NamedTuple):
    """A tensor's type."""

    tensor: str


class _Count(NamedTuple):
    """How many elements a tensor has."""

    tensor: str


class _Rest(NamedTuple):
    """What is left of a size when it is divided."""

    size: Slot
    by: int | Number


def take_python_checks(function: ast.FunctionDef, space: Space, tensors: Mapping[str, str]) -> None:
    """Add what a function says of its tensors to what is known of them.

    Args:
        function: that users call, or that is called on the way.
        space: what is added to.
        tensors: the parameters that are tensors, and which they are of what users call.
    """
    PythonChecks(space, dict(tensors)).take(function)
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


@dataclass
class PythonChecks:
    """Reads the assertions of a function, and what it calls the sizes of its tensors.

    Args:
        space: what is added to.
        tensors: the names of tensors, and which they are of what is called.
        numbers: those of numbers, likewise.
    """

    space: Space
    tensors: dict[str, str]
    numbers: Mapping[str, str] = field(default_factory=dict)
    _sizes: dict[str, Slot] = field(default_factory=dict)

    def take(self, function: ast.FunctionDef) -> None:
        """Add what a function says, line by line."""
        found = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
        for node in sorted(found, key=lambda one: one.lineno):
            if isinstance(node, ast.Assign):
                self._assign(node.targets[0], node.value)
            for test in expected(node):
                self._hold(test)

    def value(self, node: ast.expr) -> object:
        """Return what an expression stands for: a `Slot` for a size; None where none is known."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and node.id not in self.tensors:
            number = self.numbers.get(node.id)
            return self._sizes.get(node.id) or (Number(number) if number else None)
        if isinstance(node, ast.BinOp):
            return self._computed(node)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return [self.value(one) for one in node.elts]
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "torch":
            return _DTYPES.get(node.attr)
        owner, what, index = _parts(node)
        if owner not in self.tensors:
            return None
        owner = self.tensors[owner]
        if what in ("size", "shape") and isinstance(index, int):
            return Slot(owner, index)
        if what in ("size", "shape"):
            return _Shape(owner)
        if what == "len":
            return Slot(owner, 0)
        found = {"dim": _Rank, "ndim": _Rank, "numel": _Count, "dtype": _Type}.get(what)
        return found(owner) if found else None

    def _computed(self, node: ast.BinOp) -> object:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Mod) and isinstance(left, Slot):
            return _Rest(left, right) if isinstance(right, (int, Number)) else None
        if isinstance(node.op, ast.Mult):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Slot) and isinstance(other, (int, Slot)):
                    return Product(one, other)
        return None

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        """Take on `batch, channel, height, width = x.shape` and `n = x.size(1)`."""
        if isinstance(target, ast.Tuple):
            self._taken_apart(target, self.value(value))
        if not isinstance(target, ast.Name):
            return
        found, same = self.value(value), same_tensor(value)
        if isinstance(found, Slot):
            self._sizes.setdefault(target.id, found)
        if isinstance(same, ast.Name) and same.id in self.tensors:
            self.tensors.setdefault(target.id, self.tensors[same.id])

    def _taken_apart(self, names: ast.Tuple, value: object) -> None:
        space = self.space
        is_starred = any(isinstance(one, ast.Starred) for one in names.elts)
        if not isinstance(value, _Shape) or is_starred:
            return
        if space.at_least.get(value.tensor, 0) > len(names.elts):
            return
        space.ranks.setdefault(value.tensor, len(names.elts))
        for index, name in enumerate(names.elts):
            slot = space.size(Slot(value.tensor, index))
            if isinstance(name, ast.Name) and name.id.strip("_"):
                space.call_size(slot, name.id)
                self._sizes.setdefault(name.id, slot)

    def _hold(self, test: ast.expr) -> None:
        """Take on a condition that holds."""
        asked = test.left if isinstance(test, ast.Compare) else test
        owner, what, _ = _parts(asked)
        if what == "is_contiguous" and owner in self.tensors:
            self.space.contiguous.add(self.tensors[owner])
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return
        left, right = self.value(test.left), self.value(test.comparators[0])
        match test.ops[0]:
            case ast.Eq() | ast.Is():
                self._equal(left, right)
            case ast.In():
                self._one_of(left, right)
            case ast.Lt() | ast.LtE() if isinstance(right, int):
                if limits := self._limits(left):
                    high = right - isinstance(test.ops[0], ast.Lt)
                    limits.high = high if limits.high is None else min(limits.high, high)
            case ast.Gt() | ast.GtE() if isinstance(right, int):
                if limits := self._limits(left):
                    limits.low = max(limits.low, right + isinstance(test.ops[0], ast.Gt))

    def _limits(self, number: object) -> Limits | None:
        if isinstance(number, Slot):
            return self.space.limits(self.space.size(number))
        return self.space.limits(number.name) if isinstance(number, Number) else None

    def _equal(self, left: object, right: object) -> None:
        space = self.space
        for one, other in ((left, right), (right, left)):
            if isinstance(one, _Rank) and isinstance(other, int):
                space.ranks.setdefault(one.tensor, other)
            if isinstance(one, _Rank) and isinstance(other, _Rank):
                space.same_rank(one.tensor, other.tensor)
            if isinstance(one, _Count) and isinstance(other, Slot):
                space.ranks.setdefault(one.tensor, 1)
                space.same_size(space.size(other), space.size(Slot(one.tensor, 0)))
            if isinstance(one, _Rest) and other == 0:
                self._divide(one)
            if isinstance(one, (Slot, Number)) and isinstance(other, int):
                self._one_of(one, [other])
            if isinstance(one, _Shape) and isinstance(other, list):
                space.ranks.setdefault(one.tensor, len(other))
                for index, size in enumerate(other):
                    self._equal(space.size(Slot(one.tensor, index)), size)
            if isinstance(one, Slot) and isinstance(other, Number):
                space.tie(one, other.name)
            if isinstance(one, _Type) and isinstance(other, str):
                space.allow_dtypes(one.tensor, (other,))
        if isinstance(left, _Shape) and isinstance(right, _Shape):
            space.same_shape(left.tensor, right.tensor)
        if isinstance(left, _Type) and isinstance(right, _Type):
            space.same_dtype(left.tensor, right.tensor)
        if isinstance(left, Slot) and isinstance(right, Slot):
            space.same_size(space.size(left), space.size(right))
        if isinstance(left, _Count) and isinstance(right, _Count):
            one, other = left.tensor, right.tensor
            if space.ranks.get(one) == space.ranks.get(other) == 1:
                space.same_size(space.size(Slot(one, 0)), space.size(Slot(other, 0)))

    def _one_of(self, what: object, values: object) -> None:
        """Take on that something is one of several values."""
        if not isinstance(values, list):
            return
        if isinstance(what, _Type):
            self.space.allow_dtypes(what.tensor, [one for one in values if isinstance(one, str)])
        numbers = tuple(one for one in values if isinstance(one, int))
        limits = self._limits(what)
        if limits is not None and not limits.values and len(numbers) == len(values):
            limits.values = numbers

    def _divide(self, rest: _Rest) -> None:
        limits = self.space.limits(self.space.size(rest.size))
        if isinstance(rest.by, int):
            limits.multiple = max(limits.multiple, rest.by)
        else:
            limits.multiple = max(limits.multiple, _DIVIDED)
            self.space.limits(rest.by.name).values = _DIVISORS


def _parts(node: ast.expr) -> tuple[str, str, object]:
    """Return the tensor of `x.size(0)`, `x.shape[0]`, `x.dim()` or `len(x)`, what, and where."""
    index: object = None
    if isinstance(node, ast.Subscript):
        index, node = _index(node.slice), node.value
        if index is None:
            return "", "", None  # some of the sizes, as `x.shape[:2]`
    elif isinstance(node, ast.Call):
        first = node.args[0] if node.args else None
        if isinstance(node.func, ast.Name) and isinstance(first, ast.Name):
            return first.id, node.func.id, None
        index = _index(first) if first is not None else None
        node = node.func
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id, node.attr, index
    return "", "", None


def _index(node: ast.expr) -> object:
    """Return the number of an axis, which may count from the end; None for another expression."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        found = _index(node.operand)
        return -found if isinstance(found, int) else None
    return node.value if isinstance(node, ast.Constant) else None
