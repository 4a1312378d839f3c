"""Sums up the runs of one case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from porter.errors import PorterError
from porter.verify.comparison.bound import Bound, nearest
from porter.verify.comparison.departures import NOTHING_TRACED, LaunchComparison
from porter.verify.comparison.result import Comparison, Difference
from porter.verify.coverage import Kernels, united
from porter.verify.failure import problem
from porter.verify.reference import Reference
from porter.verify.timing import timing
from porter.verify.verdict import Label, Verdict


@dataclass
class Tally:
    """Collects what comparing the runs of one case gives; starts empty.

    Attributes:
        seconds: what the runs of the port took.
        has_failed: a side could not be built or run.
    """

    seconds: float = 0.0
    has_failed: bool = False
    _differences: list[Difference] = field(default_factory=list)
    _numbers: int = 0
    _worst: float = 0.0
    _bounds: tuple[Bound, ...] = ()
    _problem: str = ""
    _against: str = ""
    _note: str = ""
    _kernels: Kernels = field(default_factory=Kernels)
    _remarks: list[str] = field(default_factory=list)
    _milliseconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    _reference_device: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing has differed so far."""
        return not self._problem and not self._differences

    @property
    def is_timed(self) -> bool:
        """Whether the port was timed."""
        return bool(self._milliseconds[1])

    def against(self, reference: Reference[Any]) -> None:
        """Note where the reference comes from."""
        self._against, self._note = reference.origin, reference.note
        self._reference_device = reference.device

    def add(self, place: str, found: Comparison) -> None:
        """Add what one comparison gave.

        Args:
            place: what was compared, "output y, seed 1"; empty when its differences say it.
            found: what it gave.
        """
        self._differences += [difference.within(place) for difference in found.differences]
        self._numbers += found.numbers
        self._worst = max(self._worst, found.worst)
        self._bounds = nearest((*self._bounds, *found.bounds))
        self._problem = self._problem or found.problem
        self._remarks += (remark for remark in found.remarks if remark not in self._remarks)

    def ran(self, kernels: Kernels) -> None:
        """Add the kernels that a run of the port had and launched."""
        self._kernels = united((self._kernels, kernels))

    def time(self, reference: Sequence[float], actual: Sequence[float]) -> None:
        """Add milliseconds of timed runs of both sides; empty for what was not timed."""
        self._milliseconds[0].extend(reference)
        self._milliseconds[1].extend(actual)

    def fail(self, side: str, error: PorterError) -> None:
        """Note that a side could not be built or run."""
        self._problem, self.has_failed = problem(side, error), True

    def verdict(
        self,
        label: Label,
        traced: LaunchComparison = NOTHING_TRACED,
        gpu: str = "",
        *,
        is_one_gpu: bool = True,
    ) -> Verdict:
        """Return what all of it says.

        Args:
            label: what was checked.
            traced: what comparing launch by launch gave.
            gpu: name of the GPU that ran the port and was timed.
            is_one_gpu: CUDA's side can only have been timed on the same one.
        """
        return Verdict(
            *label[:4],
            passed=self.passed,
            point=label.point,
            numbers=self._numbers,
            worst=self._worst,
            bounds=self._bounds,
            seconds=self.seconds,
            differences=tuple(self._differences),
            problem=self._problem,
            against=self._against,
            note=self._note,
            is_compared=not self.has_failed,
            remarks=tuple(self._remarks),
            kernels=self._kernels,
            trace=traced.lines,
            timing=timing(gpu, *self._milliseconds, None if is_one_gpu else self._reference_device),
            launches=traced.errors,
        )
