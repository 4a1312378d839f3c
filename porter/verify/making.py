"""Recordings made: CUDA's side run on a GPU and kept."""

from __future__ import annotations

from pathlib import Path

from porter.errors import PorterError
from porter.project.kernel_cases import KernelCase
from porter.project.program_cases import ProgramCase
from porter.project.settings import ProjectSettings
from porter.verify import array_recording, inputs, kernel_reference, recording, reference
from porter.verify.array_recording import Arrays, run_key
from porter.verify.kernel_reference import KernelRun
from porter.verify.poison import PATTERNS
from porter.verify.recording import Provenance


def record_program(project: ProjectSettings, case: ProgramCase, timeout: float) -> Path:
    """Run a program on an NVIDIA GPU and keep what it did; return the file.

    Raises:
        PorterError: there is no GPU, or the program does not compile, run or end well.
    """
    made = reference.on_gpu(project, case, timeout)
    if made.returncode:
        raise PorterError(f"exit status {made.returncode}, not kept")
    return recording.store(project.recordings, case, made)


def record_kernel(project: ProjectSettings, case: KernelCase, timeout: float) -> Path:
    """Run a kernel at all its parameters and seeds and keep the arrays; return the file.

    Raises:
        PorterError: there is no GPU, or the kernel does not compile or fails.
    """
    runs: dict[str, tuple[str, Arrays]] = {}
    provenance: Provenance | None = None
    for point in case.points():
        for index, seed in enumerate(case.seeds):
            run = KernelRun(project, case, point, seed, PATTERNS[index % len(PATTERNS)])
            expected = kernel_reference.on_gpu(run, timeout)
            provenance = expected.provenance
            outputs = {a.name: expected.arrays[a.name]
                       for a in case.arguments if a.role in ("out", "inout")}  # fmt: skip
            runs[run_key(point, seed)] = (inputs.digest(run.values()), outputs)
    if provenance is None:
        raise PorterError(f"{case.name} has no seeds: nothing to record", path=case.path)
    return array_recording.store(project.recordings, case, runs, provenance)
