"""Chooses the arguments of a case: how each is drawn, and the values it is drawn from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from porter.verify.drafting import roles
from porter.verify.drafting.argument import Argument, Drawn
from porter.verify.drafting.dtypes import FLOATING
from porter.verify.drafting.numbers import SIZES, SMALL, numbers_within
from porter.verify.drafting.plain_arguments import draw_plain
from porter.verify.drafting.segments import Segments, segments
from porter.verify.drafting.size_texts import factor, joined
from porter.verify.drafting.space import Limits, Slot, Space
from porter.verify.drafting.tensor_types import usual_types

#: How many tensors a list has: the parameter of the case, and what it is drawn from.
_MANY, _COUNTS = "tensors_each", (1, 3)
_INTEGER = re.compile(r"u?int\d+|bool")


def draw(arguments: Sequence[Argument], space: Space, *, with_gradients: bool) -> Drawn:
    """Return how the arguments of a function are made.

    Args:
        arguments: in the order in which they are passed.
        space: what the code checks of them.
        with_gradients: floating-point tensors ask for their gradient.
    """
    return _Drawer(space, with_gradients, Drawn(), [*arguments]).drawn()


@dataclass
class _Drawer:
    space: Space
    with_gradients: bool
    made: Drawn
    arguments: list[Argument]
    _sizes: dict[Slot, str] = field(default_factory=dict)
    _types: dict[str, str] = field(default_factory=dict)
    _segments: Mapping[str, Segments] = field(default_factory=dict)

    def drawn(self) -> Drawn:
        for slot, (base, plus) in self.space.derived.items():  # no size is 0 by what another is
            limits = self.space.limits(base)
            limits.low = max(limits.low, self.space.limits(slot).low - plus)
        self._segments = segments(self.arguments, self.space)
        # Places come last: which size they must stay below, nothing tells, so all must be known.
        for argument in sorted(self.arguments, key=_holds_places):
            if argument.kind == "tensor":
                self._tensor(argument)
            elif argument.kind == "tensors":
                self._tensors(argument)
            else:
                draw_plain(argument, self.space, self.made)
        return self.made

    @property
    def _first(self) -> str:
        taken = [one for one in self.arguments if one.kind in ("tensor", "tensors")]
        return min(taken, key=lambda one: one.kind == "tensors").name

    @property
    def _template(self) -> str:
        """The tensor whose shape those have of which nothing tells: the first that is told of."""
        tensors = [one.name for one in self.arguments if one.kind == "tensor"]
        if self.space.is_told(self._first):
            return self._first
        floats = (
            one for one in tensors if one in self.space.ranks and not roles.PLACES.search(one)
        )
        return next(floats, self._first)

    def _tensor(self, argument: Argument) -> None:
        name = argument.name
        is_given = self.space.given.get(name)
        if argument.is_optional and is_given is False:
            self.made.given[name] = "None"
            return
        drawn = argument.made_of(self._drawn(argument, self._dtype(argument)))
        if argument.is_optional and not is_given:
            axis = f"with_{name}"
            self.made.axes[axis] = (False, True)
            drawn = f"{drawn} if {axis} else None"
        self.made.lines.append(f"{name} = {drawn}")
        self.made.given[name] = argument.passed

    def _tensors(self, argument: Argument) -> None:
        """Add a list of tensors: all lists have as many, and those of one list one shape."""
        name = argument.name
        if argument.is_optional and self.space.given.get(name) is not True:
            self.made.given[name] = "None"
            return
        self.made.axes[_MANY] = _COUNTS
        one = self._drawn(argument._replace(is_written=True), self._dtype(argument))
        self.made.lines.append(f"{name} = [{one} for _ in range({_MANY})]")
        self.made.lists.append(name)
        self.made.given[name] = name

    def _drawn(self, argument: Argument, dtype: str) -> str:
        """Return the expression that draws a tensor."""
        name, space = argument.name, self.space
        given = self.made.axes.get(dtype, (dtype.strip('"'),))
        is_integer = any(_INTEGER.fullmatch(str(one)) for one in given)
        is_list = space.ranks.get(name, 1) == 1
        if is_list and roles.OFFSETS.search(name) and (is_integer or not space.dtypes(name)):
            total = self._size(space.shape(self._first, 2)[0], self._first, 0)
            told = f", dtype={dtype}" if space.dtypes(name) and dtype != '"int64"' else ""
            return f"generator.offsets({self._parts(name)}, {total}{told})"
        shape = self._shape(name)
        if name in self._segments:
            known = self._segments[name]
            length = self._size(space.shape(known.of, 1)[0], known.of, 0)
            return known.drawn(name, length, shape[0], dtype)
        room = ", room=True" if self._may_be_larger(name) else ""
        sizes = ", ".join(shape)
        is_whole = all(_INTEGER.fullmatch(str(one)) for one in given)
        if bounds := self._bounds(name, given, shape, is_whole=is_whole):
            drawn = f"generator.integers({bounds}, {sizes}, dtype={dtype}{room})"
            return f"{drawn}.sort().values" if is_whole and name in space.in_order else drawn
        if is_integer:  # of some types the numbers must be whole
            return f"generator.integers(0, 100, {sizes}, dtype={dtype}{room})"
        grad = (
            f', grad="d{name}", terms=None'
            if self.with_gradients and not argument.is_written
            else ""
        )
        made = f"generator.normal({sizes}, dtype={dtype}{grad}{room})"
        return self._laid_out(name, made, len(shape))

    def _bounds(
        self, name: str, given: Sequence[object], shape: Sequence[str], *, is_whole: bool
    ) -> str:
        """Return between what a tensor's numbers are; "" where they need not be whole."""
        if name in self.space.filled:
            only = self.space.filled[name]
            return f"{only}, {only + 1}"
        is_ordered = is_whole and name in self.space.in_order
        told = "" if is_ordered else roles.usual_bounds(name, given, is_whole=is_whole)
        if told or not is_whole:
            return told
        # In order is such as the number of the part that an element is of.
        return f"0, {self._limit(name, ('3', *shape) if is_ordered else shape)}"

    def _may_be_larger(self, name: str) -> bool:
        """Tell whether code may read more of a tensor than is drawn: not all sizes are told."""
        if name in self.made.unchecked or name in self.space.loose:
            return True
        return name == self._first and name not in self.space.ranks

    def _parts(self, name: str) -> str:
        """Return of how many parts a tensor holds the beginnings."""
        slot = self.space.shape(name, 1)[0]
        if self.space.derived.get(slot, (slot, 0))[1] == 1:  # noted as one more than there are
            return self._size(self.space.derived[slot][0], name, 0)
        tied = {self.space.representative(base) for base, _ in self.space.derived.values()}
        if self.space.representative(slot) in tied:  # another tensor has a row for each
            return f"{self._size(slot, name, 0)} - 1"
        self.made.axes.setdefault("parts", SMALL)
        return "parts"

    def _limit(self, name: str, least: Sequence[str]) -> str:
        """Return the least of some sizes, and for places of every other tensor's and of parts."""
        others = [*self._sizes.values()] if roles.PLACES.search(name) else []
        if roles.PLACES.search(name) and any(not one.isdigit() for one in others):
            others = [one for one in others if not one.isdigit()]  # of vectors, as a rule
        if roles.PLACES.search(name):
            others += [one for one in self.made.axes if roles.ENDS.fullmatch(one)]
        if others and "parts" in self.made.axes:
            others.append("parts")
        smallest = list(dict.fromkeys((*least, *others))) or ["2"]
        return f"min({', '.join(smallest)})" if len(smallest) > 1 else smallest[0]

    def _laid_out(self, name: str, made: str, rank: int) -> str:
        space = self.space
        dense = space.dense_along.get(name)
        is_flat = name in space.contiguous or self._may_be_larger(name)  # room is behind rows
        if rank < 2 or is_flat or dense in (-1, rank - 1):
            return made
        known = name in space.either_layout or dense is not None
        if known or (name == self._first and not space.contiguous):
            self.made.layouts = True
            self.made.axes.setdefault("layout", ("rows", "columns"))
            return f"laid_out({made}, layout)"
        return made

    def _shape(self, name: str) -> list[str]:
        """Return the expressions of a tensor's sizes; the first tensor's where nothing tells."""
        space, first = self.space, self._template
        usual = 1 if roles.PLACES.search(first) else 2
        slots = space.shape(name, usual if name == first else 0)
        if self._is_of_its_rank_alone(name, slots):
            slots, name = space.shape(first, usual), first
        if name == first or any(self._is_known(slot) for slot in slots):
            return [self._size(slot, name, index) for index, slot in enumerate(slots)]
        self.made.unchecked.append(name)
        usual_shape = space.shape(first, usual)
        shape = [self._size(slot, first, index) for index, slot in enumerate(usual_shape)]
        rank = space.at_least.get(name, 0) or len(shape)  # of which code asks for a size
        own = space.shape(name, rank)[len(shape) :]
        shape += [self._size(slot, name, len(shape) + index) for index, slot in enumerate(own)]
        return shape[:rank]

    def _is_of_its_rank_alone(self, name: str, slots: Sequence[Slot]) -> bool:
        """Tell whether code reads a tensor along with the first one, and nothing tells its sizes.

        Both have as many dimensions: with sizes of its own it would be read beyond its end.
        """
        first = self._template
        return (
            name != first
            and len(slots) == len(self.space.shape(first, 0)) > 1
            and not any(self._is_told_of(slot) for slot in slots)
        )

    def _is_known(self, slot: Slot) -> bool:
        """Tell whether a check or another tensor tells of a size."""
        return slot.tensor in self.space.ranks or self._is_told_of(slot)

    def _is_told_of(self, slot: Slot) -> bool:
        """Tell whether more is known of a size than that it is there."""
        space, limits = self.space, self.space.limits(slot)
        root = space.representative(slot)
        others = (one.name for one in self.arguments if one.kind == "tensor")
        is_shared = root in self._sizes or any(
            space.representative(one) == root
            for other in others if other != slot.tensor for one in space.shape(other, 0)
        )  # fmt: skip
        return (
            is_shared or limits != Limits() or slot in space.derived
            or bool(space.scaled_of(slot) or space.composed_of(slot) or space.argument(slot))
        )  # fmt: skip

    def _size(self, slot: Slot, tensor: str, index: int) -> str:
        space = self.space
        if slot in space.derived:
            other, plus = space.derived[slot]
            base = self._size(other, other.tensor, max(other.axis, 0))
            return f"{base} {'+' if plus > 0 else '-'} {abs(plus)}"
        if scaled := space.scaled_of(slot):
            other, times, over = scaled
            base = factor(self._size(other, other.tensor, max(other.axis, 0)))
            return f"{base} * {times}" if over == 1 else f"{base} // {over}"
        if composed := space.composed_of(slot):
            return joined(composed, lambda one: self._size(one, one.tensor, max(one.axis, 0)))
        if index == 0 and self._is_batch(slot, tensor):
            return self._size(space.shape(self._template, 0)[0], self._template, 0)
        root = space.representative(slot)
        passed = next((one for one in self.arguments if one.name == space.argument(slot)), None)
        if passed is not None and passed.kind == "int":
            draw_plain(passed, self.space, self.made)
            return self.made.given[passed.name]
        if root not in self._sizes:
            limits = space.limits(slot)
            name = self._free_name(space.name(slot) or f"{tensor}_{index}")
            is_batch = index == 0 and len(space.shape(tensor, 0)) > 2
            usual = SMALL if is_batch else SIZES
            values = limits.values or numbers_within(limits, usual)
            if len(values) == 1:
                self._sizes[root] = str(values[0])
            else:
                self.made.axes[name] = tuple(values)
                self._sizes[root] = name
                if tuple(values) == SIZES:
                    self.made.sizes.append(name)
        return self._sizes[root]

    def _is_batch(self, slot: Slot, tensor: str) -> bool:
        """Tell whether nothing tells of a first size, which is the batch's, then."""
        ranks = [len(self.space.shape(one, 0)) for one in (tensor, self._template)]
        return tensor != self._template and min(ranks) > 2 and not self._is_told_of(slot)

    def _free_name(self, wanted: str) -> str:
        taken = {*self.made.axes, *(one.name for one in self.arguments), "module", "generator"}
        name = wanted if wanted.isidentifier() else "size"
        while name in taken:
            name += "_size"
        return name

    def _dtype(self, argument: Argument) -> str:
        """Return the expression of a tensor's type: a literal, or the parameter that it is."""
        name, space = argument.name, self.space
        known = usual_types(name, space.dtypes(name))
        if not known and name != self._first:
            return self._dtype(Argument(self._first, "tensor"))
        known = known or list(FLOATING)
        if len(known) == 1:
            return f'"{known[0]}"'
        root = space.dtype_class(name)
        if root not in self._types:
            axis = "dtype" if "dtype" not in self.made.axes else f"{name}_dtype"
            self.made.axes[axis] = tuple(known)
            self._types[root] = axis
        return self._types[root]


def _holds_places(argument: Argument) -> bool:
    return argument.kind == "tensor" and roles.PLACES.search(argument.name) is not None
