"""One check of any kind: prepared, run on both sides, compared."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from porter.verify import tracing
from porter.verify.comparison.departures import NOTHING_TRACED, LaunchComparison
from porter.verify.comparison.result import Comparison
from porter.verify.coverage import Kernels
from porter.verify.failure import SideFailed, running, summary
from porter.verify.kept import Left, keep
from porter.verify.options import Options
from porter.verify.place import Amd, Cpu, Place, gpu_name
from porter.verify.reference import Reference, resolve
from porter.verify.spent import On, spent
from porter.verify.tally import Tally
from porter.verify.tracing import TracedSides
from porter.verify.verdict import Label, Verdict


class PortResult(Protocol):
    """What a run of the port gave; what else it has is a matter of the kind."""

    @property
    def seconds(self) -> float:
        """What the run took, without building."""


Prepared = TypeVar("Prepared")
Expected = TypeVar("Expected")
Actual = TypeVar("Actual", bound=PortResult)
Times = tuple[Sequence[float], Sequence[float]]

#: `resolve`, for references that the architectures of a case share.
resolve_once = functools.lru_cache(maxsize=16)(resolve)


class Check(ABC, Generic[Prepared, Expected, Actual]):
    """A case of some kind at one combination of its parameters, with the port at one place.

    A kind derives from it. For each of `seeds`, `run` calls `prepare`, `reference`, `port` and
    `compare`, and `times` on a GPU; then `traced` when launches are to be compared.
    """

    place: Place

    @property
    @abstractmethod
    def label(self) -> Label:
        """What the check is called."""

    @property
    def name(self) -> str:
        """A name that is unique in the project: kind, case, parameters and place."""
        return f"{self.label.kind} {self.label.short}"

    @property
    def seeds(self) -> Sequence[int]:
        """For which inputs both sides are run."""
        return (0,)

    @abstractmethod
    def prepare(self, index: int, seed: int, options: Options) -> Prepared:
        """Return what both sides of one run are given.

        Args:
            index: of the run.
            seed: of its inputs.
            options: of all checks.

        Raises:
            PorterError: the port cannot be run.
        """

    @abstractmethod
    def reference(self, run: Prepared, options: Options) -> Reference[Expected]:
        """Return what the port is compared with.

        Raises:
            PorterError: there is none, or it fails.
        """

    @abstractmethod
    def port(self, run: Prepared, options: Options) -> Actual:
        """Run the port.

        Raises:
            PorterError: it cannot be built or run.
        """

    @abstractmethod
    def compare(
        self, run: Prepared, expected: Expected, actual: Actual
    ) -> Iterator[tuple[str, Comparison]]:
        """Yield what was compared and what that gave.

        Raises:
            PorterError: results cannot be compared.
        """

    @abstractmethod
    def left(self, actual: Actual) -> Left:
        """Return what a run of the port left, to be kept."""

    def kernels(self, actual: Actual) -> Kernels:
        """Return which kernels the port has and which it launched, where that can be seen."""
        del actual
        return Kernels()

    def times(
        self, reference: Reference[Expected], actual: Actual, options: Options, *, passed: bool
    ) -> Times:
        """Return milliseconds of runs of the reference and of the port on a GPU.

        Args:
            reference: what the port was compared with.
            actual: what the port gave.
            options: of all checks.
            passed: nothing has differed so far.

        Raises:
            PorterError: a side cannot be timed.
        """
        del reference, actual, options, passed
        return (), ()

    def traced(self, options: Options) -> TracedSides | None:
        """Return how both sides are run to be traced; None for kinds that are not."""
        del options
        return None

    def run(self, options: Options) -> Verdict:
        """Run both sides and compare; what a user can act on is in the verdict."""
        tally, remarks = Tally(), list[str]()
        try:
            for index, seed in enumerate(self.seeds):
                remarks += self._run_once(index, seed, options, tally)
        except SideFailed as failed:
            tally.fail(failed.side, failed.error)
        traced = NOTHING_TRACED if tally.has_failed else self._trace(options)
        gpu = gpu_name(self.place) if tally.is_timed else ""
        said = traced._replace(lines=(*remarks, *traced.lines))
        return tally.verdict(self.label, said, gpu, is_one_gpu=not isinstance(self.place, Amd))

    def _run_once(self, index: int, seed: int, options: Options, tally: Tally) -> list[str]:
        """Run both sides once; return what else there is to say."""
        with running("port"), spent(On.PORT):
            run = self.prepare(index, seed, options)
        with running(options.ref.side), spent(On.CUDA):
            reference = self.reference(run, options)
            tally.against(reference)
        with running("port"):
            with spent(On.PORT):
                actual = self.port(run, options)
            tally.seconds += actual.seconds
            tally.ran(self.kernels(actual))
            if options.keep is not None:
                keep(options.keep, self.label, seed, self.left(actual))
            with spent(On.COMPARING):
                for place, found in self.compare(run, reference.result, actual):
                    tally.add(place, found)
        # A recording's times are those of another GPU: they stand beside an AMD GPU's alone.
        if isinstance(self.place, Cpu) or not (reference.is_live or isinstance(self.place, Amd)):
            return []
        try:
            with running("no times"):
                tally.time(*self.times(reference, actual, options, passed=tally.passed))
        except SideFailed as failed:
            return [summary(failed.side, failed.error)]
        return []

    def _trace(self, options: Options) -> LaunchComparison:
        """Return what comparing launch by launch gives."""
        if options.trace == "off":
            return NOTHING_TRACED
        try:
            with running("no trace"):
                sides = self.traced(options)
                if sides is None:
                    return NOTHING_TRACED
                return tracing.compare(sides, self.place, options)
        except SideFailed as failed:
            return LaunchComparison((summary(failed.side, failed.error),))


AnyCheck = Check[Any, Any, Any]
