"""The sides of a project's extension cases: what runs them, built when first asked for."""

from __future__ import annotations

import atexit
import sys
from dataclasses import dataclass, field
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.cpu.architecture import CUDA
from porter.project.settings import ProjectSettings
from porter.verify.extension.process import Process, Result, Setup
from porter.verify.sides import NVIDIA

#: The references that cases of extensions can be compared with: PyTorch's own, CUDA's side live on
#: a GPU, CUDA's side on the cpu executor.
TORCH, GPU, CPU = "torch", "gpu", "cpu"
_DESCRIBED = {
    TORCH: "PyTorch in float64",
    GPU: "CUDA on this machine's GPU",
    CPU: f"CUDA on the cpu executor ({CUDA})",
}


def chosen(ref: str) -> str:
    """Return the reference that is asked for; the best there is when `ref` is empty.

    Raises:
        PorterError: cases of extensions have no such reference.
    """
    if not ref:
        return GPU if nvidia.device() is not None else CPU
    if ref not in _DESCRIBED:
        raise PorterError(
            "cases of extensions are not recorded yet",
            hint="compare with --ref torch or --ref cuda:cpu",
        )
    return ref


def described(ref: str) -> str:
    """Return a reference as text."""
    return _DESCRIBED[ref]


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
        return self.process(TORCH).cases(timeout)

    def reference(self, ref: str, case: str, point: int, seed: int, timeout: float) -> Result:
        """Return what the reference gives; it is run once, for all architectures.

        Args:
            ref: what `chosen` returned.
            case: name of the case.
            point: place among its points.
            seed: of its inputs.
            timeout: seconds after which the run is given up.

        Raises:
            PorterError: the side cannot be built, or the case fails.
        """
        key = (ref, case, point, seed)
        if key not in self._references:
            self._references[key] = self.process(ref).run(case, point, seed, timeout)
        return self._references[key]

    def process(self, place: str) -> Process:
        """Return the process of a side; the first call builds the extensions.

        Args:
            place: a reference, or where the port runs: an architecture, or `NVIDIA`.

        Raises:
            PorterError: they cannot be built.
        """
        known = self._processes.get(place)
        if known is None:
            try:
                known = Process(self._setup(place))
                atexit.register(known.close)
            except PorterError as error:  # a build that failed once is not tried for each case
                known = error
            self._processes[place] = known
        if isinstance(known, PorterError):
            raise known
        return known

    def _setup(self, place: str) -> Setup:
        upstream, port = self.project.upstream, self.project.port
        if place == TORCH:
            return Setup(str(upstream.resolve()), str(self.project.cases), reference=True)
        if place == GPU:
            return self._on_gpu(upstream, nvidia.required())
        if place == NVIDIA:
            return self._on_gpu(port, nvidia.required().for_port(port))
        if place == CPU:
            return self._executed(upstream, CUDA)
        return self._executed(port, place)

    def _executed(self, folder: Path, arch: str) -> Setup:
        from porter.execute.cpu.torch_extension import build_extensions

        project = self.project
        built = build_extensions(
            folder, arch, exclude=project.exclude, on_progress=_Progress(project.name, arch)
        )
        return Setup(
            folder=str(folder.resolve()),
            cases=str(project.cases),
            device="cuda",
            extensions={extension.name: str(extension.path) for extension in built},
            library=str(built[0].torch_library),
        )

    def _on_gpu(self, folder: Path, gpu: nvidia.Device) -> Setup:
        from porter.execute.nvidia.extension import build_extensions

        built = build_extensions(folder, gpu, self.project.exclude)
        extensions = {name: str(path) for name, path in built.items()}
        cases = str(self.project.cases)
        return Setup(str(folder.resolve()), cases, device="cuda", extensions=extensions)


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
