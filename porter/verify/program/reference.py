"""CUDA's side of a program: live on a GPU, a recording of such a run, or the cpu executor."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.cpu.architecture import CUDA
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify import sides
from porter.verify.check import Options
from porter.verify.program.run import run_program
from porter.verify.recording import programs as recording
from porter.verify.recording.programs import Provenance, Recording
from porter.verify.sides import Chosen


@lru_cache(maxsize=8)  # the architectures of a case share it
def reference(project: ProjectSettings, case: ProgramCase, options: Options) -> Chosen[Recording]:
    """Return what CUDA's side of `case` does.

    Raises:
        PorterError: it cannot be had the way that `options` ask for, or does not compile.
    """
    offers = {
        "gpu": lambda: on_gpu(project, case, options.timeout),
        "recorded": lambda: _recorded(project, case, options.stale_ok),
        "cpu": lambda: _on_cpu(project, case, options.timeout),
    }
    return sides.choose(options.ref, case.name, offers)


def on_gpu(project: ProjectSettings, case: ProgramCase, timeout: float) -> Recording:
    """Run CUDA's side on an NVIDIA GPU.

    Raises:
        PorterError: there is no GPU, or the program does not compile or does not end in time.
    """
    gpu = nvidia.device()
    if gpu is None:
        raise PorterError(
            "no NVIDIA GPU with nvcc on this machine", hint="compare with --ref cuda:recorded"
        )
    return _run(project, case, gpu, (gpu.name, gpu.driver, gpu.toolkit), timeout)


def _on_cpu(project: ProjectSettings, case: ProgramCase, timeout: float) -> Recording:
    return _run(project, case, CUDA, (f"the cpu executor ({CUDA})", "", ""), timeout)


def _run(
    project: ProjectSettings,
    case: ProgramCase,
    place: nvidia.Device | str,
    described: tuple[str, str, str],
    timeout: float,
) -> Recording:
    ran = run_program(project.upstream, case, place, timeout=timeout)
    source = recording.source_hash(project.upstream, case.source)
    today = datetime.now(UTC).date().isoformat()
    provenance = Provenance(*described, today, source)
    return Recording(case.name, ran.returncode, ran.stdout, provenance, ran.files)


def _recorded(project: ProjectSettings, case: ProgramCase, stale_ok: bool) -> Recording:
    source = recording.source_hash(project.upstream, case.source)
    return recording.load(project.recordings, case, source, stale_ok=stale_ok)
