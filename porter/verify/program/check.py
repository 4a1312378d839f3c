"""Programs on both sides: exit status, what they print and the files they write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from porter.errors import PorterError
from porter.execute import nvidia
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.check import Options, architectures
from porter.verify.comparison.files import compare_file
from porter.verify.comparison.output import compare_output
from porter.verify.program.reference import reference
from porter.verify.program.run import Ran, run_program
from porter.verify.program.trace import launch_times, traced_port, traced_side
from porter.verify.recording.programs import Recording
from porter.verify.sides import NVIDIA, gpu_for
from porter.verify.timing import Timing, timing
from porter.verify.tracing import compared
from porter.verify.verdict import Difference, Verdict, plain


def program_checks(project: ProjectSettings, archs: Sequence[str] = ()) -> Iterator[ProgramCheck]:
    """Yield a check for each program of `project` and architecture."""
    for case in project.programs:
        for arch in architectures(project, case.arch, archs):
            yield ProgramCheck(project, case, arch)


@dataclass(frozen=True, slots=True)
class ProgramCheck:
    """One program on one architecture."""

    project: ProjectSettings
    case: ProgramCase
    arch: str

    @property
    def name(self) -> str:
        """Kind, case and architecture."""
        return f"program {self.case.name}[{self.arch}]"

    def run(self, options: Options) -> Verdict:
        """Run the port's program and compare with the reference."""
        try:
            chosen = reference(self.project, self.case, options)
        except PorterError as error:
            return self._failed(plain("cuda", error))
        against = str(chosen.value.provenance)
        try:
            port = self.project.port
            place = gpu_for(self.arch, port) or self.arch
            ran = run_program(port, self.case, place, timeout=options.timeout)
        except PorterError as error:
            return self._failed(plain("port", error), against, chosen.note)
        verdict = self._compared(chosen.value, ran, against, chosen.note)
        if isinstance(place, nvidia.Device) and verdict.passed and chosen.is_live:
            verdict = replace(verdict, timing=self._timed(place, options.timeout))
        if options.trace == "off":
            return verdict
        try:
            return replace(verdict, trace=self._traced(options))
        except PorterError as error:
            return replace(verdict, trace=(plain("no trace", error),))

    def _timed(self, gpu: nvidia.Device, timeout: float) -> Timing | None:
        """Time both sides' launches on this GPU."""
        cuda = launch_times(self.project.upstream, self.case, nvidia.required(), timeout)
        port = launch_times(self.project.port, self.case, gpu, timeout)
        return timing(gpu.name, cuda, port)

    def _traced(self, options: Options) -> tuple[str, ...]:
        """Compare both sides launch by launch."""
        side = traced_side(self.project, self.case, options.timeout)
        port = traced_port(self.project, self.case, self.arch, options.timeout)
        return compared(side, port, options, port_on_gpu=self.arch == NVIDIA)

    def _compared(self, expected: Recording, ran: Ran, against: str, note: str) -> Verdict:
        case = self.case
        printed = compare_output(
            expected.stdout, ran.stdout, rtol=case.rtol, atol=case.atol, ignore=case.ignore
        )
        differences: list[Difference] = list(printed.differences)
        numbers, worst = printed.numbers, printed.worst
        for file in case.files:
            sides = (expected.files.get(file.path), ran.files.get(file.path))
            found, count, error = compare_file(case, file, *sides)
            differences += found
            numbers, worst = numbers + count, max(worst, error)
        problem = ""
        if ran.returncode != expected.returncode:
            said = ran.stderr.strip().splitlines()
            problem = f"exit status {ran.returncode} instead of {expected.returncode}"
            problem += f": {said[-1]}" if said else ""
        return Verdict(
            self.project.name, "program", case.name, self.arch,
            passed=not problem and not differences,
            numbers=numbers, worst=worst, seconds=ran.seconds,
            differences=tuple(differences), problem=problem, against=against, note=note,
        )  # fmt: skip

    def _failed(self, problem: str, against: str = "", note: str = "") -> Verdict:
        return Verdict(
            self.project.name, "program", self.case.name, self.arch, passed=False,
            problem=problem, against=against, note=note,
        )  # fmt: skip
