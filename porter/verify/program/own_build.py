"""Builds a tree by its own build system, in a copy, once a process for each side and place."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.execute import amd, nvidia
from porter.execute.cpu import nudged_functions, rocm_random
from porter.execute.cpu.native_build import say
from porter.execute.nvidia.old_architectures import in_front_of
from porter.files.real_path import real_path
from porter.files.regular import open_regular
from porter.own_build.device_switch import device_switch, leaves_out_device_code
from porter.own_build.installation import LIKE_CMAKE_3, Against, rocm
from porter.own_build.systems import Order, System, Target, commands, own_hip_settings
from porter.processes.cores import cores
from porter.processes.group import run_in_group
from porter.verify.building import building
from porter.verify.place import CUDA_ON_CPU, Device
from porter.verify.program.absent_compilers import stand_in_for_absent_compilers
from porter.verify.program.absent_folders import make_absent_folders
from porter.verify.program.cuda_folder import build_libraries_of, cuda_folder, point_to
from porter.verify.program.make_goals import program_goals
from porter.verify.program.not_copied import not_copied
from porter.verify.program.result import TookTooLong

#: Where CMake builds, in the copy.
BUILD_FOLDER = "porter-build"
_ERROR = re.compile(
    r"\berror\b|undefined (?:reference|symbol)|No rule to make|nvcc fatal|No such file",
    re.IGNORECASE,
)
_ELF = b"\x7fELF"


@dataclass(frozen=True)
class BuiltTree:
    """A copy of a tree in which a build has run.

    Attributes:
        root: the copy.
        programs: executables that the build made, relative to it.
        problem: the build's first error; empty when it ended well.
        variables: the environment that it was built in.
    """

    root: Path
    programs: tuple[str, ...]
    problem: str
    variables: Mapping[str, str]


_BUILT: dict[tuple[object, ...], BuiltTree] = {}
_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []  # end with the process


def built_tree(
    tree: Path,
    folder: str,
    system: System | None,
    device: Device,
    timeout: float,
    settings: tuple[str, ...] = (),
) -> BuiltTree:
    """Return a copy of a tree, built.

    Args:
        tree: CUDA's side or the port.
        folder: the folder whose build file is used, relative to it.
        system: what reads that file; None builds nothing.
        device: what is built for.
        timeout: seconds that the build may take.
        settings: `NAME=VALUE`, for make's command line or CMake's cache.

    Raises:
        PorterError: there is no such folder, or the build system is not installed.
    """
    if not tree.is_dir():
        raise PorterError("there is no such folder", path=tree, hint="run `porter sync` first")
    state = hash(frozenset(file_states(tree).items()))  # the files may change meanwhile
    asked = nudged_functions.wanted(), rocm_random.is_wanted()
    key = real_path(tree), state, folder, system, str(device), settings, asked
    if key not in _BUILT:
        place = tempfile.TemporaryDirectory(prefix="porter-")
        _FOLDERS.append(place)
        root = real_path(Path(place.name)) / real_path(tree).name
        shutil.copytree(tree, root, ignore=not_copied, symlinks=True)
        with building():
            wanted = _Wanted(root, folder, system, settings)
            _BUILT[key] = _built(wanted, Path(place.name), device, timeout)
    return _BUILT[key]


class _Wanted(NamedTuple):
    """What is built in a copy of a tree."""

    root: Path
    folder: str
    system: System | None
    settings: tuple[str, ...]

    @property
    def target(self) -> Target | None:
        return Target(self.root / self.folder, self.system) if self.system else None

    def told(self, settings: Iterable[str]) -> _Wanted:
        return self._replace(settings=(*self.settings, *settings))


def _built(wanted: _Wanted, place: Path, device: Device, timeout: float) -> BuiltTree:
    root, folder = wanted.root, wanted.folder
    variables, steps = _environment(wanted, place, device)
    before = set(_executables(root))
    problem = _run(steps, root, folder, variables, timeout)
    made_none = before.issuperset(_executables(root))
    if told := _told_once_more(wanted, device, failed=bool(problem), made_none=made_none):
        _, steps = _environment(wanted.told(told), place, device)
        problem = _run(steps, root, folder, variables, timeout)
    is_make = wanted.system is System.MAKE
    if is_make and not problem and before.issuperset(_executables(root)):
        kept = {path for path in before if path.is_relative_to(root / folder)}
        for path in kept:  # upstream keeps it in its tree, built for NVIDIA: it seems up to date
            path.unlink()
        before -= kept
        goals = () if kept else program_goals(root / folder, variables)
        if kept or goals:
            problem = _run([[*steps[0], *goals]], root, folder, variables, timeout)
    made = (path for path in _executables(root) if path not in before)
    programs = tuple(sorted(path.relative_to(root).as_posix() for path in made))
    return BuiltTree(root, programs, problem, variables)


def _told_once_more(
    wanted: _Wanted, device: Device, *, failed: bool, made_none: bool
) -> tuple[str, ...]:
    """Return the settings of a second build, none where the first did what is wanted; say them.

    A port's first build may fail, since what is to be built is a HIP side that the project has of
    its own; a build that ends well may leave the device code out.
    """
    target = wanted.target
    if target is None or (failed and not made_none):
        return ()
    is_cuda = device == CUDA_ON_CPU or isinstance(device, nvidia.Device)
    own = () if is_cuda else own_hip_settings(target)
    if failed:
        if own:
            say(f"the port builds its own HIP side: {' '.join(own)}")
        return own
    if target.system is System.MAKE:  # what turns its GPU side on is looked for beforehand
        return ()
    if not leaves_out_device_code(target, wanted.root / BUILD_FOLDER):
        return ()
    switch = own or device_switch(target)
    if switch:
        where = wanted.folder or "the build"
        say(f"{where} compiles nothing for a GPU; once more: {' '.join(switch)}")
    return switch


def _run(
    steps: list[list[str]], root: Path, folder: str, variables: Mapping[str, str], timeout: float
) -> str:
    """Run the commands of a build; return its first error, "" when it ended well."""
    for step in steps:
        if shutil.which(step[0], path=variables["PATH"]) is None:
            raise PorterError(f"{step[0]} cannot be run", hint=f"install {step[0]}")
        compilers = root.parent / "compilers"
        inner = {**variables, "PATH": f"{variables['PATH']}{os.pathsep}{compilers}"}
        while True:
            ended = run_in_group(step, timeout=timeout, cwd=root / folder, env=inner)
            if ended.timed_out:
                raise TookTooLong(f"{step[0]} in {folder} took longer than {timeout:.0f} s")
            said = f"{ended.stdout}\n{ended.stderr}" if ended.returncode else ""
            made = make_absent_folders(said, root / folder, root)
            stand_ins = stand_in_for_absent_compilers(said, compilers, variables["PATH"])
            if made:
                say(f"made for the build, for Git keeps no empty folders: {', '.join(made)}")
            for what in stand_ins:
                say(what)
            if not made and not stand_ins:
                break
        if ended.returncode:
            output = [*ended.stderr.splitlines(), *ended.stdout.splitlines()]
            first = next((line for line in output if _ERROR.search(line)), "")
            first = first or (output[-1] if output else f"exit status {ended.returncode}")
            return f"{step[0]} in {folder}: {first.strip()}"
    return ""


def _environment(
    wanted: _Wanted, place: Path, device: Device
) -> tuple[dict[str, str], list[list[str]]]:
    """Return the variables of a build and its commands."""
    root, target = wanted.root, wanted.target
    out = root / BUILD_FOLDER
    if device == CUDA_ON_CPU or isinstance(device, nvidia.Device):
        steps = _cuda_commands(target, out, wanted.settings)
        if isinstance(device, nvidia.Device):
            words = (os.environ.get("NVCC_APPEND_FLAGS"), *device.link_flags)
            flags = " ".join(filter(None, words))
            shim = in_front_of(device.compiler, device.arch, place / "nvcc")
            front = shim.parent.parent
            if (front / "include").is_dir():  # else a distribution's, which has no folder
                point_to(front, root)
            path = os.pathsep.join((str(shim.parent), os.environ.get("PATH", os.defpath)))
            return {**LIKE_CMAKE_3, **os.environ, "PATH": path, "NVCC_APPEND_FLAGS": flags}, steps
        steps = _cuda_commands(target, out, (*wanted.settings, *_on_executor(target)))
        toolkit = cuda_folder(place / "cuda")
        point_to(toolkit.root, root)
        build_libraries_of(root)
        return {**LIKE_CMAKE_3, **os.environ, **toolkit.variables}, steps
    if isinstance(device, amd.Device):
        installation = rocm(Against.ROCM, device.name)
    else:
        installation = rocm(Against.CPU, device.arch)
    order = Order(wanted.settings)
    steps = commands(target, installation, out, cores(), order) if target else []
    return installation.environment(os.environ), steps


def _cuda_commands(target: Target | None, out: Path, settings: tuple[str, ...]) -> list[list[str]]:
    if target is None:
        return []
    if target.system is System.MAKE:
        return [["make", "-k", f"-j{cores()}", *settings]]
    configure = ["cmake", "-S", str(target.folder), "-B", str(out), "-G", "Unix Makefiles"]
    configure += ["-DCMAKE_CUDA_ARCHITECTURES=80", *(f"-D{one}" for one in settings)]
    return [configure, ["cmake", "--build", str(out), f"-j{cores()}", "--", "-k"]]


def _on_executor(target: Target | None) -> tuple[str, ...]:
    """Return what CMake is told on the executor, whose runtime is no archive of objects.

    FindCUDA would have the linker take archives alone (`-Wl,-Bstatic -lcudart_static`).
    """
    is_cmake = target is not None and target.system is System.CMAKE
    return ("CUDA_USE_STATIC_CUDA_RUNTIME=OFF",) if is_cmake else ()


def file_states(root: Path) -> dict[str, tuple[int, int]]:
    """Return the time and size of each file in a tree."""
    found = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder) / name
            if path.is_file() and not path.is_symlink():
                state = path.stat()
                found[path.relative_to(root).as_posix()] = (state.st_mtime_ns, state.st_size)
    return found


def _executables(root: Path) -> list[Path]:
    """Return the programs in a tree: not libraries, and not what CMake tries compilers with."""
    found = []
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in ("CMakeFiles", ".git"))
        for name in sorted(files):
            path = Path(folder) / name
            is_program = ".so" not in name and os.access(path, os.X_OK) and not path.is_symlink()
            if is_program and _starts_with(path, _ELF):
                found.append(path)
    return found


def _starts_with(path: Path, magic: bytes) -> bool:
    try:
        with open_regular(path) as file:
            return file.read(len(magic)) == magic
    except OSError:
        return False
