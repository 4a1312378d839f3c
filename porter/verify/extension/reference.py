"""The reference of an extension's case: CUDA's side live, recorded or executed, or PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.cpu.architecture import CUDA
from porter.listing import number_of
from porter.project.settings.settings import ProjectSettings
from porter.verify.extension import recording
from porter.verify.extension.point import SEEDS, CasePoint, extension_hash
from porter.verify.extension.recording import RecordingBuilder, run_key
from porter.verify.extension.result import Result
from porter.verify.extension.sides import CUDA_CPU, CUDA_GPU, TORCH
from porter.verify.failure import RunFailed
from porter.verify.options import Options, Ref
from porter.verify.place import device_for_cuda
from porter.verify.recording.provenance import Provenance
from porter.verify.reference import Reference, resolve

#: What is said where CUDA's side fails, too; the reason comes behind it.
FAILS_TOO = "CUDA's side fails on the same input, too"


@dataclass(frozen=True, slots=True)
class ExtensionReferenceSource:
    """The possible sources of what one run of a case gives on CUDA's side.

    Attributes:
        case: the case at its point.
        seed: of the inputs.
        inputs: hash of what the port was given.
        timeout: seconds that a run may take.
        stale_ok: accept a recording of other sources.
    """

    case: CasePoint
    seed: int
    inputs: str
    timeout: float
    stale_ok: bool = False

    def on_gpu(self) -> Reference[Result]:
        """Run it on an NVIDIA GPU."""
        gpu = device_for_cuda()
        origin = f"{gpu.name}, driver {gpu.driver}, CUDA {gpu.toolkit}, now"
        made = self.case.run(CUDA_GPU, self.seed, self.timeout)
        return Reference(made, origin, device=gpu.name)

    def recorded(self) -> Reference[Result]:
        """Return its recording."""
        project, name = self.case.project, self.case.name
        found, provenance = recording.load(
            recording.path_of(project.recordings, project.name, name),
            name,
            run_key(self.case.point, self.seed),
            self.inputs,
            partial(extension_hash, project),
            stale_ok=self.stale_ok,
        )
        return Reference(found, str(provenance), device=provenance.device)

    def on_cpu(self) -> Reference[Result]:
        """Run it on the cpu executor."""
        found = self.case.run(CUDA_CPU, self.seed, self.timeout)
        return Reference(found, f"CUDA on the cpu executor ({CUDA})")


def reference(case: CasePoint, seed: int, inputs: str, options: Options) -> Reference[Result]:
    """Return what a case is compared with.

    Args:
        case: the case at its point.
        seed: of the inputs.
        inputs: hash of what the port was given.
        options: which reference.

    Raises:
        PorterError: there is none, or it fails.
    """
    if options.ref is Ref.TORCH:
        return Reference(case.run(TORCH, seed, options.timeout), "PyTorch in float64")
    source = ExtensionReferenceSource(case, seed, inputs, options.timeout, options.stale_ok)
    return resolve(source, options.ref)


def record(
    project: ProjectSettings, name: str, points: Sequence[CasePoint], timeout: float
) -> Sequence[Path]:
    """Run CUDA's side of a case on an NVIDIA GPU and keep what it gave; return the files.

    Args:
        project: whose case it is.
        name: of the case.
        points: the case at each of its points.
        timeout: seconds that a run may take.

    Raises:
        PorterError: there is no GPU, the extension does not compile, or the case fails at a point;
            what the others gave is kept.
    """
    gpu, builder, torch = device_for_cuda(), RecordingBuilder(name), ""
    failed: list[str] = []
    for case in points:
        for seed in SEEDS:
            try:
                made = case.run(CUDA_GPU, seed, timeout)
            except RunFailed as error:
                failed.append(f"{case.point}: {error.message.splitlines()[0]}")
                continue
            if made.refused:  # nothing to keep: it is refused on the executor as well
                continue
            torch = made.torch
            builder.add(run_key(case.point, seed), made)
    provenance = Provenance.of_gpu(
        gpu, extension_hash(project, gpu.arch), with_torch=torch, arch=gpu.arch
    )
    path = recording.path_of(project.recordings, project.name, name)
    if failed and not torch:
        raise RunFailed(failed[0])
    stored = builder.store(path, provenance)
    if failed:
        raise RunFailed(
            f"{number_of(len(failed), 'run')} failed, at {failed[0]}; the others are in {stored}"
        )
    return [stored]


def live_failure(case: CasePoint, seed: int, options: Options) -> str:
    """Say whether CUDA's side fails on the input on which the port failed; "" where it is not run.

    Args:
        case: the case at its point.
        seed: of the inputs.
        options: which reference.
    """
    if options.ref in (Ref.TORCH, Ref.RECORDED):
        return ""
    is_on_gpu = options.ref is Ref.GPU or (options.ref is Ref.BEST and nvidia.device() is not None)
    try:
        case.run(CUDA_GPU if is_on_gpu else CUDA_CPU, seed, options.timeout)
    except RunFailed as error:
        return f"{FAILS_TOO}: {error.message.splitlines()[0]}"
    except PorterError as error:  # it is not built
        return f"CUDA's side was not run: {error.message.splitlines()[0]}"
    return "CUDA's side does not fail on the same input"
