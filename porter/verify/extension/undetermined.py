"""Leaves out of a comparison what CUDA's own side does not determine.

A drafted case may draw what the code answers by memory that nobody wrote, or that is not a
tensor's, and some code leaves to the order of threads which of several equal numbers it takes, or
counts on a warp in lockstep. So where the port differs, CUDA's side runs again, with other contents
of that memory and with the waves of each block in another order. Elements in which it differs from
itself say nothing. Where numbers that it computes come of such memory, nothing at that point does,
and where they change with the order of a warp's lanes, which race then, nothing of that output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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

_OTHER_MEMORY = "other contents of memory that nobody wrote"
#: Why nothing at a point is compared.
UNDEFINED = "CUDA's side reads memory that nobody wrote, or that is no tensor's, on this input"
_RACES = (
    "CUDA's side gives others with the lanes of each warp in another order, as code does that "
    "counts on their lockstep without __syncwarp"
)
#: What is changed of CUDA's side, and how a reader is told.
_WAYS = (
    (poison.environment(poison.PATTERNS[1]), _OTHER_MEMORY),
    (wave_order.environment(backward=True), "the waves of each block in another order"),
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
    _by_lanes: Result | PorterError | None = field(default=None, init=False)

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
            count = self._changed_by_lanes(name)
            if count:
                many = f"{count} of {self.expected.arrays[name].size} elements"
                return Comparison(remarks=(f"{name} is not compared: {_RACES} ({many})",))
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
        """Tell whether numbers that CUDA's side wrote change with memory that nobody wrote."""
        for result, way in self._runs():
            for name, array in self.expected.arrays.items() if way == _OTHER_MEMORY else ():
                found = _between(name, self.expected, result)
                if found is None or found.wrong is None or found.wrong.shape != array.shape:
                    continue
                if (found.wrong & ~poison.unwritten(array)).any():
                    return True
        return False

    def _changed_by_lanes(self, name: str) -> int:
        """Return how many elements change with the order of a warp's lanes."""
        if self._by_lanes is None:
            try:
                self._by_lanes = self.run(dict(wave_order.LANES_BACKWARD))
            except PorterError as error:
                self._by_lanes = error
        if isinstance(self._by_lanes, PorterError):
            return 0
        found = _between(name, self.expected, self._by_lanes)
        return 0 if found is None or found.wrong is None else int(found.wrong.sum())

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
            self._again = [*self._made()]
        return self._again

    def _made(self) -> Iterator[tuple[Result, str]]:
        for variables, way in _WAYS:
            try:
                yield self.run(variables), way
            except PorterError:  # it ends otherwise: which elements that concerns, nothing tells
                continue


def _between(name: str, one: Result, other: Result) -> ArrayComparison | None:
    """Compare an output of two runs of the same side."""
    first, second = one.arrays.get(name), other.arrays.get(name)
    if first is None or second is None or first.shape != second.shape:
        return None
    return compare_output(first, second, one.about[name])
