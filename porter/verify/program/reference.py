"""The CUDA side of a program: a GPU, a recording, or the cpu executor."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from porter.errors import PorterError
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.place import CUDA_ON_CPU, Device, device_for_cuda
from porter.verify.program import recording
from porter.verify.program.found import FoundProgram
from porter.verify.program.found_run import complaint
from porter.verify.program.recording import Recording
from porter.verify.program.result import GaveNothing
from porter.verify.program.run import run_program
from porter.verify.program.tracing import cuda_side, launch_times
from porter.verify.recording.provenance import Provenance
from porter.verify.recording.sources import source_hash
from porter.verify.reference import Reference


@dataclass(frozen=True, slots=True)
class ProgramReferenceSource:
    """The possible sources of what CUDA's side of a program does.

    Attributes:
        project: the project.
        case: the program.
        timeout: seconds that a run may take.
        stale_ok: accept a recording of other sources.
        environment: names and values of variables to set for a run.
    """

    project: ProjectSettings
    case: ProgramCase
    timeout: float
    stale_ok: bool = False
    environment: tuple[tuple[str, str], ...] = ()

    def on_gpu(self) -> Reference[Recording]:
        """Run it on an NVIDIA GPU."""
        gpu = device_for_cuda()
        return self._run(gpu, Provenance.of_gpu(gpu, self._source))

    def recorded(self) -> Reference[Recording]:
        """Return its recording."""
        project = self.project
        found = recording.load(project.recordings, self.case, self._source, stale_ok=self.stale_ok)
        device = found.provenance.device
        return Reference(found, str(found.provenance), device=device)

    def on_cpu(self) -> Reference[Recording]:
        """Run it on the cpu executor."""
        return self._run(CUDA_ON_CPU, Provenance.of_executor(self._source))

    @property
    def _source(self) -> str:
        return source_hash(self.project.upstream, *self.case.compiled)

    def _run(self, device: Device, provenance: Provenance) -> Reference[Recording]:
        folder, given = self.project.upstream, dict(self.environment)
        ran = run_program(folder, self.case, device, timeout=self.timeout, environment=given)
        if isinstance(self.case, FoundProgram) and (reason := complaint(ran, device)):
            error = GaveNothing(reason)
            error.printed = f"{ran.stderr}\n{ran.stdout}"
            raise error
        found = Recording(self.case.name, ran.returncode, ran.stdout, provenance, ran.files)
        name = provenance.device if provenance.driver else ""  # the executor has no driver
        return Reference(found, str(provenance), device=name)


def record(
    project: ProjectSettings, case: ProgramCase, timeout: float, *, is_timed: bool = True
) -> Sequence[Path]:
    """Run a program on an NVIDIA GPU and keep what it did; return the files.

    Of a found one that prints and writes nothing its launches are kept, too, which are compared
    then.

    Args:
        project: the project.
        case: the program.
        timeout: seconds that a run may take.
        is_timed: its launches are timed, too, in further runs.

    Raises:
        PorterError: there is no GPU, or the program does not compile, run or end well.
    """
    made = ProgramReferenceSource(project, case, timeout).on_gpu().result
    if made.returncode:
        raise PorterError(f"exit status {made.returncode}, not kept")
    if is_timed:
        with suppress(PorterError):  # what it did is worth keeping without its times
            times = launch_times(project.upstream, case, device_for_cuda(), timeout)
            made = replace(made, milliseconds=times)
    files = [recording.store(project.recordings, case, made)]
    if isinstance(case, FoundProgram) and not made.stdout.strip() and not made.files:
        with suppress(PorterError):
            files += cuda_side(project, case, timeout).record()
    return files
