"""Compares two arrays: where they differ, by how much, and which elements were never written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.verify.comparison.bound import Bound, bound
from porter.verify.comparison.distances import are_same_bits, distance, finite_size, relative_norm
from porter.verify.comparison.formats import Format, decode, named, spacing
from porter.verify.comparison.poison import unwritten
from porter.verify.comparison.result import Comparison, Difference
from porter.verify.comparison.tolerances import Tolerance, tolerance

Array = NDArray[Any]

#: "fixed": element by element. "any": as a bag of elements, for what atomics append. "rows": as a
#: bag of rows (the first axis); rows that tie within the tolerance in their first elements may be
#: paired wrongly and are then reported, never passed over.
Order = Literal["fixed", "any", "rows"]


@dataclass(frozen=True, slots=True)
class Element:
    """One element on both sides.

    Attributes:
        index: its place; in the sorted arrays when their order is not compared.
        reference: its value in the reference; None where the reference left it unwritten.
        actual: its value in the port, likewise.
        error: the absolute difference; infinite where NaN, an infinity or a gap meets a number.
        allowed: the difference that the tolerance allows here.
    """

    index: tuple[int, ...]
    reference: complex | float | int | None
    actual: complex | float | int | None
    error: float
    allowed: float

    def __str__(self) -> str:
        sides = (self.reference, self.actual)
        a, b = ("unwritten" if side is None else f"{side:.9g}" for side in sides)
        place = ", ".join(map(str, self.index))
        return f"[{place}] is {b} instead of {a} (off {self.error:.3g}, allowed {self.allowed:.3g})"


@dataclass(frozen=True, slots=True)
class ArrayComparison:
    """What comparing two arrays gave.

    Attributes:
        elements: how many were compared.
        mismatches: how many are further apart than allowed.
        worst: the element furthest beyond (or nearest to) what is allowed; None when all are equal.
        largest_error: largest absolute difference of two finite elements.
        relative_norm: `‖actual - reference‖ / ‖reference‖` over elements finite on both sides.
        unwritten: how many elements neither side wrote.
        problem: why the arrays differ; empty when they do not.
        bound: how near to what is allowed the worst element comes.
        wrong: which elements are further apart than allowed, as they were compared; None where the
            arrays have other shapes.
    """

    elements: int
    mismatches: int
    worst: Element | None
    largest_error: float
    relative_norm: float
    unwritten: int
    problem: str
    bound: Bound | None = None
    wrong: NDArray[np.bool_] | None = field(default=None, compare=False, repr=False)

    @property
    def passed(self) -> bool:
        """Whether the arrays agree."""
        return not self.problem

    @property
    def comparison(self) -> Comparison:
        """What verdicts say of it."""
        worst = f"; the worst, {self.worst}" if self.worst else ""
        differences = () if self.passed else (Difference("", self.problem + worst),)
        bounds = () if self.bound is None else (self.bound,)
        return Comparison(differences, self.elements, self.largest_error, bounds=bounds)


def compare_arrays(
    reference: Array,
    actual: Array,
    *,
    dtype: str | None = None,
    allowed: Tolerance | None = None,
    order: Order = "fixed",
    poison: int | None = None,
) -> ArrayComparison:
    """Compare an output of the port with the reference's.

    NaN must meet NaN and an infinity the same infinity. A reference in float64 may stand against
    an output of any floating-point format: then its numbers that the format cannot hold are
    expected to be infinities (NaN in formats without infinity).

    Args:
        reference: any shape.
        actual: of the same shape.
        dtype: format of the elements (`formats.FORMATS`); needed for those that NumPy stores as
            integers: bfloat16 and the 8-bit floats. By default that of `actual`.
        allowed: by default `tolerance(dtype)`.
        order: whether elements are paired by their place.
        poison: the word that both outputs were filled with before the run; None when they were not.

    Raises:
        PorterError: the formats cannot be compared.
    """
    format_ = named(dtype or actual.dtype.name)
    allowed = tolerance(format_.name) if allowed is None else allowed
    if reference.shape != actual.shape:
        shapes = f"the shape is {actual.shape} instead of {reference.shape}"
        return ArrayComparison(0, 0, None, 0.0, 0.0, 0, shapes)
    reference, actual = np.atleast_1d(reference), np.atleast_1d(actual)
    wider = reference.dtype == np.float64 and format_.kind == "float" and not allowed.bits
    if not wider and reference.dtype.name not in (format_.storage.name, format_.name):
        raise PorterError(f"{reference.dtype.name} cannot be compared with {format_.name}")
    if not wider and are_same_bits(reference, actual):  # as most are, of millions of elements
        count = 0 if poison is None else int(unwritten(reference, poison).sum())
        wrong = np.zeros(reference.shape, np.bool_)
        nothing = bound(format_.name, 0.0, 0.0, allowed.origin)
        elements = reference.size - count
        return ArrayComparison(elements, 0, None, 0.0, 0.0, count, "", nothing, wrong)
    gaps = (np.zeros(reference.shape, np.bool_), np.zeros(reference.shape, np.bool_))
    if poison is not None:
        gaps = (unwritten(reference, poison), unwritten(actual, poison))
    if order != "fixed":
        if not wider:
            reference = reference.view(format_.storage)
        sides = (reference, actual.view(format_.storage))
        places = [
            _sorting(_keys(side, named("float64") if wider and not i else format_), gap, order)
            for i, (side, gap) in enumerate(zip(sides, gaps, strict=True))
        ]
        reference, actual = (side[place] for side, place in zip(sides, places, strict=True))
        gaps = (gaps[0][places[0]], gaps[1][places[1]])
    pair = _Pair(reference, actual, format_, wider, gaps[0], gaps[1])
    found = pair.compared_bits() if allowed.bits else pair.compared(allowed)
    worst = (0.0, 0.0) if found.worst is None else (found.worst.error, found.worst.allowed)
    return replace(found, bound=bound(format_.name, *worst, allowed.origin))


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two arrays whose elements stand at the places where they are to be compared."""

    reference: Array
    actual: Array
    format_: Format
    wider: bool
    gap_reference: NDArray[np.bool_]
    gap_actual: NDArray[np.bool_]

    def compared(self, allowed: Tolerance) -> ArrayComparison:
        r, a = self._values()
        error = distance(r, a)
        integers = self.format_.kind == "integer"  # the lowest one has no absolute value
        with np.errstate(invalid="ignore", over="ignore"):
            finite = np.isfinite(r) & np.isfinite(a)
            size = finite_size(r.astype(np.float64) if integers else r)
            limit = allowed.atol + allowed.rtol * size
            if self.format_.exponent:
                limit = limit + allowed.ulps * spacing(size, self.format_)
            largest = float(size[~self.gap_reference].max(initial=0.0))
            limit = limit + allowed.norm * largest
        skipped = self.gap_reference & self.gap_actual
        is_complex = r.dtype.kind == "c"  # beside a part that is NaN on both sides the other counts
        limit = np.where(finite | skipped | is_complex, limit, 0.0)
        one_sided = self.gap_reference ^ self.gap_actual
        if self._may_hold_poison_by_chance:
            one_sided &= ~(error <= limit)
        error = np.where(one_sided, np.inf, np.where(skipped, 0.0, error))
        wrong = ~(error <= limit)
        compared = finite & ~one_sided & ~skipped
        norm = relative_norm(size[compared], error[compared])
        problem = self._problem(wrong, one_sided)
        if not problem and norm > allowed.overall:
            problem = f"the whole is off by {norm:.3g} of its norm, allowed {allowed.overall:.3g}"
        return ArrayComparison(
            int(error.size - skipped.sum()),
            int(wrong.sum()),
            self._worst(r, a, error, limit),
            float(error[compared].max(initial=0.0)),
            norm,
            int(skipped.sum()),
            problem,
            wrong=wrong,
        )

    def compared_bits(self) -> ArrayComparison:
        size = self.actual.dtype.itemsize
        rows = [np.ascontiguousarray(side).reshape(-1).view(np.uint8).reshape(-1, size)
                for side in (self.reference, self.actual)]  # fmt: skip
        wrong = (rows[0] != rows[1]).any(axis=1).reshape(self.actual.shape)
        r, a = self._values()
        far = distance(r, a)
        error = np.where(wrong & ~(far > 0), np.inf, far)
        one_sided = self.gap_reference ^ self.gap_actual
        skipped = int((self.gap_reference & self.gap_actual).sum())
        worst = self._worst(r, a, np.where(wrong, error, 0.0), np.zeros(error.shape))
        finite = error[np.isfinite(error)]
        return ArrayComparison(
            int(error.size) - skipped,
            int(wrong.sum()),
            worst,
            float(finite.max(initial=0.0)),
            0.0,
            skipped,
            self._problem(wrong, one_sided),
            wrong=wrong,
        )

    @property
    def _may_hold_poison_by_chance(self) -> bool:
        return self.format_.kind == "integer" or self.format_.storage.itemsize == 1

    def _values(self) -> tuple[Array, Array]:
        actual = decode(self.actual, self.format_)
        if not self.wider:
            return decode(self.reference, self.format_), actual
        r = self.reference
        edge = self.format_.largest * (1 + self.format_.roundoff)
        beyond = np.copysign(np.inf, r) if self.format_.has_infinity else np.full(r.shape, np.nan)
        return np.where(np.abs(r) > edge, beyond, r), actual

    def _worst(
        self, r: Array, a: Array, error: NDArray[np.float64], limit: NDArray[np.float64]
    ) -> Element | None:
        if not (error.size and (error > 0).any()):
            return None
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            ratio = np.where(error > 0, error / limit, 0.0)
        # Several may be infinitely wrong: take the first with the largest error among them.
        first = ratio == ratio.max()
        index = np.unravel_index(int(np.argmax(np.where(first, error, -1.0))), error.shape)
        return Element(
            tuple(int(i) for i in index),
            None if self.gap_reference[index] else r[index].item(),
            None if self.gap_actual[index] else a[index].item(),
            float(error[index]),
            float(limit[index]),
        )

    def _problem(self, wrong: NDArray[np.bool_], one_sided: NDArray[np.bool_]) -> str:
        if not wrong.any():
            return ""
        missing = int((one_sided & self.gap_actual).sum())
        extra = int((one_sided & self.gap_reference).sum())
        text = f"{int(wrong.sum())} of {wrong.size} elements differ"
        text += f", {missing} of them never written by the port" if missing else ""
        return text + (f", {extra} of them never written by the reference" if extra else "")


def _keys(side: Array, format_: Format) -> Array:
    values = decode(side, format_)
    return values.astype(np.uint8) if values.dtype.kind == "b" else values


def _sorting(values: Array, gap: NDArray[np.bool_], order: Order) -> Any:
    """Return an index that brings elements, or rows, into an order of their values; gaps last."""
    if order == "any":
        place = np.lexsort((values.reshape(-1), gap.reshape(-1)))
        return np.unravel_index(place, values.shape)
    rows = values.reshape(values.shape[0], -1)
    empty = gap.reshape(gap.shape[0], -1).all(axis=1)
    return np.lexsort((*rows.T[::-1], empty))
