"""The kind of cases for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from porter.errors import PorterError
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.kind import Recorder
from porter.verify.options import Options, Ref
from porter.verify.place import Place, places_of
from porter.verify.program.check import ProgramCheck
from porter.verify.program.choice import choose
from porter.verify.program.discovery import found_programs
from porter.verify.program.reference import record
from porter.verify.program.tracing import cuda_side
from porter.verify.tracing import CudaSide

HAS_TORCH_REFERENCE = False


def checks(
    project: ProjectSettings, places: Sequence[Place] = (), ref: Ref = Ref.BEST
) -> Iterator[ProgramCheck]:
    """Yield a check for each program of `project` and place."""
    for case in _cases(project, ref):
        for place in places_of(project, case.arch, places):
            yield ProgramCheck(project, case, place)


def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records each program."""
    for case in _cases(project):
        yield Recorder(case.name, partial(_record, project, case, timeout))


def traced(project: ProjectSettings, timeout: float) -> Iterator[CudaSide]:
    """Yield CUDA's side of each program."""
    for case in _cases(project):
        yield cuda_side(project, case, timeout)


def _record(project: ProjectSettings, case: ProgramCase, timeout: float) -> Sequence[Path]:
    """Record a program, and with smaller numbers what a port on the executor ends with in time."""
    choice = choose(project, case, Options(Ref.GPU, timeout=timeout))
    files = [*record(project, choice.case, choice.limit)]
    for smaller in choice.smaller:
        with suppress(PorterError):  # nothing comes of such small numbers
            # An AMD GPU, beside whose times these would stand, runs the larger ones.
            files += record(project, smaller.case, smaller.limit, is_timed=False)
    return files


def _cases(project: ProjectSettings, ref: Ref = Ref.GPU) -> Iterator[ProgramCase]:
    """Yield the programs that porter.toml names; where it names no cases at all, those found."""
    yield from project.programs
    if not (project.programs or project.kernels or project.cases):
        yield from found_programs(project, ref)
