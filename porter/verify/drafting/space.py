"""What arguments a function takes, gathered from its checks: sizes, types, layouts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import lcm
from typing import Literal, NamedTuple

from porter.verify.drafting.alike import Alike

#: How a size is made of others.
Sign = Literal["+", "*"]


class Slot(NamedTuple):
    """One size of a tensor.

    Attributes:
        tensor: the parameter's name.
        axis: which dimension; from the end where it is negative.
    """

    tensor: str
    axis: int


class View(NamedTuple):
    """A tensor that is looked at with other sizes.

    Attributes:
        tensor: the parameter's name.
        entries: what each of the other sizes stands for.
    """

    tensor: str
    entries: tuple[object, ...]


@dataclass
class Limits:
    """What is known of a number.

    Attributes:
        low: the smallest.
        high: the largest; None when nothing says.
        multiple: it is a multiple of this.
        values: the only ones that are taken.
    """

    low: int = 1
    high: int | None = None
    multiple: int = 1
    values: tuple[int | str, ...] = ()

    def meet(self, other: Limits) -> None:
        """Take on what is known of a number that is the same."""
        self.low = max(self.low, other.low)
        highs = [one for one in (self.high, other.high) if one is not None]
        self.high = min(highs) if highs else None
        self.multiple = lcm(self.multiple, other.multiple)
        self.values = self.values or other.values


@dataclass
class Space:
    """The arguments that a function takes.

    Attributes:
        ranks: tensor -> how many dimensions it has.
        at_least: tensor -> how many it has at the least.
        derived: a size -> the size that it differs from by a constant, and that constant.
        scaled: a size -> the size that it is a multiple or a part of, times what, over what.
        composed: a size -> the sizes and numbers that it is made of, added or multiplied.
        views: what tensors are looked at as.
        contiguous: tensors that must be dense.
        either_layout: tensors of which one of several dimensions must be dense.
        dense_along: tensor -> the dimension along which its elements must be neighbours.
        in_order: tensors whose numbers must not fall.
        loose: tensors of which callers tell the dimensions, and not all sizes.
        filled: tensor -> the whole number that callers fill it with.
        given: optional argument -> whether it is there, where checks depend on that.
        evidence: what was read, with its place: text -> place.
        unread: checks that nothing was made of, likewise.
    """

    ranks: dict[str, int] = field(default_factory=dict)
    at_least: dict[str, int] = field(default_factory=dict)
    derived: dict[Slot, tuple[Slot, int]] = field(default_factory=dict)
    scaled: dict[Slot, tuple[Slot, int, int]] = field(default_factory=dict)
    composed: dict[Slot, tuple[Sign, tuple[Slot | int, ...]]] = field(default_factory=dict)
    views: list[View] = field(default_factory=list)
    contiguous: set[str] = field(default_factory=set)
    either_layout: set[str] = field(default_factory=set)
    dense_along: dict[str, int] = field(default_factory=dict)
    in_order: set[str] = field(default_factory=set)
    loose: set[str] = field(default_factory=set)
    filled: dict[str, int] = field(default_factory=dict)
    given: dict[str, bool] = field(default_factory=dict)
    evidence: dict[str, str] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    _sizes: Alike[Slot | str] = field(default_factory=Alike)
    _types: Alike[Slot | str] = field(default_factory=Alike)
    _limits: dict[Slot | str, Limits] = field(default_factory=dict)
    _dtypes: dict[Slot | str, tuple[str, ...]] = field(default_factory=dict)
    _names: dict[Slot | str, str] = field(default_factory=dict)
    _alike: list[tuple[str, str]] = field(default_factory=list)
    _tied: list[tuple[Slot, str]] = field(default_factory=list)

    def size(self, slot: Slot) -> Slot:
        """Note that a tensor has a dimension; return it."""
        needed = slot.axis + 1 if slot.axis >= 0 else -slot.axis
        self.at_least[slot.tensor] = max(self.at_least.get(slot.tensor, 0), needed)
        return slot

    def same_size(self, one: Slot, other: Slot) -> None:
        """Note that two sizes are equal."""
        roots = self._sizes.root(one), self._sizes.root(other)
        if roots[0] == roots[1]:
            return
        limits = [self._limits.pop(root, Limits()) for root in roots]
        name = self._names.get(roots[0]) or self._names.get(roots[1])
        self._sizes.join(one, other)
        limits[0].meet(limits[1])
        self._limits[self._sizes.root(one)] = limits[0]
        if name:
            self._names[self._sizes.root(one)] = name

    def scale(self, slot: Slot, other: Slot, times: int, over: int = 1) -> None:
        """Note that a size is a multiple or a part of another; what is known already counts.

        Args:
            slot: the size.
            other: the size that it is made of.
            times: what that is multiplied by.
            over: what it is divided by.
        """
        is_known = self.scaled_of(slot) or self.composed_of(slot)
        if is_known or self._is_made_of(other, slot):
            return
        self.scaled[slot] = (other, times, over)
        limits = self.limits(other)
        limits.multiple = lcm(limits.multiple, over)

    def scaled_of(self, slot: Slot) -> tuple[Slot, int, int] | None:
        """Return of which size one is a multiple or a part, times what, over what."""
        root = self._sizes.root(slot)
        return next((to for one, to in self.scaled.items() if self._sizes.root(one) == root), None)

    def compose(self, slot: Slot, sign: Sign, parts: tuple[Slot | int, ...]) -> None:
        """Note that a size is made of others; what is known already counts.

        Args:
            slot: the size.
            sign: "+" or "*".
            parts: what is added or multiplied.
        """
        is_known = self.scaled_of(slot) or self.composed_of(slot)
        slots = [one for one in parts if isinstance(one, Slot)]
        if not is_known and not any(self._is_made_of(one, slot) for one in slots):
            self.composed[slot] = (sign, parts)

    def composed_of(self, slot: Slot) -> tuple[Sign, tuple[Slot | int, ...]] | None:
        """Return what a size is made of, and how."""
        root = self._sizes.root(slot)
        return next((to for one, to in self.composed.items() if self._sizes.root(one) == root),
                    None)  # fmt: skip

    def _is_made_of(self, slot: Slot, other: Slot) -> bool:
        """Tell whether a size is another, or made of it."""
        if self._sizes.root(slot) == self._sizes.root(other):
            return True
        scaled, composed = self.scaled_of(slot), self.composed_of(slot)
        below = [scaled[0]] if scaled else []
        below += [one for one in composed[1] if isinstance(one, Slot)] if composed else []
        return any(self._is_made_of(one, other) for one in below)

    def same_shape(self, one: str, other: str) -> None:
        """Note that two tensors have the same shape."""
        self._alike.append((one, other))

    def tie(self, slot: Slot, argument: str) -> None:
        """Note that a size is a number that is passed, too."""
        self._tied.append((self.size(slot), argument))

    def argument(self, slot: Slot) -> str:
        """Return the argument that a size is passed as, too; "" where none is."""
        root = self._sizes.root(slot)
        return next((name for one, name in self._tied if self._sizes.root(one) == root), "")

    def is_size(self, argument: str) -> Slot | None:
        """Return the size that an argument is; None where it is none."""
        return next((slot for slot, name in self._tied if name == argument), None)

    def call_size(self, slot: Slot, name: str) -> None:
        """Note what the code calls a size."""
        self._names.setdefault(self._sizes.root(slot), name)

    def called(self, name: str) -> Slot | None:
        """Return the size that the code calls so; None for none."""
        roots = (root for root, known in self._names.items() if known == name)
        return next((root for root in roots if isinstance(root, Slot)), None)

    def limits(self, number: Slot | str) -> Limits:
        """Return what is known of a size, or of an argument by its name, to be added to."""
        key = self._sizes.root(number) if isinstance(number, Slot) else number
        return self._limits.setdefault(key, Limits(low=1 if isinstance(number, Slot) else 0))

    def same_dtype(self, one: str, other: str) -> None:
        """Note that two tensors have the same type."""
        known = self.dtypes(one) or self.dtypes(other)
        self._types.join(one, other)
        if known:
            self._dtypes[self._types.root(one)] = known

    def allow_dtypes(self, tensor: str, dtypes: Iterable[str]) -> None:
        """Note the types that a tensor may have; the narrower statement counts."""
        known, given = self.dtypes(tensor), tuple(dict.fromkeys(dtypes))
        kept = tuple(one for one in known if one in given) if known else given
        self._dtypes[self._types.root(tensor)] = kept or given

    def dtypes(self, tensor: str) -> tuple[str, ...]:
        """Return the types that a tensor may have; empty when nothing says."""
        return self._dtypes.get(self._types.root(tensor), ())

    def dtype_class(self, tensor: str) -> str:
        """Return one of the tensors that have this one's type, the same for all of them."""
        return str(self._types.root(tensor))

    def shape(self, tensor: str, default: int) -> tuple[Slot, ...]:
        """Return a tensor's dimensions, each by the one that stands for all of its size.

        Args:
            tensor: the parameter's name.
            default: how many dimensions it has where nothing says.
        """
        rank = self._rank(tensor, set()) or max(default, self.at_least.get(tensor, 0))
        found = []
        for index in range(rank):
            at, from_end = Slot(tensor, index), Slot(tensor, index - rank)
            self.same_size(at, from_end)
            if from_end in self.derived:
                self.derived.setdefault(at, self.derived[from_end])
            found.append(at)
        return tuple(found)

    def settle(self, tensors: Iterable[str]) -> None:
        """Give tensors of the same shape the same sizes; to be called when all has been read."""
        for one, other in self._alike:
            rank = self._rank(one, set()) or self._rank(other, set())
            rank = rank or max(self.at_least.get(one, 0), self.at_least.get(other, 0))
            if rank:
                self.ranks[one] = self.ranks[other] = rank
                for index in range(rank):
                    self.same_size(Slot(one, index), Slot(other, index))
        for tensor in tensors:
            if self._rank(tensor, set()):
                self.shape(tensor, 0)

    def name(self, slot: Slot) -> str:
        """Return what a size is called; "" when the code has no name for it."""
        return self._names.get(self._sizes.root(slot), "")

    def representative(self, slot: Slot) -> Slot:
        """Return the size that stands for all that are equal to this one."""
        root = self._sizes.root(slot)
        assert isinstance(root, Slot)
        return root

    def is_told(self, tensor: str) -> bool:
        """Tell whether checks name a tensor."""
        named = re.compile(rf"\b{re.escape(tensor)}\b")
        return tensor in self.ranks or any(map(named.search, self.evidence))

    def same_rank(self, one: str, other: str) -> None:
        """Note that two tensors have as many dimensions."""
        for a, b in ((one, other), (other, one)):
            if a in self.ranks:
                self.ranks.setdefault(b, self.ranks[a])
            self.at_least[b] = max(self.at_least.get(b, 0), self.at_least.get(a, 0))

    def _rank(self, tensor: str, seen: set[str]) -> int:
        if tensor in self.ranks:
            return self.ranks[tensor]
        seen.add(tensor)
        for pair in self._alike:
            if tensor in pair:
                other = pair[1 - pair.index(tensor)]
                if other not in seen and (rank := self._rank(other, seen)):
                    return rank
        return 0
