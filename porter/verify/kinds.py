"""All kinds of cases: the checks and recordings of a project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from porter.project.settings.settings import ProjectSettings
from porter.verify.check import AnyCheck
from porter.verify.extension import kind as extensions
from porter.verify.kernel import kind as kernels
from porter.verify.kind import Kind, Recorder
from porter.verify.options import Ref
from porter.verify.place import Place
from porter.verify.program import kind as programs

#: In the order in which reports have them.
KINDS: tuple[Kind, ...] = (programs, kernels, extensions)


def checks(
    project: ProjectSettings, places: Sequence[Place] = (), ref: Ref = Ref.BEST
) -> Iterator[AnyCheck]:
    """Yield all that `project` has to verify, in the order of porter.toml.

    Args:
        project: what to compare.
        places: where to run the port; empty for the architectures of the project and its cases.
        ref: the reference; a kind without one in PyTorch has no check against it.

    Raises:
        PorterError: a file of cases is wrong.
    """
    for kind in KINDS:
        if ref is not Ref.TORCH or kind.HAS_TORCH_REFERENCE:
            yield from kind.checks(project, places, ref)


def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records CUDA's side of each case of a project.

    Raises:
        PorterError: a file of cases is wrong.
    """
    for kind in KINDS:
        yield from kind.recorders(project, timeout)


def trace_recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records the launches of each case that can be traced.

    Raises:
        PorterError: a file of cases is wrong.
    """
    for kind in KINDS:
        for side in kind.traced(project, timeout):
            yield Recorder(f"launches of {side.name}", side.record)
