"""The sides of a project's extension cases: what runs them, built when first asked for."""

from __future__ import annotations

import atexit
import sys
from dataclasses import dataclass, field
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.project.settings import ProjectSettings
from porter.verify.extension.process import Process, Result, Setup
from porter.verify.sides import NVIDIA

#: The name of PyTorch's own side.
TORCH = "torch"
#: The name of CUDA's side, live on a GPU.
CUDA = "gpu"
#: References that extension cases can be compared with.
OFFERED = (TORCH, CUDA)


@dataclass
class Sides:
    """The processes of one project's sides, shared by all of its cases.

    Args:
        project: whose cases they run.
    """

    project: ProjectSettings
    _processes: dict[str, Process | PorterError] = field(default_factory=dict)
    _references: dict[tuple[str, str, int, int], Result] = field(default_factory=dict)

    def points(self, timeout: float) -> dict[str, list[str]]:
        """Return the cases with their points as text.

        Raises:
            PorterError: the file of cases is wrong.
        """
        return self._torch().cases(timeout)

    def reference(self, ref: str, case: str, point: int, seed: int, timeout: float) -> Result:
        """Return what the reference gives; it is run once, for all architectures.

        Args:
            ref: one of `OFFERED`.
            case: name of the case.
            point: place among its points.
            seed: of its inputs.
            timeout: seconds after which the run is given up.

        Raises:
            PorterError: there is no such reference for extensions, or the case fails.
        """
        if ref not in OFFERED and (ref or nvidia.device() is None):
            raise PorterError(
                "cases of extensions are compared with CUDA's side on an NVIDIA GPU only",
                hint="compare with --ref torch",
            )
        key = (ref, case, point, seed)
        if key not in self._references:
            process = self._torch() if ref == TORCH else self._cuda()
            self._references[key] = process.run(case, point, seed, timeout)
        return self._references[key]

    def port(self, arch: str) -> Process:
        """Return the port's process on the cpu executor; the first call builds the extensions.

        Raises:
            PorterError: they cannot be built.
        """
        known = self._processes.get(arch)
        if known is None:
            try:
                known = self._built(arch)
            except PorterError as error:  # a build that failed once is not tried for each case
                known = error
            self._processes[arch] = known
        if isinstance(known, PorterError):
            raise known
        return known

    def _built(self, arch: str) -> Process:
        if arch == NVIDIA:
            port = self.project.port
            return self._on_gpu(port, nvidia.required().for_port(port))
        from porter.execute.cpu.torch_extension import build_extensions

        project = self.project
        built = build_extensions(
            project.port, arch, exclude=project.exclude, on_progress=_Progress(project.name, arch)
        )
        return self._started(
            Setup(
                folder=str(project.port.resolve()),
                cases=self._cases,
                device="cuda",
                extensions={extension.name: str(extension.path) for extension in built},
                library=str(built[0].torch_library),
            )
        )

    def _on_gpu(self, folder: Path, gpu: nvidia.Device) -> Process:
        """Return the process of CUDA's side, or of the port, on an NVIDIA GPU."""
        from porter.execute.nvidia.extension import build_extensions

        built = build_extensions(folder, gpu, self.project.exclude)
        extensions = {name: str(path) for name, path in built.items()}
        place = str(folder.resolve())
        return self._started(Setup(place, self._cases, device="cuda", extensions=extensions))

    def _cuda(self) -> Process:
        known = self._processes.get(CUDA)
        if not isinstance(known, Process):
            known = self._on_gpu(self.project.upstream, nvidia.required())
            self._processes[CUDA] = known
        return known

    def _torch(self) -> Process:
        known = self._processes.get(TORCH)
        if not isinstance(known, Process):
            folder = str(self.project.upstream.resolve())
            known = self._started(Setup(folder, self._cases, reference=True))
            self._processes[TORCH] = known
        return known

    @property
    def _cases(self) -> str:
        return str(self.project.cases)

    @staticmethod
    def _started(setup: Setup) -> Process:
        process = Process(setup)
        atexit.register(process.close)
        return process


@dataclass(frozen=True)
class _Progress:
    """Says on a terminal how far a build is: it can take minutes, beside the bar of the cases."""

    project: str
    arch: str

    def __call__(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            text = f"\rporter: building {self.project} for {self.arch}: {done} of {total} objects"
            print(text, end=end, file=sys.stderr, flush=True)
