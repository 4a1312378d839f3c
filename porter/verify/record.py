"""Recordings made: CUDA's side run on a GPU and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.comparison.poison import PATTERNS
from porter.verify.extension.reference import record
from porter.verify.extension.sides import Sides
from porter.verify.extension.tracing import traced_case
from porter.verify.kernel import inputs
from porter.verify.kernel import reference as kernel_reference
from porter.verify.kernel.reference import KernelRun
from porter.verify.program import reference
from porter.verify.program.trace import traced_side
from porter.verify.recording import arrays as array_recording
from porter.verify.recording import programs as recording
from porter.verify.recording.arrays import Arrays, run_key
from porter.verify.recording.programs import Provenance
from porter.verify.tracing import TracedSide, recorded

#: A name, and what records it and returns the file.
Recorder = tuple[str, Callable[[], Path]]
#: Seconds that reading a file of cases may take.
_TIMEOUT = 600.0


def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records each case of a project.

    Raises:
        PorterError: the file of cases is wrong.
    """
    for program in project.programs:
        yield program.name, partial(record_program, project, program, timeout)
    for kernel in project.kernels:
        yield kernel.name, partial(record_kernel, project, kernel, timeout)
    if project.cases is not None:
        sides = Sides(project)
        for case, points in sides.points(_TIMEOUT).items():
            yield f"{project.name} {case}", partial(record, sides, case, points, timeout)


def trace_recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    """Yield what records the launches of each program, and of each case at each of its points.

    Raises:
        PorterError: the file of cases is wrong.
    """
    for program in project.programs:
        side = traced_side(project, program, timeout)
        yield f"launches of {side.name}", partial(_trace, side)
    if project.cases is not None:
        sides = Sides(project)
        for case, points in sides.points(_TIMEOUT).items():
            for index, text in enumerate(points):
                side = traced_case(sides, case, index, timeout, text)
                yield f"launches of {side.name}", partial(_trace, side)


def _trace(side: TracedSide) -> Path:
    return recorded(side, nvidia.required(), datetime.now(UTC).date().isoformat())


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
