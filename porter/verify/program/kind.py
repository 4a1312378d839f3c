"""The kind of cases for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from porter.project.settings.settings import ProjectSettings
from porter.verify.kind import Recorder
from porter.verify.place import Place, places_of
from porter.verify.program.check import ProgramCheck
from porter.verify.program.reference import record
from porter.verify.program.tracing import cuda_side
from porter.verify.tracing import CudaSide

HAS_TORCH_REFERENCE = False


def checks(project: ProjectSettings, places: Sequence[Place] = ()) -> Iterator[ProgramCheck]:
    """Yield a check for each program of `project` and place."""
    for case in project.programs:
        for place in places_of(project, case.arch, places):
            yield ProgramCheck(project, case, place)


def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records each program."""
    for case in project.programs:
        yield Recorder(case.name, partial(record, project, case, timeout))


def traced(project: ProjectSettings, timeout: float) -> Iterator[CudaSide]:
    """Yield CUDA's side of each program."""
    for case in project.programs:
        yield cuda_side(project, case, timeout)
