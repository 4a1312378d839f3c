"""One case of an extension: run on both sides, every output and gradient compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from porter.execute.cpu.wave_order import environment
from porter.verify.check import Check, Times
from porter.verify.comparison.result import Comparison
from porter.verify.coverage import Kernels
from porter.verify.extension.beside_recording import BesideRecording
from porter.verify.extension.compare import check_outputs, compare, refusals
from porter.verify.extension.drafted import NOTE
from porter.verify.extension.point import SEEDS, CasePoint
from porter.verify.extension.reference import FAILS_TOO, live_failure, reference
from porter.verify.extension.result import Result
from porter.verify.extension.run_again import RunAgain
from porter.verify.extension.sides import CUDA_CPU, TORCH, Side
from porter.verify.extension.tracing import traced_sides
from porter.verify.extension.undetermined import Undetermined
from porter.verify.failure import RunFailed, running
from porter.verify.kept import Left
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu, Place
from porter.verify.reference import Reference
from porter.verify.spent import On, spent
from porter.verify.tracing import TracedSides
from porter.verify.verdict import Label

#: So many points of a drafted case that fail one after the other on both sides, with a process to
#: be started again each time, leave the time to other cases.
_HOPELESS = 4
_MEMORY = "which differ; they are taken for memory that the code works in"


class PreparedRun(NamedTuple):
    """A seed, and what the port gave: a run alone tells what a case is given.

    Attributes:
        seed: of the inputs.
        actual: what the port gave.
        timeout: seconds that a further run may take.
        variables: the port ran with.
    """

    seed: int
    actual: Result
    timeout: float = 0.0
    variables: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ExtensionCheck(Check[PreparedRun, Result, Result]):
    """One case at one combination of its parameters with the port at one place, for all seeds.

    Attributes:
        case: the case at its point.
        place: where the port runs.
        note: why it does not run elsewhere.
    """

    case: CasePoint
    place: Place
    note: str = ""

    @property
    def label(self) -> Label:
        """What the check is called."""
        case = self.case
        return Label(case.project.name, "extension", case.name, str(self.place), case.point)

    @property
    def seeds(self) -> Sequence[int]:
        """Two of them."""
        return SEEDS

    @property
    def _is_drafted(self) -> bool:
        """Whether nobody wrote the case."""
        return NOTE in self.note

    def prepare(self, index: int, seed: int, options: Options) -> PreparedRun:
        """Run the port's case; every second seed with the waves of a block backward."""
        if options.ref is Ref.TORCH:  # before a build that would be for nothing
            with running(options.ref.side):
                self.case.run(TORCH, seed, options.timeout)
        is_executed = isinstance(self.place, Cpu)
        variables = environment(backward=index % 2 == 1) if is_executed else None
        side = Side(self.place, is_port=True)
        failures = self.case.sides.failures
        key = self.case.name, str(self.place)
        if self._is_drafted and failures[key] >= _HOPELESS:
            raise RunFailed(f"not run: the {_HOPELESS} points before it failed on both sides")
        try:
            actual = self.case.run(side, seed, options.timeout, variables)
        except RunFailed as error:  # inputs that no check refuses may be wrong for either side
            with spent(On.CUDA):
                said = live_failure(self.case, seed, options)
            failures[key] = failures[key] + 1 if said.startswith(FAILS_TOO) else 0
            raise RunFailed(f"{error.message}\n{said}" if said else error.message) from error
        failures[key] = 0
        return PreparedRun(seed, actual, options.timeout, variables)

    def reference(self, run: PreparedRun, options: Options) -> Reference[Result]:
        """Return what the case is compared with."""
        found = reference(self.case, run.seed, run.actual.inputs, options)
        if not (found.result.refused or run.actual.refused):
            check_outputs(found.result, run.actual)
        return replace(found, note="; ".join(filter(None, (self.note, found.note))))

    def port(self, run: PreparedRun, options: Options) -> Result:
        """Return what the port has given."""
        return run.actual

    def compare(
        self, run: PreparedRun, expected: Result, actual: Result
    ) -> Iterator[tuple[str, Comparison]]:
        """Yield what comparing each output gives."""
        if expected.refused or actual.refused:
            yield f"seed {run.seed}", refusals(expected.refused, actual.refused)
            return
        on_executor = partial(self._cudas_side, run)
        is_executed = expected.kernels.present
        doubts = (Undetermined if is_executed else BesideRecording)(expected, on_executor)
        again = RunAgain(actual, partial(self._port_again, run))
        for name, found in compare(expected, actual):
            compared = found.comparison
            if compared.differences and self._is_drafted:
                left = doubts.left_out(name, actual)
                if left is None or left.differences:
                    left = again.left_out(name) or left
                compared = left or compared
            if compared.differences and actual.about[name].get("scratch"):
                compared = Comparison(
                    remarks=(f"{name} is not compared: bytes in a row, {_MEMORY}",)
                )
            yield f"{name}, seed {run.seed}", compared

    def _cudas_side(self, run: PreparedRun, variables: Mapping[str, str]) -> Result:
        """Run CUDA's side again on the executor, with variables."""
        with spent(On.CUDA_AGAIN):
            return self.case.run(CUDA_CPU, run.seed, run.timeout, variables)

    def _port_again(self, run: PreparedRun) -> Result:
        """Run the port once more, as it ran."""
        side = Side(self.place, is_port=True)
        return self.case.run(side, run.seed, run.timeout, run.variables)

    def left(self, actual: Result) -> Left:
        """Return the outputs and gradients, or with which words the case was refused."""
        return {"refused": actual.refused.encode()} if actual.refused else actual.arrays

    def kernels(self, actual: Result) -> Kernels:
        """Return which kernels the port's extensions have and which were launched so far."""
        return actual.kernels

    def times(
        self, reference: Reference[Result], actual: Result, options: Options, *, passed: bool
    ) -> Times:
        """Return the times of further runs, which the first seed has."""
        return reference.result.milliseconds, actual.milliseconds

    def traced(self, options: Options) -> TracedSides:
        """Return how both sides are run to be traced."""
        return traced_sides(self.case, self.place, options.timeout)
