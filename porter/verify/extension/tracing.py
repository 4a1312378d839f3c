"""Cases of extensions traced: CUDA's side or the port, on a GPU or on the cpu executor."""

from __future__ import annotations

from collections.abc import Mapping

from porter.verify.extension.process import Result
from porter.verify.extension.reference import SEEDS, tree_hash
from porter.verify.extension.sides import CPU, GPU, Sides
from porter.verify.tracing import Run, TracedSide


def traced_case(sides: Sides, case: str, point: int, timeout: float, text: str) -> TracedSide:
    """Return CUDA's side of a case at one point, for its first seed; nothing is run yet.

    Args:
        sides: the project's sides.
        case: name of the case.
        point: place among its points.
        timeout: seconds that a run may take.
        text: the point as text.
    """
    project = sides.project
    name = f"{project.name} {case} {text}".strip()
    return TracedSide(
        name, project.recordings, tree_hash(project.upstream),
        _runner(sides, case, point, timeout, GPU), _runner(sides, case, point, timeout, CPU),
    )  # fmt: skip


def traced_port(sides: Sides, case: str, point: int, timeout: float, arch: str) -> Run:
    """Return what runs the port of a case at one point, for its first seed."""
    return _runner(sides, case, point, timeout, arch)


def _runner(sides: Sides, case: str, point: int, timeout: float, place: str) -> Run:
    def run(variables: Mapping[str, str]) -> Result:
        return sides.run(place, case, point, SEEDS[0], timeout, variables, is_traced=True)

    return run
