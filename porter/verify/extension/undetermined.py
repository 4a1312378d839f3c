"""Leaves out of a comparison what CUDA's own side does not determine.

A drafted case may draw what the code answers by memory that nobody wrote, or that is not a
tensor's, and some code leaves to the order of threads which of several equal numbers it takes, has
places handed out by atomics, or counts on a warp in lockstep. So where the port differs, CUDA's
side runs again, with other contents of that memory and with the waves of each block in another
order. Elements in which it differs from itself say nothing. Where numbers that it computes come of
such memory, nothing at that point does, and where they change with the order of blocks, or of a
warp's lanes, which race then, nothing of that output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.execute.cpu import wave_order
from porter.verify.comparison import poison
from porter.verify.comparison.arrays import ArrayComparison
from porter.verify.comparison.result import Comparison
from porter.verify.extension.compare import compare_output
from porter.verify.extension.result import Result

#: Variables that change how CUDA's side runs, and what they change.
_Ways = Sequence[tuple[Sequence[tuple[str, str]], str]]
#: What a run says that goes outside memory.
_OUTSIDE = "illegal memory access"
_OTHER_MEMORY = "other contents of memory that nobody wrote"
#: Why nothing at a point is compared.
UNDEFINED = "CUDA's side reads memory that nobody wrote, or that is no tensor's, on this input"
#: Orders of which an output may hang as a whole, and how a reader is told.
_ORDERS: _Ways = (
    (
        wave_order.LANES_BACKWARD,
        "CUDA's side gives others with the lanes of each warp in another order, as code does that "
        "counts on their lockstep without __syncwarp",
    ),
    (
        wave_order.SHUFFLED,
        "CUDA's side gives others with its blocks in another order, as code does whose atomics "
        "hand out places",
    ),
)
#: What is changed of CUDA's side, and how a reader is told.
_WAYS: _Ways = (
    (tuple(poison.environment(poison.PATTERNS[1]).items()), _OTHER_MEMORY),
    (
        tuple(wave_order.environment(backward=True).items()),
        "the waves of each block in another order",
    ),
)


@dataclass
class Undetermined:
    """What CUDA's side gives at one point, run again when that is asked for.

    Attributes:
        expected: what it gave.
        run: runs it with variables.
    """

    expected: Result
    run: Callable[[Mapping[str, str]], Result]
    _again: list[tuple[Result, str]] | None = field(default=None, init=False)
    _goes_outside: bool = field(default=False, init=False)
    _in_orders: list[tuple[Result, str]] | None = field(default=None, init=False)

    def left_out(self, name: str, actual: Result) -> Comparison | None:
        """Compare an output that differs without the elements that CUDA's side does not determine.

        Args:
            name: of the output.
            actual: what the port gave.

        Returns:
            What is left to say; None where all of it is determined.
        """
        if self.reads_what_is_unwritten():
            return Comparison(remarks=(f"{name} is not compared: {UNDEFINED}",))
        left = self._without_what_differs(name, actual)
        if left is None or left.differences:
            for why, count in self._changed_by_order(name):
                many = f"{count} of {self.expected.arrays[name].size} elements"
                return Comparison(remarks=(f"{name} is not compared: {why} ({many})",))
        return left

    def _without_what_differs(self, name: str, actual: Result) -> Comparison | None:
        mask, ways = self._mask(name)
        if mask is None or not mask.any():
            return None
        count = int(mask.sum())
        expected, given = (np.array(one.arrays[name]) for one in (self.expected, actual))
        if expected.shape != given.shape or mask.shape != given.shape:
            return None
        part = f"{count} of {mask.size} elements of {name} are not compared"
        remark = f"{part}: CUDA's side gives others with {' and with '.join(ways)}"
        if mask.all():
            return Comparison(remarks=(remark,))
        given[mask] = 0
        expected[mask] = 0
        left = compare_output(expected, given, actual.about[name])
        found = replace(left, elements=left.elements - count).comparison
        return replace(found, remarks=(*found.remarks, remark))

    def reads_what_is_unwritten(self) -> bool:
        """Tell whether numbers that CUDA's side wrote change with memory that nobody wrote.

        So does whether it ends: with other contents there it goes outside memory. What was drawn
        had been written whole: where it holds such contents, they were taken from elsewhere.
        """
        if any(map(self._took_what_is_unwritten, self.expected.arrays)):
            return True
        runs = self._runs()
        if self._goes_outside:
            return True
        for result, way in runs:
            for name, array in self.expected.arrays.items() if way == _OTHER_MEMORY else ():
                found = _between(name, self.expected, result)
                if found is None or found.wrong is None or found.wrong.shape != array.shape:
                    continue
                if (found.wrong & ~poison.unwritten(array)).any():
                    return True
        return False

    def _took_what_is_unwritten(self, name: str) -> bool:
        array = self.expected.arrays[name]
        is_drawn = bool(self.expected.about[name].get("drawn"))
        return is_drawn and array.itemsize > 1 and bool(poison.unwritten(array).any())

    def _changed_by_order(self, name: str) -> Iterator[tuple[str, int]]:
        """Yield the orders with which an output changes, and in how many elements."""
        if self._in_orders is None:
            self._in_orders = [*self._made(_ORDERS)]
        for result, why in self._in_orders:
            found = _between(name, self.expected, result)
            if found is not None and found.wrong is not None and found.wrong.any():
                yield why, int(found.wrong.sum())

    def _mask(self, name: str) -> tuple[NDArray[np.bool_] | None, list[str]]:
        """Return which elements of an output differ between runs of CUDA's side, and how it ran."""
        mask: NDArray[np.bool_] | None = None
        ways = []
        for result, way in self._runs():
            found = _between(name, self.expected, result)
            if found is None or found.wrong is None or not found.wrong.any():
                continue
            mask = found.wrong if mask is None else mask | found.wrong
            ways.append(way)
        return mask, ways

    def _runs(self) -> list[tuple[Result, str]]:
        if self._again is None:
            self._again = [*self._made(_WAYS)]
        return self._again

    def _made(self, ways: _Ways) -> Iterator[tuple[Result, str]]:
        for variables, way in ways:
            try:
                yield self.run(dict(variables)), way
            except PorterError as error:  # which elements that concerns, nothing tells
                is_outside = _OUTSIDE in f"{error.message}\n{error.hint or ''}"
                self._goes_outside |= way == _OTHER_MEMORY and is_outside


def _between(name: str, one: Result, other: Result) -> ArrayComparison | None:
    """Compare an output of two runs of the same side."""
    first, second = one.arrays.get(name), other.arrays.get(name)
    if first is None or second is None or first.shape != second.shape:
        return None
    return compare_output(first, second, one.about[name])
