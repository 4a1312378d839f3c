"""What is known of tensors that C++ makes of others, and what making them asks of those.

`weights.view({n, -1})`, `torch::cat({h, x}, 1)`, `torch::addmm(bias, x, weights.t())`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.verify.drafting.cpp_code import Function
from porter.verify.drafting.meanings import Dtype, Like, Listed, Made, Size, Sum, Tensor
from porter.verify.drafting.refusals import is_under_condition
from porter.verify.drafting.space import Slot, Space, View
from porter.verify.drafting.views import equate, multiplied, tie

if TYPE_CHECKING:
    from tree_sitter import Node

#: Functions that are read where nothing is made of what they give, too.
FUNCTIONS = frozenset(("cat", "concat", "mm", "addmm", "linear", "bmm"))
_LIKE = frozenset(("zeros_like", "empty_like", "ones_like"))
_VIEWS = frozenset(("view", "reshape"))
#: Methods that give the same numbers, and those that give a kernel its view of a tensor.
_SAME = frozenset(("contiguous", "clone", "detach", "to", "cuda", "data", "data_ptr",
                   "packed_accessor", "packed_accessor32", "packed_accessor64"))  # fmt: skip
_TYPES = frozenset(("type", "scalar_type", "dtype", "options"))


@dataclass
class MadeTensors:
    """Reads calls that make a tensor.

    Args:
        space: what they ask is added to.
        of: what an expression stands for.
    """

    space: Space
    of: Callable[[Function, Node | None], object]

    def made(self, function: Function, node: Node) -> object:
        """Return what a call makes; None where that is not followed."""
        called, given = (node.child_by_field_name(key) for key in ("function", "arguments"))
        if called is None or given is None:
            return None
        nodes = [one for one in given.named_children if one.type != "comment"]
        if called.type == "field_expression":
            owner = self.of(function, called.child_by_field_name("argument"))
            field = called.child_by_field_name("field")
            if field is None or not isinstance(owner, (Tensor, Like, Made)):
                return None
            name, operands = function.text(field).partition("<")[0], [owner]
        else:
            name, operands = function.text(called).rpartition("::")[2].partition("<")[0], []
            if name not in FUNCTIONS and name not in _LIKE:
                return None
        values = [*operands, *(self.of(function, one) for one in nodes)]
        if name in _VIEWS and len(values) == 2 and isinstance(values[1], Listed):
            return self._viewed(function, node, values[0], values[1].values)
        return self._of(name, values)

    def _of(self, name: str, values: list[object]) -> object:
        match name, values:
            case (("zeros_like" | "empty_like" | "ones_like"), [Tensor(of) | Like(of)]):
                return Like(of)
            case (("cat" | "concat"), [Listed(parts), int(axis)]):
                return self._joined(parts, axis)
            case (("mm" | "addmm" | "linear" | "bmm"), [*operands]):
                return self._multiplied(name, operands)
            case "t", [one] if sizes := self._sizes(one, 2):
                return Made(sizes[::-1], _typed(one))
            case "transpose", [one, int(a), int(b)] if min(a, b) >= 0:
                return self._swapped(one, a, b)
            case "flatten", [one, int(first), int(last)] if sizes := self._sizes(one):
                merged = multiplied(sizes[first : last + 1])
                return Made((*sizes[:first], merged, *sizes[last + 1 :]), _typed(one))
            case "size", [Made(sizes), int(axis)] if -len(sizes) <= axis < len(sizes):
                return sizes[axis]
            case _, [(Made() | Like()) as one, *_] if name in _SAME:
                return one
            case _, [(Made() | Like()) as one] if name in _TYPES:
                return Dtype(typed) if (typed := _typed(one)) else None
        return None

    def _sizes(self, value: object, rank: int = 0, usual: int = 0) -> tuple[object, ...]:
        """Return what the sizes of a tensor stand for; none where they are not known.

        Args:
            value: the tensor.
            rank: how many dimensions it must have; 0 for any.
            usual: how many it has where nothing tells.
        """
        if isinstance(value, Made):
            return value.sizes if rank in (0, len(value.sizes)) else ()
        if not isinstance(value, (Tensor, Like)):
            return ()
        known = self.space.ranks.get(value.name, 0)
        if rank and not known and self.space.at_least.get(value.name, 0) <= rank:
            known = self.space.ranks[value.name] = rank
        known = known or max(usual, self.space.at_least.get(value.name, 0) if usual else 0)
        if rank not in (0, known):
            return ()
        return tuple(Size(self.space.size(Slot(value.name, axis))) for axis in range(known))

    def _viewed(
        self, function: Function, node: Node, owner: object, entries: tuple[object, ...]
    ) -> Made:
        """Take on that a tensor has as many elements as a view of it."""
        if isinstance(owner, Made):
            equate(self.space, owner.sizes, entries)
        elif isinstance(owner, Tensor) and not is_under_condition(node):
            view = View(owner.name, entries)
            if view not in self.space.views:
                self.space.views.append(view)
                text = " ".join(function.text(node).split())
                self.space.evidence.setdefault(text, function.place(node))
        return Made(tuple(None if one == -1 else one for one in entries), _typed(owner))

    def _joined(self, parts: tuple[object, ...], axis: int) -> object:
        """Take on that tensors are put together along an axis."""
        shapes = [self._sizes(one, usual=axis + 1) for one in parts]
        if axis < 0 or not shapes or len({*map(len, shapes)}) != 1 or len(shapes[0]) <= axis:
            return None
        for index, size in enumerate(shapes[0]):
            for other in shapes[1:] if index != axis else ():
                equate(self.space, (size,), (other[index],))
        lengths = [one[axis] for one in shapes]
        slots = tuple(one.slot for one in lengths if isinstance(one, Size) and not one.plus)
        whole = Sum(slots) if len(slots) == len(lengths) else None
        self._same_type(parts)
        return Made((*shapes[0][:axis], whole, *shapes[0][axis + 1 :]), _typed(parts[0]))

    def _multiplied(self, name: str, operands: list[object]) -> object:
        """Take on which sizes matrices have in common that are multiplied."""
        added = operands.pop(0) if name == "addmm" else None
        if name == "linear" and len(operands) == 3:
            added = operands.pop()
        if len(operands) != 2:
            return None
        rank = 3 if name == "bmm" else 2
        right = self._sizes(operands[1], rank)
        left = self._sizes(operands[0], 0 if name == "linear" else rank, rank)
        if not left or not right:
            return None
        if name == "linear":
            right = right[::-1]
        equate(self.space, (left[-1],), (right[-2],))
        if rank == 3:
            equate(self.space, (left[0],), (right[0],))
        if isinstance(added, Tensor):
            sizes = self._sizes(added, usual=1)
            tie(self.space, sizes[-1], right[-1])
        self._same_type([*operands, added])
        return Made((*left[:-1], right[-1]), _typed(operands[0]))

    def _swapped(self, one: object, a: int, b: int) -> object:
        sizes = [*self._sizes(one, usual=max(a, b) + 1)]
        if len(sizes) <= max(a, b):
            return None
        sizes[a], sizes[b] = sizes[b], sizes[a]
        return Made(tuple(sizes), _typed(one))

    def _same_type(self, parts: Iterable[object]) -> None:
        """Take on that tensors have one type, as PyTorch asks for."""
        first, *others = [typed for one in parts if (typed := _typed(one))] or [""]
        for other in others:
            self.space.same_dtype(first, other)


def _typed(one: object) -> str:
    """Return the parameter whose type a tensor has; "" where nothing tells."""
    if isinstance(one, Made):
        return one.typed
    return one.name if isinstance(one, (Tensor, Like)) else ""
