"""Programs traced and timed: CUDA's side or the port, on a GPU or on the cpu executor."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from porter.execute import amd, nvidia
from porter.execute.amd.launch_timer import launch_timer
from porter.execute.cpu.rocm_random import rocm_random
from porter.execute.nvidia.interposer import interposer_for
from porter.execute.preloading import preloaded
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.place import (
    CUDA_ON_CPU,
    Device,
    Nvidia,
    Place,
    device_for_cuda,
    device_for_port,
)
from porter.verify.program.curand_names import draws
from porter.verify.program.result import ProgramResult
from porter.verify.program.run import run_program
from porter.verify.recording.sources import source_hash
from porter.verify.tracing import CudaSide, Run, TracedSides

_DRAWS = "drawing ROCm's random numbers, as the port does (NUM06)"
#: Runs of a program that are timed on a GPU.
TIMED = 5


def cuda_side(project: ProjectSettings, case: ProgramCase, timeout: float) -> CudaSide:
    """Return CUDA's side of a program; nothing is run yet."""
    folder = project.upstream

    def on_gpu(variables: Mapping[str, str]) -> ProgramResult:
        return _on_gpu(folder, case, device_for_cuda(), variables, timeout)

    def on_cpu(variables: Mapping[str, str]) -> ProgramResult:
        return run_program(folder, case, CUDA_ON_CPU, timeout=timeout, environment=variables)

    def source(arch: str) -> str:
        del arch  # a program is built for the GPU that runs it
        return source_hash(folder, *case.compiled)

    return CudaSide(case.name, project.recordings, source, on_gpu, on_cpu)


def traced_sides(
    project: ProjectSettings, case: ProgramCase, place: Place, timeout: float
) -> TracedSides:
    """Return both sides of a program; nothing is run yet.

    Args:
        project: the project.
        case: the program.
        place: where the port runs.
        timeout: seconds that a run may take.
    """
    folder = project.port

    def port(variables: Mapping[str, str]) -> ProgramResult:
        device = device_for_port(place, folder)
        if isinstance(device, nvidia.Device):
            return _on_gpu(folder, case, device, variables, timeout)
        return run_program(folder, case, device, timeout=timeout, environment=variables)

    cuda = cuda_side(project, case, timeout)
    if draws(project) and not isinstance(place, Nvidia):
        cuda = replace(cuda, on_cpu=partial(_with_rocms_numbers, cuda.on_cpu), draws=_DRAWS)
    return TracedSides(cuda, port)


def _with_rocms_numbers(run: Run, variables: Mapping[str, str]) -> object:
    with rocm_random():
        return run(variables)


def launch_times(folder: Path, case: ProgramCase, gpu: Device, timeout: float) -> tuple[float, ...]:
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
            if isinstance(gpu, nvidia.Device):
                _on_gpu(folder, case, gpu, variables, timeout)
            elif isinstance(gpu, amd.Device):
                variables |= preloaded(launch_timer(gpu))
                run_program(folder, case, gpu, timeout=timeout, environment=variables)
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
) -> ProgramResult:
    # The executor's memory is zero at first; what no kernel writes is to be the same here.
    environment = {**variables, **preloaded(interposer_for(gpu)), "PORTER_TRACE_FILL": "0"}
    traced = replace(gpu, is_traced=True)
    return run_program(folder, case, traced, timeout=timeout, environment=environment)
