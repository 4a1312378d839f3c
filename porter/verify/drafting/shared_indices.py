"""Sizes that are equal since a kernel reads tensors by the same names: `a[b][h][w]`, `x[b][h]`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from porter.verify.drafting.cpp_code import Function
from porter.verify.drafting.space import Limits, Slot, Space

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*+(?!\s*+[.(])")
#: What gives a variable a value.
_SET = r"(?<![\w.]){}\s*+[-+*/%&|^]?=(?!=)"
_LARGEST = 16  # of a dimension whose elements are named one by one


def note_indices(kernel: Function, tensors: Mapping[str, str], space: Space) -> None:
    """Take on what the indices of multi-dimensional reads tell of sizes.

    Dimensions of two tensors that are read by the same name are as long as one another, where
    nothing else tells of either, and so are rows that are taken of them (`auto row = a[b][h];`).
    Memory that is read at the same place as another tensor's (`basis[e * S + s]`) has its shape,
    where nothing tells of it. A last dimension that is read by numbers alone has as many elements,
    and so has another of which every number up to the last is read.

    Args:
        kernel: that is launched.
        tensors: its parameters that are tensors -> what these are called where it is launched.
        space: what is added to.
    """
    names: dict[str, dict[Slot, None]] = defaultdict(dict)
    numbers: dict[Slot, set[str]] = defaultdict(set)
    rows: dict[int, dict[str, None]] = defaultdict(dict)
    places: dict[str, dict[str, None]] = defaultdict(dict)
    for parameter, indices in _reads(kernel):
        tensor = tensors.get(parameter)
        if tensor is not None and len(indices) == 1:
            places["".join(indices[0].split())][tensor] = None
        if tensor is None or not 1 < len(indices) <= space.ranks.get(tensor, 0):
            continue
        rows[space.ranks[tensor] - len(indices)][tensor] = None
        for axis, index in enumerate(indices):
            numbers[Slot(tensor, axis)].add(index if index.isdecimal() else "")
            if index.isidentifier():
                names[index][Slot(tensor, axis)] = None
    for slot, found in numbers.items():
        most = max((int(one) for one in found if one), default=0)
        is_last = slot.axis == space.ranks[slot.tensor] - 1 or len(found) > most > 0
        if is_last and "" not in found and 0 < most < _LARGEST and _is_free(slot, space):
            space.limits(space.size(slot)).values = (most + 1,)
            space.evidence.setdefault(f"{slot.tensor}[…][{most}]", f"in {kernel.name}")
    _same_rows(kernel, rows, space)
    _same_places(kernel, places, space)
    for index, slots in names.items():
        free = [slot for slot in slots if _is_free(slot, space)]
        for other in free[1:]:
            if other.tensor != free[0].tensor:
                space.same_size(free[0], other)
                text = f"{free[0].tensor} and {other.tensor} are read at the same {index}"
                space.evidence.setdefault(text, f"in {kernel.name}")


def _same_rows(kernel: Function, rows: Mapping[int, Mapping[str, None]], space: Space) -> None:
    """Take on that rows of tensors are as long as one another: dimensions left -> tensors."""
    for left, (first, *others) in ((left, [*found]) for left, found in rows.items() if left):
        for other in others:
            for axis in range(left):
                pair = [Slot(one, space.ranks[one] - left + axis) for one in (first, other)]
                if all(_is_free(slot, space) for slot in pair):
                    space.same_size(*pair)
                    text = f"rows are taken of {first} and {other}"
                    space.evidence.setdefault(text, f"in {kernel.name}")


def _same_places(kernel: Function, places: Mapping[str, Mapping[str, None]], space: Space) -> None:
    """Take on that memory that is read at one place is as long: place -> tensors."""
    body = kernel.text(kernel.body)
    for place, tensors in places.items():
        names = {*_NAME.findall(place)}
        if not names or any(len(re.findall(_SET.format(one), body)) > 1 for one in names):
            continue  # what it is elsewhere is another place
        told = [one for one in tensors if one in space.ranks]
        told += [one for one in tensors if one not in told and space.at_least.get(one)]
        for other in tensors if told else ():
            if other not in told:
                space.same_shape(told[0], other)
                text = f"{told[0]} and {other} are read at {place}"
                space.evidence.setdefault(text, f"in {kernel.name}")


def _is_free(slot: Slot, space: Space) -> bool:
    """Tell whether nothing is known of a size but that it is there."""
    is_derived = slot in space.derived or space.scaled_of(slot) is not None
    return not is_derived and space.limits(slot) == Limits() and not space.argument(slot)


def _reads(kernel: Function) -> Iterator[tuple[str, list[str]]]:
    """Yield what a kernel reads by subscripts, with these."""
    waiting = [kernel.body]
    while waiting:
        node = waiting.pop()
        if node.type != "subscript_expression":
            waiting += reversed(node.named_children)
            continue
        indices: list[str] = []
        inside: Node | None = node
        while inside is not None and inside.type == "subscript_expression":
            listed = inside.child_by_field_name("indices")
            indices.insert(0, "" if listed is None else kernel.text(listed).strip("[] "))
            waiting += [] if listed is None else listed.named_children
            inside = inside.child_by_field_name("argument")
        if inside is not None and inside.type == "identifier":
            yield kernel.text(inside), indices
        elif inside is not None:
            waiting.append(inside)
