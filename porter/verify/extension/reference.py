"""The reference of an extension's case: CUDA's side live, recorded or executed, or PyTorch."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.cpu.architecture import CUDA
from porter.verify import sides
from porter.verify.check import Options
from porter.verify.extension.process import Result
from porter.verify.extension.sides import CPU, GPU, TORCH, Sides
from porter.verify.recording import extensions as recording
from porter.verify.recording.extensions import Recorder, run_key
from porter.verify.recording.programs import Provenance, source_hash
from porter.verify.sides import Chosen

#: Seeds of the inputs.
SEEDS = (0, 1)
_TIMEOUT = 600.0


def reference(
    its: Sides, case: str, point: tuple[int, str], seed: int, inputs: str, options: Options
) -> Chosen[tuple[Result, str]]:
    """Return what a case is compared with, and where that comes from.

    Args:
        its: the project's sides.
        case: name of the case.
        point: place among its points, and the parameters as text.
        seed: of the inputs.
        inputs: hash of what the port was given.
        options: which reference.

    Raises:
        PorterError: it cannot be had.
    """
    index, text = point

    def run(place: str, described: str) -> tuple[Result, str]:
        return its.run(place, case, index, seed, options.timeout), described

    def recorded() -> tuple[Result, str]:
        project = its.project
        path = recording.path_of(project.recordings, project.name, case)
        source = tree_hash(project.upstream)
        found, provenance = recording.load(
            path, case, run_key(text, seed), inputs, source, stale_ok=options.stale_ok
        )
        return found, str(provenance)

    def on_gpu() -> tuple[Result, str]:
        gpu = nvidia.required()
        return run(GPU, f"{gpu.name}, driver {gpu.driver}, CUDA {gpu.toolkit}, now")

    if options.ref == TORCH:
        return Chosen(run(TORCH, "PyTorch in float64"))
    offers = {
        "gpu": on_gpu,
        "recorded": recorded,
        "cpu": lambda: run(CPU, f"CUDA on the cpu executor ({CUDA})"),
    }
    return sides.choose(options.ref, case, offers)


def record(its: Sides, case: str, points: list[str], timeout: float) -> Path:
    """Run CUDA's side of a case on an NVIDIA GPU and keep what it gave; return the file.

    Args:
        its: the project's sides.
        case: name of the case.
        points: its points as text.
        timeout: seconds that a run may take.

    Raises:
        PorterError: there is no GPU, the extension does not compile, or the case fails.
    """
    gpu, project = nvidia.required(), its.project
    recorder: Recorder | None = None
    for index, text in enumerate(points):
        for seed in SEEDS:
            made = its.run(GPU, case, index, seed, timeout)
            if recorder is None:
                today = datetime.now(UTC).date().isoformat()
                toolkit = f"{gpu.toolkit}, PyTorch {made.torch}"
                source = tree_hash(project.upstream)
                recorder = Recorder(case, Provenance(gpu.name, gpu.driver, toolkit, today, source))
            recorder.add(run_key(text, seed), made)
    if recorder is None:
        raise PorterError(f"{case} has no points: nothing to record")
    return recorder.store(recording.path_of(project.recordings, project.name, case))


@lru_cache(maxsize=8)
def tree_hash(folder: Path) -> str:
    """Return a hash of all of an extension's files; read once, for all of its cases."""
    return source_hash(folder, "")
