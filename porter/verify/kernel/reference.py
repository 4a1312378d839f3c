"""CUDA's side of a kernel case: a GPU, a recording, or the cpu executor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.cpu.architecture import CUDA
from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.settings import ProjectSettings
from porter.verify import sides
from porter.verify.check import Options
from porter.verify.kernel import inputs
from porter.verify.kernel.inputs import Value
from porter.verify.kernel.launch import launch, launch_on_gpu
from porter.verify.recording import arrays as array_recording
from porter.verify.recording.arrays import Arrays
from porter.verify.recording.programs import Provenance, source_hash


@dataclass(frozen=True, slots=True)
class KernelRun:
    """One run of a kernel.

    Attributes:
        project: the project.
        case: the kernel.
        point: value of each parameter.
        seed: for the inputs.
        pattern: word that outputs are filled with.
    """

    project: ProjectSettings
    case: KernelCase
    point: Mapping[str, int] = field(hash=False)
    seed: int
    pattern: int

    def values(self) -> tuple[Value, ...]:
        """Return fresh arguments.

        Raises:
            PorterError: a shape or a value makes no sense.
        """
        return inputs.make(self.case, self.point, self.seed, self.pattern)


@dataclass(frozen=True, slots=True)
class Expected:
    """What CUDA's side left in memory.

    Attributes:
        arrays: by argument.
        provenance: where it was made.
        note: why it does not come from a better place.
        milliseconds: of timed launches on this machine's GPU; empty when it ran elsewhere.
    """

    arrays: Arrays
    provenance: Provenance
    note: str = ""
    milliseconds: tuple[float, ...] = ()


@lru_cache(maxsize=16)  # the architectures of a case share it
def reference(run: KernelRun, options: Options) -> Expected:
    """Return what CUDA's side leaves in memory.

    Raises:
        PorterError: it cannot be had.
    """
    offers = {
        "gpu": lambda: on_gpu(run, options.timeout),
        "recorded": lambda: _recorded(run, options.stale_ok),
        "cpu": lambda: _on_cpu(run),
    }
    chosen = sides.choose(options.ref, run.case.name, offers)
    return replace(chosen.value, note=chosen.note)


def on_gpu(run: KernelRun, timeout: float) -> Expected:
    """Run CUDA's side on an NVIDIA GPU.

    Raises:
        PorterError: there is none, the source does not compile, or the kernel fails.
    """
    gpu, values = nvidia.required(), run.values()
    times = launch_on_gpu(gpu, run.project.upstream, run.case, run.point, values, timeout)
    expected = _expected(run, values, (gpu.name, gpu.driver, gpu.toolkit))
    return replace(expected, milliseconds=times)


def _on_cpu(run: KernelRun) -> Expected:
    values = run.values()
    launch(run.project.upstream, run.case, run.point, CUDA, values)
    return _expected(run, values, (f"the cpu executor ({CUDA})", "", ""))


def _expected(run: KernelRun, values: tuple[Value, ...], place: tuple[str, str, str]) -> Expected:
    for value in values:
        if value.overrun(run.pattern):
            raise PorterError(
                f"CUDA's own side writes beside {value.argument.name}",
                path=run.project.upstream / run.case.source,
                hint="correct the shape in porter.toml, or the source",
            )
    today = datetime.now(UTC).date().isoformat()
    source = source_hash(run.project.upstream, run.case.source)
    arrays = {value.argument.name: value.content for value in values if value.is_array}
    return Expected(arrays, Provenance(*place, today, source))


def _recorded(run: KernelRun, stale_ok: bool) -> Expected:
    arrays, provenance = array_recording.load(
        run.project.recordings,
        run.case,
        array_recording.run_key(run.point, run.seed),
        inputs.digest(run.values()),
        source_hash(run.project.upstream, run.case.source),
        stale_ok=stale_ok,
    )
    return Expected(arrays, provenance)
