"""One program on both sides: exit status, output and files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.check import Check, Times, resolve_once
from porter.verify.comparison.files import compare_file
from porter.verify.comparison.output import compare_output
from porter.verify.comparison.result import Comparison
from porter.verify.options import Options
from porter.verify.place import Place, device_for_cuda, device_for_port
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.run import ProgramResult, run_program
from porter.verify.program.tracing import launch_times, traced_sides
from porter.verify.reference import Reference
from porter.verify.tracing import TracedSides
from porter.verify.verdict import Label


@dataclass(frozen=True, slots=True)
class ProgramCheck(Check[None, Recording, ProgramResult]):
    """One program with the port at one place."""

    project: ProjectSettings
    case: ProgramCase
    place: Place

    @property
    def label(self) -> Label:
        """What the check is called."""
        return Label(self.project.name, "program", self.case.name, str(self.place))

    def prepare(self, index: int, seed: int, options: Options) -> None:
        """Do nothing: all that a program is given is in its case."""

    def reference(self, run: None, options: Options) -> Reference[Recording]:
        """Return what CUDA's side does."""
        source = ProgramReferenceSource(self.project, self.case, options.timeout, options.stale_ok)
        return resolve_once(source, options.ref)

    def port(self, run: None, options: Options) -> ProgramResult:
        """Build and run the port's program."""
        device = device_for_port(self.place, self.project.port)
        return run_program(self.project.port, self.case, device, timeout=options.timeout)

    def compare(
        self, run: None, expected: Recording, actual: ProgramResult
    ) -> Iterator[tuple[str, Comparison]]:
        """Yield what comparing output, files and exit status gives."""
        case = self.case
        yield (
            "",
            compare_output(
                expected.stdout, actual.stdout, rtol=case.rtol, atol=case.atol, ignore=case.ignore
            ),
        )
        for file in case.files:
            contents = expected.files.get(file.path), actual.files.get(file.path)
            yield f"file {file.path}", compare_file(case, file, *contents)
        if actual.returncode != expected.returncode:
            problem = f"exit status {actual.returncode} instead of {expected.returncode}"
            last = actual.stderr.strip().splitlines()[-1:]
            yield "", Comparison(problem=": ".join([problem, *last]))

    def times(
        self,
        reference: Reference[Recording],
        actual: ProgramResult,
        options: Options,
        *,
        passed: bool,
    ) -> Times:
        """Run both sides some times more, where CUDA's side has just run here, too."""
        if not (passed and reference.is_live):
            return (), ()
        gpu = device_for_cuda()
        port = self.project.port
        return (
            launch_times(self.project.upstream, self.case, gpu, options.timeout),
            launch_times(port, self.case, gpu.for_port(port), options.timeout),
        )

    def traced(self, options: Options) -> TracedSides:
        """Return how both sides are run to be traced."""
        return traced_sides(self.project, self.case, self.place, options.timeout)
