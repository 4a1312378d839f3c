"""Cases of extensions traced: CUDA's side or the port, on a GPU or on the cpu executor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from porter.verify.extension.point import SEEDS, CasePoint, extension_hash
from porter.verify.extension.result import Result
from porter.verify.extension.sides import CUDA_CPU, CUDA_GPU, Side
from porter.verify.place import Place
from porter.verify.tracing import CudaSide, Run, TracedSides


def cuda_side(case: CasePoint, timeout: float) -> CudaSide:
    """Return CUDA's side of a case for its first seed; nothing is run yet.

    Args:
        case: the case at its point.
        timeout: seconds that a run may take.
    """
    project = case.project
    return CudaSide(
        f"{project.name} {case.name} {case.point}".strip(),
        project.recordings,
        partial(extension_hash, project),
        _runner(case, CUDA_GPU, timeout),
        _runner(case, CUDA_CPU, timeout),
    )


def traced_sides(case: CasePoint, place: Place, timeout: float) -> TracedSides:
    """Return both sides of a case for its first seed; nothing is run yet.

    Args:
        case: the case at its point.
        place: where the port runs.
        timeout: seconds that a run may take.
    """
    port = _runner(case, Side(place, is_port=True), timeout)
    return TracedSides(cuda_side(case, timeout), port)


def _runner(case: CasePoint, side: Side, timeout: float) -> Run:
    def run(variables: Mapping[str, str]) -> Result:
        return case.run(side, SEEDS[0], timeout, variables, is_traced=True)

    return run
