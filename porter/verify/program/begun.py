"""Programs that take too long are compared by what both sides launch in some seconds.

Where sizes are constants nothing makes a program smaller. What it launches first is the same work
as what comes later, and memory after each launch says more than a line that it would have printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from porter.project.settings.settings import ProjectSettings
from porter.verify.coverage import Kernels
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu, Place
from porter.verify.program.by_launches import by_launches
from porter.verify.program.choice import KNOWN_LIMIT, NeverEnds
from porter.verify.program.result import ProgramResult, TookTooLong
from porter.verify.program.tracing import traced_sides
from porter.verify.recording.provenance import Provenance
from porter.verify.tracing import Run, TracedSides
from porter.verify.verdict import Verdict


def begun(
    verdict: Verdict, late: NeverEnds, project: ProjectSettings, place: Place, options: Options
) -> Verdict:
    """Return what the beginnings of both sides say; the verdict itself where that is nothing.

    Args:
        verdict: that the program takes too long.
        late: why, and how it was run.
        project: whose program it is.
        place: where the port runs.
        options: of all checks.
    """
    is_here = options.ref in (Ref.BEST, Ref.CPU) and isinstance(place, Cpu)
    if not is_here or options.trace != "off":
        return verdict
    seconds = min(late.choice.limit, KNOWN_LIMIT)
    whole = traced_sides(project, late.choice.case, place, seconds)
    gpu, cpu, port = map(_Stopped, (whole.cuda.on_gpu, whole.cuda.on_cpu, whole.port))
    cuda = replace(whole.cuda, on_gpu=gpu, on_cpu=cpu)
    sides = TracedSides(cuda, port, is_stopped=True)
    keeps_lanes = project.choices.warp == "32"
    launches = by_launches(sides, place, options, keeps_lanes=keeps_lanes)
    if not (launches.agree or launches.differ):
        return replace(verdict, problem=f"{verdict.problem}; {launches.said}")
    found = launches.compared(f"{late.message}; both sides were stopped after {seconds:.0f} s")
    return replace(
        verdict,
        passed=launches.agree,
        is_compared=True,
        is_begun=True,
        problem="",
        differences=found.differences,
        remarks=(*late.choice.remarks, *found.remarks),
        kernels=port.kernels,
        against=str(Provenance.of_executor("")),
        seconds=seconds,
    )


class _Stopped:
    """Runs a side until it is stopped, which is no failure.

    Attributes:
        kernels: which it had and launched.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.kernels = Kernels()

    def __call__(self, variables: Mapping[str, str]) -> None:
        try:
            ran = self._run(variables)
        except TookTooLong as error:
            self.kernels = error.kernels
        else:
            self.kernels = ran.kernels if isinstance(ran, ProgramResult) else Kernels()
