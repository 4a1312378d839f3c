"""The CUDA side of a kernel case: a GPU, a recording, or the cpu executor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.architecture import CUDA
from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.kernel import inputs, recording
from porter.verify.kernel.inputs import Value
from porter.verify.kernel.launch import launch, launch_on_gpu, load
from porter.verify.kernel.recording import Arrays, run_key
from porter.verify.kernel.run import KernelRun
from porter.verify.place import device_for_cuda
from porter.verify.recording.provenance import Provenance
from porter.verify.recording.sources import source_hash
from porter.verify.reference import Reference


@dataclass(frozen=True, slots=True)
class ExpectedArrays:
    """What CUDA's side left in memory.

    Attributes:
        arrays: by argument.
        provenance: where it was made.
        milliseconds: of timed launches, here or where it was recorded; empty when nobody timed it.
    """

    arrays: Arrays
    provenance: Provenance
    milliseconds: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class KernelReferenceSource:
    """The possible sources of what one run of a kernel leaves in memory on CUDA's side.

    Attributes:
        run: the run.
        timeout: seconds that it may take on a GPU.
        stale_ok: accept a recording of other sources.
    """

    run: KernelRun
    timeout: float
    stale_ok: bool = False

    def on_gpu(self) -> Reference[ExpectedArrays]:
        """Run it on an NVIDIA GPU."""
        gpu, run, values = device_for_cuda(), self.run, self.run.values()
        times = launch_on_gpu(gpu, run.project.upstream, run.case, run.point, values, self.timeout)
        return self._left(values, Provenance.of_gpu(gpu, self._source), times)

    def recorded(self) -> Reference[ExpectedArrays]:
        """Return its recording."""
        run = self.run
        arrays, provenance, times = recording.load(
            run.project.recordings,
            run.case,
            run_key(run.point, run.seed),
            inputs.digest(run.values()),
            self._source,
            stale_ok=self.stale_ok,
        )
        found = ExpectedArrays(arrays, provenance, times)
        return Reference(found, str(provenance), device=provenance.device)

    def on_cpu(self) -> Reference[ExpectedArrays]:
        """Run it on the cpu executor."""
        run, values = self.run, self.run.values()
        kernel = load(run.project.upstream, run.case, CUDA)
        launch(kernel, run.case, run.point, values)
        return self._left(values, Provenance.of_executor(self._source))

    @property
    def _source(self) -> str:
        case = self.run.case
        return source_hash(self.run.project.upstream, case.source, flags=case.flags)

    def _left(
        self, values: tuple[Value, ...], provenance: Provenance, times: tuple[float, ...] = ()
    ) -> Reference[ExpectedArrays]:
        """Return what a run has left in its arguments."""
        for value in values:
            if value.overrun(self.run.pattern):
                raise PorterError(
                    f"CUDA's own side writes beside {value.argument.name}",
                    path=self.run.project.upstream / self.run.case.source,
                    hint="correct the shape in porter.toml, or the source",
                )
        arrays = {value.argument.name: value.content for value in values if value.is_array}
        device = provenance.device if provenance.driver else ""  # the executor has no driver
        return Reference(ExpectedArrays(arrays, provenance, times), str(provenance), device=device)


def record(project: ProjectSettings, case: KernelCase, timeout: float) -> Sequence[Path]:
    """Run a kernel at all its parameters and seeds and keep the arrays; return the files.

    Raises:
        PorterError: there is no GPU, or the kernel does not compile or fails.
    """
    runs: dict[str, tuple[str, Arrays]] = {}
    times: dict[str, tuple[float, ...]] = {}
    provenance: Provenance | None = None
    for point in case.points():
        for index, seed in enumerate(case.seeds):
            run = KernelRun.numbered(project, case, point, index)
            expected = KernelReferenceSource(run, timeout).on_gpu().result
            provenance = expected.provenance
            outputs = {a.name: expected.arrays[a.name]
                       for a in case.arguments if a.role in ("out", "inout")}  # fmt: skip
            runs[run_key(point, seed)] = (inputs.digest(run.values()), outputs)
            times[run_key(point, seed)] = expected.milliseconds
    if provenance is None:
        raise PorterError(f"{case.name} has no seeds: nothing to record", path=case.path)
    return [recording.store(project.recordings, case, runs, provenance, times)]
