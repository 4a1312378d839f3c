"""The kind of cases for extensions: a project's file of cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, zip_longest

from porter.project.settings.settings import ProjectSettings
from porter.verify.extension.check import ExtensionCheck
from porter.verify.extension.drafted import NOTE, drafted
from porter.verify.extension.point import CasePoint
from porter.verify.extension.reference import record
from porter.verify.extension.sides import Sides
from porter.verify.extension.tracing import cuda_side
from porter.verify.kind import Recorder
from porter.verify.options import Ref
from porter.verify.place import Amd, Place, places_of
from porter.verify.tracing import CudaSide

HAS_TORCH_REFERENCE = True
#: Seconds that reading a file of cases may take.
_TIMEOUT = 600.0
_NOT_ON_AMD = "extensions are not built for AMD GPUs yet: the port ran on the cpu executor"


def checks(
    project: ProjectSettings, places: Sequence[Place] = (), ref: Ref = Ref.BEST
) -> Iterator[ExtensionCheck]:
    """Yield a check for each case of `project`, combination of parameters and place.

    Raises:
        PorterError: the file of cases is wrong.
    """
    del ref
    notes = [_NOT_ON_AMD] if Amd() in places else []
    wanted = [place for place in places if place != Amd()]
    for case in _in_turn(project):
        own = [*notes, *([] if case.project == project else [NOTE])]
        for place in places_of(project, (), wanted):
            yield ExtensionCheck(case, place, "; ".join(own))


def _in_turn(project: ProjectSettings) -> Iterator[CasePoint]:
    """Yield the points of all cases: of a draft one of each case, then the next of each.

    Where the time is limited, all that was drafted is compared at some points. Drafts of several
    come one after the other: the processes of each end when another's begin.
    """
    for sides in _sides(project):
        cases = [points for _, points in _points(sides)]
        if project.cases:
            yield from chain.from_iterable(cases)
        else:
            together = chain.from_iterable(zip_longest(*cases))
            yield from (one for one in together if one is not None)


def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records each case, at all of its points.

    Raises:
        PorterError: the file of cases is wrong.
    """
    for name, points in _cases(project):
        recorder = partial(record, project, name, points, timeout)
        yield Recorder(f"{project.name} {name}", recorder)


def traced(project: ProjectSettings, timeout: float) -> Iterator[CudaSide]:
    """Yield CUDA's side of each case at each of its points.

    Raises:
        PorterError: the file of cases is wrong.
    """
    for _, points in _cases(project):
        for case in points:
            yield cuda_side(case, timeout)


def _cases(project: ProjectSettings) -> Iterator[tuple[str, list[CasePoint]]]:
    """Yield each case's name, and the case at each of its points; drafted, where none is named."""
    for sides in _sides(project):
        yield from _points(sides)


def _sides(project: ProjectSettings) -> list[Sides]:
    chosen = [project] if project.cases else drafted(project)
    found = [Sides(one) for one in chosen]
    for one in found:
        one.beside += [other for other in found if other is not one]
    return found


def _points(sides: Sides) -> Iterator[tuple[str, list[CasePoint]]]:
    for name, points in sides.points(_TIMEOUT).items():
        yield name, [CasePoint(sides, name, i, point) for i, point in enumerate(points)]
