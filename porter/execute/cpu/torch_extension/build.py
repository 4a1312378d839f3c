"""Builds the PyTorch extensions of a port as Python modules that run their kernels on the host."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from porter.compile.extensions import torch_extensions
from porter.compile.read.unit import Language, Unit
from porter.compile.standards import raised, said_of
from porter.errors import PorterError
from porter.execute.cpu.command_line import RELOCATABLE
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.linking import NotOffered
from porter.execute.cpu.native_build import say
from porter.execute.cpu.told_flags import OF_PYTORCH, macros_told
from porter.execute.cpu.torch_extension.absent_functions import source_of
from porter.execute.cpu.torch_extension.built_for_cuda import (
    NAMES,
    is_built_for_cuda,
    stand_in_source,
)
from porter.execute.older_pytorch import flags_for
from porter.files.expiry import touch
from porter.toolchain.as_nvcc import NARROWING
from porter.toolchain.home import porter_home
from porter.toolchain.torch_headers import TorchHeaders, cuda_torch_headers, torch_headers

_SOURCES = Path(__file__).parent / "native"
#: The first PyTorch whose headers for ROCm keep CUDA's names in C++.
_OLDEST = (2, 11)
_NAME_OF_EXTENSION = "-DTORCH_EXTENSION_NAME="
#: What the interpreter that loads a module has.
_OF_PYTHON = re.compile(r"_?Py\w*")
Progress = Callable[[int, int], None]
#: Is told of an extension that could not be built.
OnFailure = Callable[[str, PorterError], None]


@dataclass(frozen=True)
class Extension:
    """A built extension.

    Args:
        name: the name under which Python imports it, such as "causal_conv1d._C".
        path: the module.
        torch_library: the library that stands in for PyTorch's for GPUs; to be loaded before
            PyTorch is.
        arch: the architecture whose device code it runs.
    """

    name: str
    path: Path
    torch_library: Path
    arch: str


def build_extensions(
    folder: Path,
    arch: str,
    *,
    exclude: Sequence[str] = (),
    built_by: str = "",
    on_progress: Progress = lambda done, total: None,
    on_failure: OnFailure | None = None,
) -> list[Extension]:
    """Build the extensions that a tree's Python names. Objects and modules are cached.

    Args:
        folder: a port; CUDA's own tree for sm_80.
        arch: the architecture to follow.
        exclude: patterns of paths to leave out.
        built_by: of several scripts that name one alike, the one that counts.
        on_progress: called with how many of how many objects are there.
        on_failure: is told of an extension that cannot be built, and the others are; None refuses
            them all.

    Returns:
        One for each extension that was built, in the order of their sources.

    Raises:
        PorterError: there is none, no toolchain or no PyTorch, or a source does not compile.
    """
    extensions = torch_extensions(folder, exclude, arch, built_by)
    compiler = Compiler.default(arch)
    torch = cuda_torch_headers() if compiler.architecture.is_cuda else torch_headers()
    _check(torch)
    older = flags_for(folder) if compiler.architecture.is_cuda else []
    stds = (unit.std for units in extensions.values() for unit in units)
    if said := said_of(stds, torch.std):
        say(f"{folder.name} for {arch}: {said}")
    builder = _Builder(folder, compiler, torch, tuple(older))
    jobs = [(name, job) for name, units in extensions.items()
            for unit in units for job in builder.jobs(unit)]  # fmt: skip
    jobs += builder.library_jobs()
    on_progress(0, len(jobs))
    failed: dict[str, PorterError] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pending = [pool.submit(compile_) for _, compile_ in jobs]
        objects: dict[str, list[Path]] = {}
        for done, ((name, _), future) in enumerate(zip(jobs, pending, strict=True), 1):
            try:
                if name not in failed:
                    objects.setdefault(name, []).append(future.result())
            except PorterError as error:
                if on_failure is None or name == _LIBRARY:
                    pool.shutdown(cancel_futures=True)
                    raise
                failed[name] = error
                for (other, _), waiting in zip(jobs, pending, strict=True):
                    if other == name:
                        waiting.cancel()
            on_progress(done, len(jobs))
    library = builder.torch_library(objects.pop(_LIBRARY))
    built = []
    for name, made in objects.items():
        try:
            if name in failed:
                continue
            file, flags = f"{name.rpartition('.')[2]}.so", _openmp(extensions[name])
            path = builder.linked(file, made, [library], flags)
            built.append(Extension(name, path, library, arch))
        except PorterError as error:
            if on_failure is None:
                raise
            failed[name] = error
    return _those_built(built, failed, on_failure)


def _those_built(
    built: list[Extension], failed: dict[str, PorterError], on_failure: OnFailure | None
) -> list[Extension]:
    """Return what was built, and tell of what was not.

    Raises:
        PorterError: the first reason, where nothing was built.
    """
    for name, error in failed.items():
        if not built or on_failure is None:
            raise error
        on_failure(name, error)
    return built


def _openmp(units: Sequence[Unit]) -> list[str]:
    """Return the flag by which OpenMP's runtime is linked, where a unit is compiled with it."""
    is_used = any(flag.startswith("-fopenmp") for unit in units for flag in unit.flags)
    return ["-fopenmp"] if is_used else []


def torch_library(arch: str) -> Path:
    """Return the library that stands in for PyTorch's for GPUs; built when it is not there.

    Args:
        arch: the architecture that its users follow.

    Raises:
        PorterError: no toolchain or no PyTorch, or it does not compile.
    """
    compiler = Compiler.default(arch)
    torch = cuda_torch_headers() if compiler.architecture.is_cuda else torch_headers()
    _check(torch)
    builder = _Builder(Path(), compiler, torch)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda job: job[1](), builder.library_jobs()))
    return builder.torch_library(objects)


def _check(torch: TorchHeaders) -> None:
    """Refuse a PyTorch whose interface is another, or whose own library would take the tensors."""
    numbers = tuple(int(text) for text in re.findall(r"\d+", torch.version)[:2])
    if numbers < _OLDEST:
        raise PorterError(
            f"the cpu executor's device is for PyTorch {'.'.join(map(str, _OLDEST))} and newer; "
            f"this one is {torch.version}",
            hint="run porter in a virtual environment with a newer PyTorch",
        )
    if any((path.parent / "libtorch_hip.so").is_file() for path in torch.libraries[:1]):
        raise PorterError(
            f"this PyTorch {torch.version} is built for ROCm",
            hint="the cpu executor runs extensions in an environment with a PyTorch for CPUs",
        )


#: Stands where the name of an extension does.
_LIBRARY = ""


@dataclass(frozen=True)
class _Builder:
    folder: Path
    compiler: Compiler
    torch: TorchHeaders
    older: tuple[str, ...] = ()

    def jobs(self, unit: Unit) -> list[Callable[[], Path]]:
        """Return what makes the objects of a unit."""
        own = [f"-I{path}" for path in unit.includes]
        # As a port's own builder has it: PyTorch's headers refuse older standards.
        own += [f"-std={raised(unit.std, self.torch.std)}"] if unit.std else []
        own += unit.given
        is_named = any(one.startswith(_NAME_OF_EXTENSION) for one in unit.given)
        if unit.torch_extension and not is_named:
            own.append(f"{_NAME_OF_EXTENSION}{unit.torch_extension}")
        own += self.older
        if unit.language is Language.CXX:
            own.append(NARROWING)  # PyTorch's builder leaves it to g++, on both sides
        if self.compiler.architecture.is_cuda:
            own += macros_told([*OF_PYTORCH, *unit.left_out])
        compiler = self._compiler(own)
        source = self.folder / unit.source
        if unit.language is not Language.HIP:
            is_c = unit.language is Language.C
            return [partial(compiler.cpp_object, source, is_c=is_c)]
        return [partial(compiler.device_object, source), partial(compiler.host_object, source)]

    def library_jobs(self) -> list[tuple[str, Callable[[], Path]]]:
        compiler = self._compiler(["-O1"])
        sources = sorted(_SOURCES.glob("*.cpp"))
        return [(_LIBRARY, partial(compiler.cpp_object, source)) for source in sources]

    def torch_library(self, objects: Sequence[Path]) -> Path:
        """Link what stands in for PyTorch's library for GPUs, and for those that it has."""
        library = self.linked("libporter-torch.so", objects, [])
        own = self.torch.libraries[0].parent
        if is_built_for_cuda(own) and not all((library.parent / name).is_file() for name in NAMES):
            with tempfile.TemporaryDirectory(dir=library.parent) as scratch:
                source = Path(scratch) / "stand_in.cpp"
                text = stand_in_source(own, library, self.compiler.toolchain)
                source.write_text(text, encoding="ascii")
                made = self.compiler.cpp_object(source)
                for name in NAMES:
                    flags = ["-shared", f"-Wl,-soname,{name}"]
                    parts = [made] if name == NAMES[0] else []
                    self.compiler.linker.link(parts, Path(scratch) / name, flags)
                    (Path(scratch) / name).replace(library.parent / name)
        return library

    def linked(
        self,
        name: str,
        objects: Sequence[Path],
        libraries: Sequence[Path],
        flags: Sequence[str] = (),
    ) -> Path:
        """Link a module once for each set of objects; their names are digests of their content."""
        native = self.compiler.native.root
        words = [str(native), name, *(path.name for path in objects), *map(str, libraries), *flags]
        digest = hashlib.sha256("\0".join(words).encode()).hexdigest()[:20]
        path = porter_home() / "cpu-executor" / "extensions" / digest / name
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
                made = Path(scratch) / name
                self._link(objects, made, [*self._link_flags(libraries), *flags])
                made.replace(path)
        touch(path.parent)
        return path

    def _link(self, objects: Sequence[Path], made: Path, flags: Sequence[str]) -> None:
        """Link a module; functions that neither it nor the executor has raise when called."""
        # Device code that units share is linked as CMake's CUDA_SEPARABLE_COMPILATION has it.
        linker = replace(self.compiler, flags=(RELOCATABLE,))
        try:
            linker.link(objects, made, flags, _OF_PYTHON, finds_libraries=True)
            return
        except NotOffered as error:
            lacking, text = error, None
        try:
            linker.link(objects, made, [*flags, "-Wl,--no-demangle"], _OF_PYTHON,
                        finds_libraries=True)  # fmt: skip
        except NotOffered as error:
            text = source_of(error.names, is_cuda=self.compiler.architecture.is_cuda)
        if text is None:
            raise lacking
        source = made.with_name("absent_functions.cpp")
        source.write_text(text, encoding="utf-8")
        stubs = self.compiler.cpp_object(source)
        linker.link([*objects, stubs], made, flags, _OF_PYTHON, finds_libraries=True)

    def _link_flags(self, libraries: Sequence[Path]) -> list[str]:
        words = ["-shared", "-Wl,--allow-shlib-undefined", *map(str, libraries)]
        words += [f"-Wl,-rpath,{path.parent}" for path in (*libraries, *self.torch.libraries[:1])]
        return [*words, *map(str, self.torch.libraries)]

    def _compiler(self, own: Sequence[str]) -> Compiler:
        torch = self.torch
        # PyTorch's come first, as in its own builds: an extension may take one back with -U.
        flags = [f"-std={torch.std}", *(f"-D{name}" for name in torch.defines), *own]
        flags += [word for path in torch.include_dirs for word in ("-I", str(path))]
        return replace(self.compiler, flags=tuple(flags))
