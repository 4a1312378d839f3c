"""The sides of a project's extension cases, built on first use."""

from __future__ import annotations

import atexit
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.nvidia.interposer import interposer_for
from porter.execute.preloading import preloaded
from porter.files.real_path import real_path
from porter.project.settings.settings import ProjectSettings
from porter.verify.building import building
from porter.verify.comparison.poison import PATTERNS
from porter.verify.extension.absent_modules import absent_modules, say_absent
from porter.verify.extension.build_progress import Progress
from porter.verify.extension.c_library_build import WantedLibrary, built_library, wanted_library
from porter.verify.extension.declared import declared
from porter.verify.extension.process import Process, Setup
from porter.verify.extension.result import Result
from porter.verify.failure import summary
from porter.verify.place import (
    CUDA_ON_CPU,
    Amd,
    Cpu,
    Device,
    Nvidia,
    Place,
    Torch,
    device_for_cuda,
    device_for_port,
)


@dataclass(frozen=True, slots=True)
class Side:
    """A tree at a place.

    Attributes:
        place: where its cases run.
        is_port: the tree is the port, and not CUDA's.
    """

    place: Place | Torch
    is_port: bool = False


#: The references that cases of extensions can be compared with, besides recordings.
TORCH, CUDA_GPU, CUDA_CPU = Side(Torch()), Side(Nvidia()), Side(CUDA_ON_CPU)
#: Runs of a case that are timed on a GPU.
TIMED = 5


@dataclass(eq=False)
class Sides:
    """The processes of one project's sides, shared by all of its cases.

    Args:
        project: whose cases they run.
        failures: case and place -> how many points failed on both sides, one after the other.
        beside: the same project's with other cases, whose processes end when these run.
    """

    project: ProjectSettings
    failures: Counter[tuple[str, str]] = field(default_factory=Counter)
    beside: list[Sides] = field(default_factory=list)
    _processes: dict[tuple[Side, bool], Process | PorterError] = field(default_factory=dict)
    _references: dict[tuple[Side, str, int, int], Result] = field(default_factory=dict)

    def points(self, timeout: float) -> dict[str, list[str]]:
        """Return the cases with their points as text.

        Raises:
            PorterError: the file of cases is wrong.
        """
        return self.process(TORCH).cases(timeout)

    def run(
        self,
        side: Side,
        case: str,
        point: int,
        seed: int,
        timeout: float,
        variables: Mapping[str, str] | None = None,
        *,
        is_traced: bool = False,
    ) -> Result:
        """Run a case; a reference is run once, for all architectures.

        Args:
            side: which one.
            case: name of the case.
            point: place among its points.
            seed: of its inputs; the first one's runs are timed on a GPU.
            timeout: seconds after which the run is given up.
            variables: of the environment, for this run alone.
            is_traced: as for `process`.

        Raises:
            PorterError: the side cannot be built, or the case fails.
        """
        key = (side, case, point, seed)
        if key in self._references and variables is None:
            return self._references[key]
        process = self.process(side, is_traced=is_traced)
        is_timed = isinstance(side.place, (Nvidia, Amd)) and seed == 0 and variables is None
        timed = TIMED if is_timed else 0
        found = process.run(case, point, seed, timeout, timed=timed, variables=variables)
        if not side.is_port and variables is None:
            self._references[key] = found
        return found

    def process(self, side: Side, *, is_traced: bool = False) -> Process:
        """Return the process of a side; the first call builds the extensions.

        Args:
            side: which one.
            is_traced: its launches can be written down; on a GPU that takes another process.

        Raises:
            PorterError: they cannot be built.
        """
        for other in self.beside:
            other.rest()
        is_interposed = is_traced and isinstance(side.place, Nvidia)
        key = (side, is_interposed)
        known = self._processes.get(key)
        if known is None:
            try:
                with building():
                    setup = self._setup(side)
                    if is_interposed:
                        setup = _interposed(setup, device_for_cuda())
                known = Process(setup)
                atexit.register(known.close)
            except PorterError as error:  # a build that failed once is not tried for each case
                known = error
            self._processes[key] = known
        if isinstance(known, PorterError):
            raise known.with_traceback(None)  # or each case would add to its traceback
        return known

    def rest(self) -> None:
        """End the processes; they begin anew when they are asked."""
        for known in self._processes.values():
            if isinstance(known, Process):
                known.close()

    def _setup(self, side: Side) -> Setup:
        """Build what a side needs; return what its process is made of."""
        project = self.project
        folder = project.port if side.is_port else project.upstream
        match side.place:
            case Torch():
                return Setup(_modules(folder), str(project.cases), reference=True)
            case Cpu(arch):
                return self._executed(folder, arch)
            case Nvidia() if not side.is_port:
                return self._on_gpu(folder, device_for_cuda())
            case place:
                device = device_for_port(place, folder)
        if not isinstance(device, nvidia.Device):
            raise PorterError("extensions are not built for AMD GPUs yet", hint="take hip:cpu")
        return self._on_gpu(folder, device)

    def _executed(self, folder: Path, arch: str) -> Setup:
        from porter.execute.cpu.torch_extension import build_extensions
        from porter.execute.cpu.torch_extension.versions import versions

        project = self.project
        if (library := wanted_library(project.cases)) is not None:
            return self._of_library(library, folder, Cpu(arch))
        if self._names_no_extension(folder, arch):
            return self._at_first_use(folder, arch)
        absent = self._absent_modules(folder, arch)
        failed: dict[str, str] = {}
        built = build_extensions(
            folder, arch, exclude=project.exclude, built_by=self._built_by,
            on_progress=Progress(project.name, arch), on_failure=partial(_note, failed),
        )  # fmt: skip
        return Setup(
            folder=_modules(folder),
            cases=str(project.cases),
            device="cuda",
            extensions={extension.name: str(extension.path) for extension in built},
            library=str(built[0].torch_library),
            environment={"PORTER_CPU_ARCH": arch, **versions(arch)},
            failed=failed,
            absent=absent,
        )

    @property
    def _built_by(self) -> str:
        """The script that builds the module under test, where others build one of that name."""
        assert self.project.cases is not None  # or there is no check of it
        return str(declared(self.project.cases).get("BUILT_BY", ""))

    def _names_no_extension(self, folder: Path, arch: str) -> bool:
        """Tell whether a tree installs a package and builds nothing for it."""
        from porter.compile.extensions import torch_extensions
        from porter.compile.read.setup_py import extension_names

        if not (folder / "setup.py").is_file():
            return False
        try:
            return not torch_extensions(folder, self.project.exclude, arch, self._built_by)
        except PorterError:
            return next(extension_names(folder, "setup.py", arch), None) is None

    def _at_first_use(self, folder: Path, arch: str) -> Setup:
        """Return the side of a package that compiles its kernels itself when they are called."""
        from porter.own_build.torch_command import environment

        variables = environment(folder, arch, os.environ)
        library = variables.pop("PORTER_TORCH_DEVICE")  # the process of the cases loads it
        return Setup(_modules(folder), str(self.project.cases), "cuda", library=library,
                     environment=variables)  # fmt: skip

    def _on_gpu(self, folder: Path, gpu: nvidia.Device) -> Setup:
        from porter.execute.nvidia.extension import build_extensions

        if (library := wanted_library(self.project.cases)) is not None:
            return self._of_library(library, folder, gpu)
        absent = self._absent_modules(folder, gpu.arch)
        failed: dict[str, str] = {}
        progress = Progress(self.project.name, gpu.arch, "extensions")
        tell = partial(_note, failed)
        exclude = self.project.exclude
        built = build_extensions(folder, gpu, exclude, progress, tell, self._built_by)
        extensions = {name: str(path) for name, path in built.items()}
        cases = str(self.project.cases)
        return Setup(_modules(folder), cases, "cuda", extensions, failed=failed, absent=absent)

    def _absent_modules(self, folder: Path, arch: str) -> tuple[str, ...]:
        """Return what a tree imports that Python has not, and say so before it is built.

        Raises:
            PorterError: it cannot be imported without.
        """
        from porter.compile.extensions import torch_extensions

        project = self.project
        try:
            names = torch_extensions(folder, project.exclude, arch, self._built_by)
        except PorterError:  # it names no extension, which the build says
            return ()
        assert project.cases is not None  # or there is no check of it
        module = str(declared(project.cases).get("MODULE", ""))
        absent = absent_modules(module, project.cases, Path(_modules(folder)), names)
        say_absent(absent)
        return tuple(absent)

    def _of_library(self, library: WantedLibrary, folder: Path, device: Device) -> Setup:
        """Build a library with a C interface by its own build."""
        from porter.execute.cpu.torch_extension.build import torch_library

        path, variables = built_library(library, folder, device)
        return Setup(
            folder=_modules(folder),
            cases=str(self.project.cases),
            device="cuda",
            extensions={library.name: str(path)},
            library=str(torch_library(device.arch)) if isinstance(device, Cpu) else "",
            environment=variables,
        )


def _note(failed: dict[str, str], name: str, error: PorterError) -> None:
    """Note why an extension could not be built: what needs it says so, the others run."""
    failed[name] = " ".join(summary(f"{name} was not built", error).split())


def _modules(folder: Path) -> str:
    """Return where Python looks for the modules of a tree."""
    from porter.compile.read.setup_py import python_folder

    return str(python_folder(real_path(folder)))


def _interposed(setup: Setup, gpu: nvidia.Device) -> Setup:
    """Return the same side with what writes down launches of its extensions loaded into it."""
    objects = ":".join(Path(path).name for path in setup.extensions.values())
    environment = {
        **preloaded(interposer_for(gpu)),
        "PORTER_TRACE_OBJECTS": objects,
        # As on the executor: each tensor has memory of its own, and that is filled with NaN.
        "PYTORCH_NO_CUDA_MEMORY_CACHING": "1",
        "PORTER_TRACE_FILL": str(PATTERNS[0]),
    }
    return replace(setup, environment=environment)
