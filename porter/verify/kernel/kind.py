"""The kind of cases for kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from porter.project.settings.settings import ProjectSettings
from porter.verify.kernel.check import KernelCheck
from porter.verify.kernel.reference import record
from porter.verify.kind import Recorder
from porter.verify.options import Ref
from porter.verify.place import Place, places_of
from porter.verify.tracing import CudaSide

HAS_TORCH_REFERENCE = False


def checks(
    project: ProjectSettings, places: Sequence[Place] = (), ref: Ref = Ref.BEST
) -> Iterator[KernelCheck]:
    """Yield a check for each kernel of `project`, combination of parameters and place."""
    del ref
    for case in project.kernels:
        for point in case.points():
            for place in places_of(project, case.arch, places):
                yield KernelCheck(project, case, point, place)


def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records each kernel."""
    for case in project.kernels:
        yield Recorder(case.name, partial(record, project, case, timeout))


def traced(project: ProjectSettings, timeout: float) -> Iterator[CudaSide]:
    """Yield nothing: a case is one launch, and all of its arrays are compared as it is."""
    del project, timeout
    yield from ()
