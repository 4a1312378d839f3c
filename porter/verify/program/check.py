"""One program on both sides: exit status, output and files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from porter.errors import PorterError
from porter.execute.cpu.nudged_functions import DRAWS, nudged
from porter.execute.cpu.wave_order import LANES_BACKWARD, SHUFFLED
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.check import Check, Times
from porter.verify.comparison.result import Comparison
from porter.verify.coverage import Kernels
from porter.verify.failure import SideFailed, running
from porter.verify.kept import Left
from porter.verify.options import Options
from porter.verify.place import Cpu, Place, device_for_cuda, device_for_port
from porter.verify.program.begun import begun
from porter.verify.program.by_launches import APART, Launches, by_launches
from porter.verify.program.choice import KNOWN_LIMIT, Choice, NeverEnds, resolved
from porter.verify.program.compare import NothingToCompare, compare_found, compare_named
from porter.verify.program.drawn_alike import drawn_alike, refuse_other_methods
from porter.verify.program.fitting import SLOWER_AT_FIRST, choose_fitting, run_fitting
from porter.verify.program.found import FoundProgram
from porter.verify.program.further_calls import with_further_calls
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.result import ProgramResult
from porter.verify.program.second_opinion import run_there, second_opinion
from porter.verify.program.tracing import launch_times, traced_sides
from porter.verify.program.unknown_input import expect_known_input
from porter.verify.program.without_kernels import (
    SAID,
    WITHOUT_KERNELS,
    says_nothing_of_kernels,
)
from porter.verify.reference import Reference
from porter.verify.spent import On, spent
from porter.verify.tracing import TracedSides
from porter.verify.verdict import Label, Verdict

Compared = list[tuple[str, Comparison]]

#: How many times as long as it may take a run may whose launches are written down, where nothing
#: else could be compared.
_TRACED = 3
#: Seconds that a run without kernels has at least: one that waits for their results never ends.
_IDLE = 5.0
#: Each has glibc fill memory that a program asks for, so that numbers change which depend on what
#: was in it before: https://www.gnu.org/software/libc/manual/html_node/Malloc-Tunable-Parameters.html;
#: and the executor take the lanes of CUDA's warps, then blocks and warps, in another order.
_AGAIN = (
    (("MALLOC_PERTURB_", "165"), *LANES_BACKWARD),
    (("MALLOC_PERTURB_", "90"), *SHUFFLED),
)


@dataclass(frozen=True, slots=True)
class ProgramCheck(Check[Options, Recording, ProgramResult]):
    """One program with the port at one place."""

    project: ProjectSettings
    case: ProgramCase
    place: Place

    @property
    def label(self) -> Label:
        """What the check is called."""
        name = self.case.name
        if isinstance(self.case, FoundProgram):  # with which arguments is seen when it runs
            name = self.case.source or self.case.run
        return Label(self.project.name, "program", name, str(self.place))

    def run(self, options: Options) -> Verdict:
        """Run both sides and compare; a found program by other calls, too, for other kernels."""
        verdict, case = Check.run(self, options), self.case
        if isinstance(case, FoundProgram) and not verdict.is_compared:
            try:
                self._choice(options)
            except NeverEnds as late:
                return begun(verdict, late, self.project, self.place, options)
            except PorterError:
                return verdict
        is_in_part = verdict.passed and bool(verdict.kernels.never_names)
        if not (isinstance(case, FoundProgram) and is_in_part and options.trace == "off"):
            return verdict
        less = replace(options, limit=options.limit or KNOWN_LIMIT, keep=None)
        ran = self._choice(options).case
        assert isinstance(ran, FoundProgram)
        return with_further_calls(
            verdict, case, ran, lambda other: replace(self, case=other).run(less)
        )

    def prepare(self, index: int, seed: int, options: Options) -> Options:
        """Return how it is run: all that a program is given is in its case."""
        return options

    def reference(self, run: Options, options: Options) -> Reference[Recording]:
        """Return what CUDA's side does."""
        return resolved(self.project, self._choice(options), options)

    def port(self, run: Options, options: Options) -> ProgramResult:
        """Build and run the port's program."""
        return run_fitting(self.project, self.case, self.place, options)

    def compare(
        self, run: Options, expected: Recording, actual: ProgramResult
    ) -> Iterator[tuple[str, Comparison]]:
        """Yield what comparing output, files and exit status gives."""
        choice = self._choice(run)
        drawn = drawn_alike(self.project, choice, self.place, expected, actual)
        with drawn as (alike, remarks):
            found = [*self._compared(choice, run, alike, actual)]
        yield "", Comparison(remarks=(*choice.remarks, *remarks))
        yield from found

    def _choice(self, options: Options) -> Choice:
        return choose_fitting(self.project, self.case, self.place, options)

    def _compared(
        self, choice: Choice, run: Options, expected: Recording, actual: ProgramResult
    ) -> Iterator[tuple[str, Comparison]]:
        case = choice.case
        if not isinstance(case, FoundProgram):
            yield from compare_named(self.case, expected, actual)
            yield from _compare_status(expected, actual)
            return
        is_elsewhere = bool(expected.provenance.driver) and isinstance(self.place, Cpu)
        if is_elsewhere:  # a GPU's time says nothing of how long CUDA's side takes here
            slow = max(choice.limit, actual.seconds * SLOWER_AT_FIRST)
            choice = replace(choice, limit=slow)
        again, is_traced = self._again(choice, expected), run.trace != "off"
        draws = () if expected.provenance.driver else DRAWS
        off = [partial(self._nudged, choice, draw) for draw in draws]
        try:
            found = [*compare_found(case, expected, actual, again, off, is_traced=is_traced)]
            if not (is_traced or expected.provenance.driver or not actual.kernels.launched):
                limit = min(choice.limit, max(_IDLE, 2 * actual.seconds))
                self._expect_telling(replace(choice, limit=limit), case, expected, found)
        except (NothingToCompare, SideFailed) as error:
            cause = error.error if isinstance(error, SideFailed) else error
            if not isinstance(cause, NothingToCompare):
                raise
            launches = self._by_launches(choice, run)
            if not (launches.agree or launches.differ):
                cause.message = f"{cause.message} {launches.said}".rstrip()
                raise
            found = [("", launches.compared(cause.message))]
        found += _compare_status(expected, actual)
        if any(one.differences or one.problem for _, one in found):
            with running("cuda"):
                expect_known_input(case, expected, partial(self._given, choice))
            refuse_other_methods(self.project, self.place)
        wrong = [one for _, one in found if one.differences or one.problem]
        if is_elsewhere and wrong:
            with spent(On.CUDA_AGAIN):
                opinion = second_opinion(self.project, choice, case, actual)
            if opinion.is_as_port:
                raise PorterError(f"{_first(wrong[0])}; {opinion.text}")
            found.append(("", Comparison(remarks=(opinion.text,))))
        yield from found

    def _expect_telling(
        self, choice: Choice, case: FoundProgram, expected: Recording, found: Compared
    ) -> None:
        """Refuse to call the same what would be the same without kernels.

        Raises:
            NothingToCompare: what is printed and written is.
        """
        if any(one.differences or one.problem for _, one in found):
            return
        source = ProgramReferenceSource(
            self.project, choice.case, choice.limit, environment=WITHOUT_KERNELS
        )

        def run() -> Recording:
            with spent(On.CUDA_AGAIN):
                return source.on_cpu().result

        if says_nothing_of_kernels(self.project, case, expected, run):
            raise NothingToCompare(SAID)

    def _by_launches(self, choice: Choice, run: Options) -> Launches:
        """Return whether all launches agree."""
        if run.trace != "off":
            return APART
        timeout = min(choice.limit * _TRACED, run.timeout)
        sides = traced_sides(self.project, choice.case, self.place, timeout)
        keeps_lanes = self.project.choices.warp == "32"
        return by_launches(sides, self.place, run, keeps_lanes=keeps_lanes)

    def left(self, actual: ProgramResult) -> Left:
        """Return what the program printed, the files that it wrote, and its exit status."""
        printed = actual.stdout.encode("utf-8", "surrogateescape")
        status = str(actual.returncode).encode()
        files = {f"files/{path}": data for path, data in actual.files.items()}
        return {"stdout": printed, "status": status, **files}

    def kernels(self, actual: ProgramResult) -> Kernels:
        """Return which kernels the port has and which it launched."""
        return actual.kernels

    def _again(self, choice: Choice, expected: Recording) -> list[Callable[[], Recording]]:
        """Return what runs CUDA's side once more, where the reference comes from."""

        def again(variables: tuple[tuple[str, str], ...]) -> Recording:
            source = ProgramReferenceSource(
                self.project, choice.case, choice.limit, environment=variables
            )
            with spent(On.CUDA_AGAIN):
                if not expected.provenance.driver:  # the executor's
                    return source.on_cpu().result
                try:
                    return source.on_gpu().result
                except PorterError:
                    there = (replace(source, environment=one) for one in _AGAIN)
                    if other := run_there(there, expected):
                        return other
                    raise

        return [partial(again, variables) for variables in _AGAIN]

    def _given(self, choice: Choice, text: str) -> Recording:
        """Run CUDA's side on the executor with another standard input."""
        case = replace(choice.case, input=text)
        source = ProgramReferenceSource(self.project, case, choice.limit)
        with spent(On.CUDA_AGAIN):
            return source.on_cpu().result

    def _nudged(self, choice: Choice, draw: int) -> Recording:
        """Run CUDA's side with functions whose results are a unit in the last place off."""
        with spent(On.CUDA_AGAIN), nudged(draw):
            return ProgramReferenceSource(self.project, choice.case, choice.limit).on_cpu().result

    def times(
        self,
        reference: Reference[Recording],
        actual: ProgramResult,
        options: Options,
        *,
        passed: bool,
    ) -> Times:
        """Run the port some times more, and CUDA's side where it has just run here, too."""
        if not passed:
            return (), ()
        case = self._choice(options).case
        recorded = reference.result.milliseconds
        if reference.is_live:
            recorded = launch_times(self.project.upstream, case, device_for_cuda(), options.timeout)
        device = device_for_port(self.place, self.project.port)
        return recorded, launch_times(self.project.port, case, device, options.timeout)

    def traced(self, options: Options) -> TracedSides:
        """Return how both sides are run to be traced."""
        case = self._choice(options).case
        return traced_sides(self.project, case, self.place, options.timeout)


def _first(wrong: Comparison) -> str:
    """Return the first of what is wrong, in a line."""
    if wrong.problem:
        return wrong.problem
    first = wrong.differences[0]
    return ": ".join(filter(None, (first.place, first.reason)))


def _compare_status(expected: Recording, actual: ProgramResult) -> Iterator[tuple[str, Comparison]]:
    if actual.returncode != expected.returncode:
        problem = f"exit status {actual.returncode} instead of {expected.returncode}"
        last = actual.stderr.strip().splitlines()[-1:]
        yield "", Comparison(problem=": ".join([problem, *last]))
