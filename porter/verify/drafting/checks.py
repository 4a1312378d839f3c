"""Turns a condition that the code checks into what it says of the arguments."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.meanings import (
    Argument,
    Count,
    Dense,
    Dtype,
    DtypeName,
    Listed,
    OnDevice,
    Part,
    Present,
    Product,
    Rank,
    Remainder,
    Scaled,
    Size,
    Sizes,
    Stride,
    Tensor,
)
from porter.verify.drafting.predicates import Predicate, predicate
from porter.verify.drafting.space import Slot, Space
from porter.verify.drafting.values import Values, sign_of
from porter.verify.drafting.views import tie

if TYPE_CHECKING:
    from tree_sitter import Node

#: Functions in functions that a condition calls.
_DEEPEST = 8
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


@dataclass
class Checks:
    """Collects what conditions say.

    Attributes:
        space: what it is added to.
        values: what expressions stand for.
        code: what the project defines: functions that conditions call.
    """

    space: Space
    values: Values
    code: CppCode
    _depth: int = 0

    def hold(self, function: Function, node: Node) -> bool:
        """Take on that a condition holds; tell whether something was made of it."""
        node = _peeled(node)
        if node.type == "unary_expression" and sign_of(node) == "!":
            return self.deny(function, node.named_children[-1])
        if node.type == "binary_expression":
            sign = node.child_by_field_name("operator")
            left, right = (node.child_by_field_name(key) for key in ("left", "right"))
            if sign is None or left is None or right is None:
                return False
            if sign.type == "&&":
                held = [self.hold(function, one) for one in (left, right)]
                return all(held)
            if sign.type == "||":
                ways = [one for part in (left, right) for one in disjuncts(part)]
                filled = [one for one in ways if not self._is_of_nothing(function, one)]
                if len(filled) == 1:
                    return self.hold(function, filled[0])
                return self._either(function, filled)
            return self._either_way(function, node, sign.type)
        if node.type == "call_expression" and self._depth < _DEEPEST:
            called = predicate(self.code, function, node)
            if called is not None:
                return self._inside(function, called)
        value = self.values.of(function, node)
        if isinstance(value, Dense):
            self.space.contiguous.add(value.name)
        return isinstance(value, (Dense, OnDevice, Present, bool))

    def deny(self, function: Function, node: Node) -> bool:
        """Take on that a condition does not hold, likewise: `if (x.dim() != 2) AT_ERROR(…)`."""
        node = _peeled(node)
        sign = sign_of(node)
        if node.type == "unary_expression" and sign == "!":
            return self.hold(function, node.named_children[-1])
        if node.type != "binary_expression":
            return False
        sides = [node.child_by_field_name(key) for key in ("left", "right")]
        parts = [one for one in sides if one is not None]
        if sign == "||":
            denied = [self.deny(function, one) for one in parts]
            return all(denied)
        if sign == "&&":  # what is given is wrong; it is given
            present = [isinstance(self.values.of(function, one), Present) for one in parts]
            rest = [one for one, is_one in zip(parts, present, strict=True) if not is_one]
            return len(rest) == 1 and self.deny(function, rest[0])
        return self._either_way(function, node, _OPPOSITE.get(sign, ""))

    def _either_way(self, function: Function, node: Node, sign: str) -> bool:
        """Take on a comparison, read from either side."""
        first, second = self._sides(function, node)
        return self._compared(first, sign, second) or self._compared(
            second, _MIRRORED.get(sign, ""), first
        )

    def _inside(self, function: Function, called: Predicate) -> bool:
        """Take on that a function's expression holds of what it is given."""
        values = (self.values.of(function, one) for one in called.given)
        names = {one.name: value for one, value in
                 zip(called.function.parameters, values, strict=False)}  # fmt: skip
        inner = Values(self.space, {**self.code.constants, **names}, self.values.takes_else)
        checks = Checks(self.space, inner, self.code, self._depth + 1)
        return checks.hold(called.function, called.returned)

    def _sides(self, function: Function, node: Node) -> tuple[object, object]:
        """Return what both sides of a comparison stand for."""
        left, right = (
            self.values.of(function, node.child_by_field_name(key)) for key in ("left", "right")
        )
        return left, right

    def _is_of_nothing(self, function: Function, node: Node) -> bool:
        """Tell whether a condition is that a tensor is empty, which none that is drawn is."""
        sign = node.child_by_field_name("operator")
        if node.type != "binary_expression" or sign is None or sign.type != "==":
            return False
        sides = self._sides(function, node)
        return 0 in sides and any(isinstance(one, (Size, Count)) for one in sides)

    def _either(self, function: Function, nodes: list[Node]) -> bool:
        """Take on that one of several conditions holds."""
        pairs = []
        for node in nodes:
            sign = node.child_by_field_name("operator")
            if node.type != "binary_expression" or sign is None or sign.type != "==":
                return False
            pairs.append(self._sides(function, node))
        subjects = {left for left, _ in pairs}
        if all(isinstance(left, Stride) for left, _ in pairs):
            self.space.either_layout |= {left.name for left in subjects if isinstance(left, Stride)}
            return True
        if len(subjects) != 1:
            return False
        subject, given = pairs[0][0], [right for _, right in pairs]
        if isinstance(subject, Dtype) and all(isinstance(one, DtypeName) for one in given):
            names = [one.dtype for one in given if isinstance(one, DtypeName)]
            self.space.allow_dtypes(subject.name, names)
            return True
        numbers = [one for one in given if isinstance(one, int)]
        if isinstance(subject, Rank) and not subject.plus and len(numbers) == len(given):
            self.space.ranks.setdefault(subject.name, max(numbers))
            return True
        return self.one_of(subject, given)

    def one_of(self, subject: object, given: list[object]) -> bool:
        """Take on that a size or an argument is one of some values; tell whether it was made of.

        Args:
            subject: what it is of.
            given: the values.
        """
        kept = tuple(one for one in given if isinstance(one, (int, str)))
        if len(kept) != len(given):
            return False
        if isinstance(subject, Size):
            numbers = [one - subject.plus for one in kept if isinstance(one, int)]
            self.space.limits(subject.slot).values = tuple(numbers)
        elif isinstance(subject, Argument):
            self.space.limits(subject.name).values = kept
        else:
            return False
        return True

    def _compared(self, left: object, sign: str, right: object) -> bool:
        """Take on a comparison, read from its left side."""
        space = self.space
        if sign == "==":
            return self._equal(left, right)
        if not isinstance(right, int) or sign not in ("<", "<=", ">", ">="):
            return isinstance(left, (Size, Stride)) and isinstance(right, (Size, Stride))
        if isinstance(left, Rank) and left.plus == 0:
            space.at_least[left.name] = max(space.at_least.get(left.name, 0), right)
            return sign in (">", ">=")
        if isinstance(left, (Size, Argument)):
            limits = space.limits(left.slot if isinstance(left, Size) else left.name)
            bound = right - (left.plus if isinstance(left, Size) else 0)
            if sign in ("<", "<="):
                high = bound - (sign == "<")
                limits.high = high if limits.high is None else min(limits.high, high)
            else:
                limits.low = max(limits.low, bound + (sign == ">"))
            return True
        return False

    def _equal(self, left: object, right: object) -> bool:
        space = self.space
        match left, right:
            case Dtype(name), DtypeName(dtype):
                space.allow_dtypes(name, [dtype])
            case Dtype(name), Dtype(other):
                space.same_dtype(other, name)
            case Sizes(name), Listed(values):
                space.ranks[name] = len(values)
                return self._sizes(name, values)
            case Sizes(name), Sizes(other):
                space.same_shape(name, other)
            case Rank(name, 0), int(number):
                space.ranks[name] = number
            case Rank(name, 0), Rank(other, 0):
                space.same_rank(name, other)
            case (Count(name), Size(slot, 0)) | (Size(slot, 0), Count(name)):
                space.ranks.setdefault(name, 1)
                space.same_size(slot, space.size(Slot(name, 0)))
            case (Count(name), Product() as count) | (Product() as count, Count(name)):
                space.ranks.setdefault(name, 1)
                tie(space, Size(space.size(Slot(name, 0))), count)
            case (Size(slot, 0), Product() as count) | (Product() as count, Size(slot, 0)):
                tie(space, Size(slot), count)
            case Count(name), Count(other):
                space.same_shape(name, other)
            case Count(name), int(number) if number > 0 and name not in space.ranks:
                space.ranks[name] = 1
                space.limits(space.size(Slot(name, 0))).values = (number,)
            case Part(slot, over), Size(other_slot, 0):
                space.scale(other_slot, slot, 1, over)
            case Scaled(slot, times), Size(other_slot, 0):
                space.scale(slot, other_slot, 1, times)
            case Scaled(slot, times), int(number):
                return number % times == 0 and self.one_of(Size(slot), [number // times])
            case Size(slot, 0), Size(other_slot, 0):
                space.same_size(slot, other_slot)
            case Size(slot, 0), Size(other_slot, plus):
                space.derived[slot] = (other_slot, plus)
            case Size(), int(number):
                return self.one_of(left, [number])
            case Argument(), (int() | str()):
                return self.one_of(left, [right])
            case (Size(slot, 0), Argument(name)) | (Argument(name), Size(slot, 0)):
                space.tie(slot, name)
            case Stride(name, index), 1:
                space.dense_along[name] = index
            case Stride(), int():
                pass
            case Remainder(value, divisor), 0:
                key = value.slot if isinstance(value, Size) else value.name
                limits = space.limits(key)
                limits.multiple = lcm(limits.multiple, divisor)
            case (Present(), Present()) | (OnDevice(), OnDevice()):
                pass
            case _:
                return False
        return True

    def _sizes(self, name: str, values: tuple[object, ...]) -> bool:
        """Take on all sizes of a tensor; tell whether each was understood."""
        understood = True
        for index, value in enumerate(values):
            slot = self.space.size(Slot(name, index))
            if isinstance(value, Size) and value.plus == 0:
                self.space.same_size(value.slot, slot)
            elif isinstance(value, Size):
                self.space.derived[slot] = (value.slot, value.plus)
            elif isinstance(value, int):
                self.space.limits(slot).values = (value,)
            else:
                understood = False
        return understood

    def takes(self, value: object, dtypes: tuple[str, ...]) -> None:
        """Take on the types that a dispatch over a tensor's type has branches for."""
        if isinstance(value, (Dtype, Tensor)) and dtypes:
            self.space.allow_dtypes(value.name, dtypes)


def _peeled(node: Node) -> Node:
    while node.type in ("parenthesized_expression", "condition_clause") and node.named_children:
        node = node.named_children[0]
    return node


def disjuncts(node: Node) -> list[Node]:
    """Return the parts of `a || b || c`.

    Args:
        node: the condition, in parentheses or not.
    """
    node = _peeled(node)
    sign = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    if sign is None or sign.type != "||":
        return [node]
    sides = (node.child_by_field_name(key) for key in ("left", "right"))
    return [part for side in sides if side is not None for part in disjuncts(side)]
