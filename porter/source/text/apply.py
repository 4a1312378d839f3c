"""Applies edits to bytes: resolves overlaps, and orders what remains."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter

from porter.source.text.edits import Conflict, Edit
from porter.source.text.splice import spliced

#: Edits that are applied together or not at all, with the rank of the first.
_Unit = list[tuple[int, Edit]]


def apply_edits(data: bytes, edits: Iterable[Edit]) -> tuple[bytes, list[Edit], list[Conflict]]:
    """Apply edits to bytes; whatever no edit covers stays as it is.

    Where two edits overlap, the one given first is kept, unless the other one holds all of it and
    leaves nothing of what it changes: then that is kept, as a second run would do. An insertion
    overlaps a replacement only when it lies strictly inside it. Edits of a group fall together;
    deletions of one rule that overlap become one. The same replacement given twice counts once, and
    so do the same edits of two groups. At one offset, what closes a pair comes first (the inner
    pair before the outer), then inserted lines, then other insertions, each in the order given,
    then what opens a pair (the outer before the inner), then the replacement that starts there.

    Args:
        data: the bytes of the file.
        edits: edits with offsets into `data`, in order of precedence.

    Returns:
        The new bytes, the edits applied in order of place, and the conflicts.

    Raises:
        ValueError: an edit lies outside `data`.
    """
    ranked = list(enumerate(_distinct(edits, len(data))))
    ranked.sort(key=_place)
    conflicts: list[Conflict] = []
    if _overlap(ranked):
        ranked, conflicts = _without_overlaps(_joined(ranked), data)
    applied = [edit for _, edit in ranked]
    return spliced(data, applied), applied, conflicts


def _distinct(edits: Iterable[Edit], size: int) -> Iterable[Edit]:
    given = list(edits)
    seen: set[tuple[int, int, bytes]] = set()
    again = _again(given)
    for edit in given:
        if not 0 <= edit.start <= edit.end <= size:
            raise ValueError(f"{edit.rule}: edit {edit.start}:{edit.end} outside {size} bytes")
        if again and _bond(edit) in again:
            continue
        if edit.start < edit.end:
            key = (edit.start, edit.end, edit.text)
            if key in seen:
                continue
            seen.add(key)
        yield edit


def _bond(edit: Edit) -> tuple[str, tuple[int, int]] | None:
    """Return what edits that stand or fall together have in common; None for one alone."""
    bond = edit.group or edit.around
    return None if bond is None else (edit.rule, bond)


def _again(edits: Iterable[Edit]) -> set[object]:
    """Return the bonds of those edits that another rule gives, too, all of them alike."""
    units: dict[object, list[tuple[int, int, bytes]]] = {}
    for edit in edits:
        if (bond := _bond(edit)) is not None:
            units.setdefault(bond, []).append((edit.start, edit.end, edit.text))
    first = {tuple(unit): bond for bond, unit in reversed(units.items())}
    return units.keys() - set(first.values())


def _place(item: tuple[int, Edit]) -> tuple[int, int, int, int]:
    """Return the sort key that puts edits in the order in which their texts stand."""
    rank, edit = item
    if edit.start < edit.end:
        return edit.start, 4, 0, rank
    if edit.around is None or edit.around[0] == edit.around[1]:
        return edit.start, 1 if edit.text.endswith(b"\n") else 2, 0, rank
    first, last = edit.around
    if edit.start == last:
        return edit.start, 0, -first, -rank
    return edit.start, 3, -last, rank


def _overlap(ranked: list[tuple[int, Edit]]) -> bool:
    return any(before.end > after.start for (_, before), (_, after) in pairwise(ranked))


def _joined(ranked: list[tuple[int, Edit]]) -> list[tuple[int, Edit]]:
    """Make one of deletions of a rule that overlap: two words that go, with the blank between."""
    joined: list[tuple[int, Edit]] = []
    for rank, edit in ranked:
        if joined:
            before, last = joined[-1]
            are_deletions = not edit.text and not last.text and edit.start < edit.end
            are_alone = edit.group is None and last.group is None
            if are_deletions and are_alone and edit.rule == last.rule and edit.start < last.end:
                end = max(last.end, edit.end)
                joined[-1] = (min(before, rank), last._replace(end=end))
                continue
        joined.append((rank, edit))
    return joined


def _without_overlaps(
    ranked: list[tuple[int, Edit]], data: bytes
) -> tuple[list[tuple[int, Edit]], list[Conflict]]:
    """Return the edits that hold, in order of place, and those that had to go."""
    applied: list[tuple[int, Edit]] = []
    replaced: list[tuple[int, int, Edit]] = []  # disjoint, in order of place
    inserted: list[tuple[int, Edit]] = []  # in order of place
    conflicts: list[Conflict] = []
    for unit in _erasers_first(_units(ranked), data):
        blockers = [(edit, _blocker(edit, replaced, inserted)) for _, edit in unit]
        blocker = next((found for _, found in blockers if found is not None), _clash(unit))
        if blocker is not None:
            conflicts += [Conflict(found or blocker, edit) for edit, found in blockers]
            continue
        for rank, edit in unit:
            applied.append((rank, edit))
            if edit.start < edit.end:
                insort(replaced, (edit.start, edit.end, edit), key=lambda held: held[0])
            else:
                insort(inserted, (edit.start, edit), key=lambda held: held[0])
    applied.sort(key=_place)
    return applied, conflicts


def _units(ranked: list[tuple[int, Edit]]) -> list[_Unit]:
    """Return the edits in units that stand or fall together, by the rank of their first."""
    units: dict[object, _Unit] = {}
    for rank, edit in sorted(ranked, key=lambda item: item[0]):
        units.setdefault(_bond(edit) or rank, []).append((rank, edit))
    return list(units.values())


def erases(outer: Edit, inner: Edit, data: bytes) -> bool:
    """Tell whether `outer` holds what `inner` changes, and leaves nothing of it.

    Args:
        outer: an edit.
        inner: another one.
        data: the bytes of the file.
    """
    if not (outer.start <= inner.start < inner.end <= outer.end):
        return False
    is_all = (outer.start, outer.end) == (inner.start, inner.end)
    return not is_all and data[inner.start : inner.end] not in outer.text


def _erasers_first(units: list[_Unit], data: bytes) -> list[_Unit]:
    """Put each edit that stands alone before those of which it leaves nothing."""
    held = sorted(
        (edit.start, -edit.end, order, edit)
        for order, unit in enumerate(units)
        for _, edit in unit
        if edit.start < edit.end
    )
    orders: list[float] = list(range(len(units)))
    reached = 0
    for at, (start, _, order, outer) in enumerate(held):
        if reached <= start and len(units[order]) == 1:
            behind = bisect_left(held, outer.end, at, key=itemgetter(0))
            inside = held[at + 1 : behind]
            if inside and all(erases(outer, inner, data) for *_, inner in inside):
                orders[order] = min(order, min(one[2] for one in inside) - 0.5)
        reached = max(reached, outer.end)
    return [unit for _, unit in sorted(zip(orders, units, strict=True), key=itemgetter(0))]


def _clash(unit: _Unit) -> Edit | None:
    """Return an edit that overlaps another of its own unit, or None."""
    in_place = sorted(unit, key=_place)
    for (_, before), (_, after) in pairwise(in_place):
        if before.end > after.start:
            return before
    return None


def _blocker(
    edit: Edit, replaced: list[tuple[int, int, Edit]], inserted: list[tuple[int, Edit]]
) -> Edit | None:
    """Return an edit that was kept and that `edit` overlaps, or None."""
    before = bisect_right(replaced, edit.start, key=lambda held: held[0]) - 1
    if before >= 0:
        start, end, held = replaced[before]
        if end > edit.start and (edit.start < edit.end or start < edit.start):
            return held
    if edit.start == edit.end:
        return None
    after = before + 1
    if after < len(replaced) and replaced[after][0] < edit.end:
        return replaced[after][2]
    inside = bisect_right(inserted, edit.start, key=lambda held: held[0])
    if inside < bisect_left(inserted, edit.end, key=lambda held: held[0]):
        return inserted[inside][1]
    return None
