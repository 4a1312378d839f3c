"""Compares two runs launch by launch: the first difference, and how it spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from posixpath import commonprefix
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.listing import listed
from porter.verify.comparison.arrays import ArrayComparison, Order, compare_arrays
from porter.verify.comparison.departures import LaunchComparison, LaunchErrors, error_cells
from porter.verify.comparison.formats import named
from porter.verify.comparison.launch_trace import Buffer, Launch
from porter.verify.comparison.likely_format import likely_formats, looks_like
from porter.verify.comparison.tolerances import tolerance

#: Nothing says how long the sums behind a buffer are: what sums of this many terms may be off by is
#: no departure.
_TERMS = 1000
_MOST_LATER = 5


@dataclass(frozen=True, slots=True)
class Departure:
    """A buffer that differs after a launch.

    Attributes:
        reference: the launch on CUDA's side.
        actual: the launch of the port.
        buffer: the buffer's place.
        what: what differs, with the worst element.
        error: norm of the error relative to the reference's; NaN when only bits are known.
    """

    reference: Launch
    actual: Launch
    buffer: str
    what: str
    error: float


def compare_launches(
    reference: Sequence[Launch], actual: Sequence[Launch], *, is_first_enough: bool = False
) -> LaunchComparison:
    """Compare two runs; launches are paired by order and by the kernel's name.

    Args:
        reference: what CUDA's side launched.
        actual: what the port did.
        is_first_enough: what parts after the first buffer that does is not looked at, which a
            simulation's thousands of launches take long for.

    Returns:
        What there is to say: the first departure and how it grew, or that all launches agree; then
        launches that have no counterpart.
    """
    if not reference and not actual:
        none = "no launches to compare: neither side ran a kernel that can be traced"
        return LaunchComparison((none,))
    pairs = [*_pairs(reference, actual)]
    parting = (found for pair in pairs for found in _departures(*pair))
    departures = [*islice(parting, 1 if is_first_enough else None)]
    lines = [*_first(departures)] if departures else [_agreement(pairs)]
    said = (*lines, *_unpaired(reference, actual, pairs))
    has_memory = any(one.results for one, _ in pairs)
    agrees = has_memory and not departures and len(said) == 1
    errors = _errors(departures) if departures else None
    is_alike = bool(departures) and _launched(departures[0].reference) == _launched(
        departures[0].actual
    )
    parts_at = departures[0].reference.index if departures else 0
    return LaunchComparison(said, errors, agrees, is_alike, parts_at)


def _launched(one: Launch) -> tuple[object, ...]:
    return one.grid, one.block, one.lds, one.values


def _errors(departures: Sequence[Departure]) -> LaunchErrors:
    """Return departures in numbers."""
    first = departures[0]
    sides = [
        next(one for one in launch.buffers if one.place == first.buffer)
        for launch in (first.reference, first.actual)
    ]
    cells = error_cells(first.reference.dtype(sides[0]), sides[0].stored, sides[1].stored)
    known = [found for found in departures if found.error == found.error]
    return LaunchErrors(
        _title(first), tuple((_title(found), found.error) for found in known), cells
    )


def _pairs(
    reference: Sequence[Launch], actual: Sequence[Launch]
) -> Iterator[tuple[Launch, Launch]]:
    left, right = ([launch.name for launch in run] for run in (reference, actual))
    # What both sides begin and end with needs no search, which is quadratic in a loop's launches.
    start = len(commonprefix([left, right]))
    end = len(commonprefix([left[start:][::-1], right[start:][::-1]]))
    last, other_last = len(left) - end, len(right) - end
    yield from zip(reference[:start], actual[:start], strict=True)
    matcher = SequenceMatcher(None, left[start:last], right[start:other_last], autojunk=False)
    for block in matcher.get_matching_blocks():
        for i in range(start, start + block.size):
            yield reference[block.a + i], actual[block.b + i]
    yield from zip(reference[last:], actual[other_last:], strict=True)


def _departures(reference: Launch, actual: Launch) -> Iterator[Departure]:
    own = {buffer.place: buffer for buffer in actual.results}
    for buffer in reference.results:
        other = own.get(buffer.place)
        if other is None or buffer.hash == other.hash or buffer.bag == other.bag:
            continue  # atomics hand out places in another order
        dtype = reference.dtype(buffer)
        what, error = _difference(dtype, buffer, other)
        if what:
            yield Departure(reference, actual, buffer.place, what, error)


def _difference(dtype: str, reference: Buffer, actual: Buffer) -> tuple[str, float]:
    """Return what differs between two buffers; empty when it is rounding, order or addresses."""
    if reference.bytes != actual.bytes:
        return f"it has {actual.bytes} bytes instead of {reference.bytes}", float("nan")
    if reference.stored is None or actual.stored is None:
        return "its bits differ (--trace full measures the error)", float("nan")
    sides = [np.asarray(side.stored) for side in (reference, actual)]
    found = [
        _as_numbers(name, sides, reference)
        for name in ([dtype] if dtype else likely_formats(sides[0]))
        if _divides(name, sides[0], reference)
    ]
    if not found:
        return _bytes_differ(*sides), float("nan")
    return next((each for each in found if not each[0]), found[0])


def _divides(dtype: str, content: NDArray[np.uint8], buffer: Buffer) -> bool:
    size = named(dtype).storage.itemsize
    return not (len(content) % size or (buffer.is_sampled and buffer.sample % size))


def _as_numbers(
    dtype: str, sides: Sequence[NDArray[np.uint8]], buffer: Buffer
) -> tuple[str, float]:
    storage = named(dtype).storage
    left, right = (side.copy().view(storage) for side in sides)
    compared, size = _numbers(dtype, left, right), storage.itemsize
    bits = f"float{8 * size}"
    if compared.worst is not None and "int" in dtype and size >= 4 and looks_like(sides[0], bits):
        # Atomics on floating-point numbers go through integers.
        as_floats = _numbers(bits, left.view(bits), right.view(bits))
        compared = as_floats if as_floats.passed else compared
    if compared.passed or compared.worst is None:
        return "", 0.0
    if not buffer.is_sampled and _numbers(dtype, left, right, "any").passed:
        return "", 0.0  # another order, and rounding
    place = buffer.element(compared.worst.index[0], size)
    worst = str(compared.worst).partition("] ")[2]
    sampled = " (sampled)" if buffer.is_sampled else ""
    return f"{compared.problem}{sampled}; the worst, [{place}] {worst}", compared.relative_norm


def _numbers(
    dtype: str, left: NDArray[Any], right: NDArray[Any], order: Order = "fixed"
) -> ArrayComparison:
    allowed = tolerance(dtype, terms=_TERMS)
    return compare_arrays(left, right, dtype=dtype, allowed=allowed, order=order)


def _bytes_differ(left: NDArray[np.uint8], right: NDArray[np.uint8]) -> str:
    """Say where bytes differ, addresses left out: each run has its own."""
    whole = len(left) // 8 * 8
    words = [side[:whole].copy().view("<u8") for side in (left, right)]
    wrong = left != right
    addresses = (words[0] >> 46 == 1) & (words[1] >> 46 == 1)
    wrong[:whole] &= ~np.repeat(addresses, 8)
    if not wrong.any():
        return ""
    first = int(np.argmax(wrong))
    return f"{int(wrong.sum())} of {len(wrong)} bytes differ, the first at byte {first}"


def _first(departures: Sequence[Departure]) -> Iterator[str]:
    first, later = departures[0], departures[1:]
    reference, actual = first.reference, first.actual
    yield (
        f"parts from CUDA first after launch {actual.index}, {actual.name}, "
        f"in {_named(actual, first.buffer)}: {first.what}"
    )
    for what, a, b in (
        ("a grid of", reference.grid, actual.grid),
        ("blocks of", reference.block, actual.block),
        ("bytes of dynamic LDS:", reference.lds, actual.lds),
    ):
        if a != b:
            yield f"  that launch has {what} {b} instead of {a}"
    for number, (x, y) in enumerate(zip(reference.values, actual.values, strict=False)):
        if x is not None and y is not None and x != y:
            yield f"  that launch has argument {number} = 0x{y} instead of 0x{x} (bytes in order)"
    if not later:
        return
    worst = max(later, key=lambda d: (d.error == d.error, d.error))
    shown = [*later[: _MOST_LATER - 1]]
    shown += [d for d in (worst, later[-1]) if d not in shown]
    yield f"  and then in {len(later)} more buffers:"
    for found in dict.fromkeys(map(_brief, shown)):
        yield f"    {found}"


def _brief(found: Departure) -> str:
    error = f"{found.error:.2g} of the norm" if found.error == found.error else "bits"
    return f"{_title(found)}: {error}"


def _title(found: Departure) -> str:
    launch = found.actual
    return f"launch {launch.index}, {launch.name}, {_named(launch, found.buffer)}"


def _named(launch: Launch, place: str) -> str:
    if place.isdigit() and int(place) < len(launch.parameters):
        return f"argument {place} ({launch.parameters[int(place)]})"
    return f"argument {place}" if place[:1].isdigit() else f"variable {place}"


def _agreement(pairs: Sequence[tuple[Launch, Launch]]) -> str:
    if not pairs:
        return "no launch has a counterpart on the other side"
    buffers = [
        (a.hash == b.hash, a.bag == b.bag)
        for one, other in pairs
        for a, b in zip(one.results, other.results, strict=False)
    ]
    same = sum(is_same for is_same, _ in buffers)
    moved = sum(not is_same and is_bag for is_same, is_bag in buffers)
    order = f", {moved} in another order" if moved else ""
    return (
        f"{len(pairs)} launches agree; {same} of {len(buffers)} buffers after them "
        f"are the same to the bit{order}"
    )


def _unpaired(
    reference: Sequence[Launch], actual: Sequence[Launch], pairs: Sequence[tuple[Launch, Launch]]
) -> Iterator[str]:
    for side, run, paired in (
        ("CUDA's side", reference, {a.index for a, _ in pairs}),
        ("the port", actual, {b.index for _, b in pairs}),
    ):
        unpaired = [launch for launch in run if launch.index not in paired]
        if unpaired:
            names = listed(dict.fromkeys(launch.name for launch in unpaired), 20)
            yield f"{len(unpaired)} launches of {side} have no counterpart: {names}"
