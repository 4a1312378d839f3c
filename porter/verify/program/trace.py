"""Programs traced and timed: CUDA's side or the port, on a GPU or on the cpu executor."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.cpu.architecture import CUDA
from porter.execute.nvidia.interposer import interposer_for, preloaded
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.program.run import Ran, run_program
from porter.verify.recording.programs import source_hash
from porter.verify.sides import AMD, NVIDIA
from porter.verify.tracing import Run, TracedSide

#: Runs of a program that are timed on a GPU.
TIMED = 5


def traced_side(project: ProjectSettings, case: ProgramCase, timeout: float) -> TracedSide:
    """Return CUDA's side of a program; nothing is run yet."""
    folder = project.upstream

    def on_gpu(variables: Mapping[str, str]) -> Ran:
        return _on_gpu(folder, case, nvidia.required(), variables, timeout)

    def on_cpu(variables: Mapping[str, str]) -> Ran:
        return run_program(folder, case, CUDA, timeout=timeout, environment=variables)

    source = source_hash(folder, case.source)
    return TracedSide(case.name, project.recordings, source, on_gpu, on_cpu)


def traced_port(project: ProjectSettings, case: ProgramCase, arch: str, timeout: float) -> Run:
    """Return what runs the port of a program.

    Args:
        project: the project.
        case: the program.
        arch: the architecture to follow, or `NVIDIA`.
        timeout: seconds that a run may take.
    """
    folder = project.port

    def run(variables: Mapping[str, str]) -> Ran:
        if arch == AMD:
            raise PorterError("launches are not traced on AMD GPUs", hint="--on hip:cpu")
        if arch == NVIDIA:
            gpu = nvidia.required().for_port(folder)
            return _on_gpu(folder, case, gpu, variables, timeout)
        return run_program(folder, case, arch, timeout=timeout, environment=variables)

    return run


def launch_times(
    folder: Path, case: ProgramCase, gpu: nvidia.Device, timeout: float
) -> tuple[float, ...]:
    """Return how long all launches of a program take together, in each of some runs.

    Args:
        folder: the project's root, of CUDA's side or of the port.
        case: the program.
        gpu: the GPU; with headers for it, `folder` is the port.
        timeout: seconds that a run may take.

    Returns:
        Milliseconds, by events; empty when nothing was launched that can be timed.

    Raises:
        PorterError: it cannot be built, or does not end in time.
    """
    totals = []
    for _ in range(TIMED):
        with tempfile.TemporaryDirectory(prefix="porter-times-") as directory:
            # Loaded before the first launch, or that launch would be seen to wait for it.
            variables = {"PORTER_TRACE_TIMES": directory, "CUDA_MODULE_LOADING": "EAGER"}
            _on_gpu(folder, case, gpu, variables, timeout)
            lines = [line for path in Path(directory).iterdir()
                     for line in path.read_text("ascii").split()]  # fmt: skip
        totals.append(sum(map(float, lines)))
    return tuple(total for total in totals if total > 0)


def _on_gpu(
    folder: Path,
    case: ProgramCase,
    gpu: nvidia.Device,
    variables: Mapping[str, str],
    timeout: float,
) -> Ran:
    # The executor's memory is zero at first; what no kernel writes is to be the same here.
    environment = {**variables, **preloaded(interposer_for(gpu)), "PORTER_TRACE_FILL": "0"}
    traced = replace(gpu, is_traced=True)
    return run_program(folder, case, traced, timeout=timeout, environment=environment)
