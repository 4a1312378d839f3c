"""What a view of a tensor tells of its sizes: both have as many elements."""

from __future__ import annotations

from collections.abc import Sequence

from porter.verify.drafting.meanings import Argument, Product, Size, Sum
from porter.verify.drafting.space import Slot, Space

#: The size in a view that follows from the others.
_REST = -1


def take_views(space: Space) -> None:
    """Give tensors the sizes that views of them have, where nothing else tells them.

    To be called when all has been read: what else is known of a tensor's dimensions counts.
    """
    for tensor, entries in space.views:
        rank = space.ranks.get(tensor, 0)
        if rank:
            sizes = [Size(space.size(Slot(tensor, axis))) for axis in range(rank)]
            equate(space, sizes, entries)
        elif space.at_least.get(tensor, 0) <= len(entries):
            space.ranks[tensor] = len(entries)
            for axis, entry in enumerate(entries):
                tie(space, Size(space.size(Slot(tensor, axis))), entry)


def equate(space: Space, sizes: Sequence[object], entries: Sequence[object]) -> None:
    """Take on that two shapes have as many elements; sizes that are not known leave it open.

    Args:
        space: what is added to.
        sizes: of one, each a `Size`, a number, a `Product`, a `Sum` or None.
        entries: of the other, one of which may be -1, what follows.
    """
    if _REST in entries and len(entries) > 1:
        if entries[-1] == _REST:
            _lead(space, sizes, entries)
        elif len(entries) == 2 or isinstance(entries[-1], Size):  # the rest is in front
            tie(space, sizes[-1], entries[-1])
        return
    if len(sizes) > 1 and len(entries) > 1:
        _lead(space, sizes, entries)
    left, right = _factors(space, sizes), _factors(space, entries)
    if left is None or right is None:
        if len(sizes) == len(entries) == 1:
            tie(space, sizes[0], entries[0])
        return
    for one in [*left]:
        if one in right:
            left.remove(one)
            right.remove(one)
    for slots, factors in ((left, right), (right, left)):
        if len(slots) == 1 and isinstance(slots[0], Slot):
            tie(space, Size(slots[0]), multiplied([*map(_meant, factors)]))
            return


def multiplied(sizes: Sequence[object]) -> object:
    """Return what sizes come to, multiplied; None where one is not known."""
    parts: list[Slot | int] = []
    for one in sizes:
        if isinstance(one, Size) and not one.plus:
            parts.append(one.slot)
        elif isinstance(one, int) and one > 0:
            parts.append(one)
        elif isinstance(one, Product):
            parts += one.parts
        else:
            return None
    if len(parts) <= 1:
        return _meant(parts[0]) if parts else 1
    return Product(tuple(parts))


def tie(space: Space, size: object, entry: object) -> None:
    """Take on that a size is what an expression stands for."""
    if not isinstance(size, Size):
        size, entry = entry, size
    if not isinstance(size, Size) or size.plus:
        return
    slot = space.size(size.slot)
    match entry:
        case Size(other, 0):
            space.same_size(other, slot)
        case int(number) if number > 0 and not space.limits(slot).values:
            space.limits(slot).values = (number,)
        case Argument(name):
            space.tie(slot, name)
        case Product((Slot() as other, int(times)) | (int(times), Slot() as other)):
            space.scale(slot, other, times)
        case Product(parts):
            space.compose(slot, "*", parts)
        case Sum(parts):
            space.compose(slot, "+", parts)


def _lead(space: Space, sizes: Sequence[object], entries: Sequence[object]) -> None:
    """Take first sizes for the same where both are one of a tensor's: as a rule, the batch."""
    if isinstance(sizes[0], Size) and isinstance(entries[0], Size):
        tie(space, sizes[0], entries[0])


def _factors(space: Space, sizes: Sequence[object]) -> list[Slot | int] | None:
    """Return what is multiplied; None where something is not known."""
    found: list[Slot | int] = []
    for one in sizes:
        factor = multiplied([one])
        if isinstance(factor, Size):
            found.append(space.representative(factor.slot))
        elif isinstance(factor, Product):
            found += [space.representative(part) if isinstance(part, Slot) else part
                      for part in factor.parts]  # fmt: skip
        elif isinstance(factor, int):
            found += [factor] if factor != 1 else []
        else:
            return None
    return found


def _meant(part: Slot | int) -> Size | int:
    return Size(part) if isinstance(part, Slot) else part
