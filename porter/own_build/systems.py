"""Which build systems a port has, and the commands that run them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from porter.compile.read.linked_objects import lacking_objects
from porter.convert.gates.build_files import HIP_VARIABLES, holds_both
from porter.convert.own_hip_twins import own_hip_twins
from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.fixers.build_files.own_hip_side import own_settings
from porter.own_build.cmake_scripts import drives_cmake
from porter.own_build.installation import Rocm
from porter.own_build.pytorch import builds_with_pytorch, setup_script
from porter.processes.child_python import python
from porter.project.discover import discover, never_walked
from porter.source.build_files.foreign_systems import FOREIGN
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.file import SourceFile
from porter.source.text.languages import Language

#: Folders within one another that are looked through for build files.
_DEEPEST = 200


class System(StrEnum):
    """A build system that porter can run, in the order in which one is chosen.

    Where a folder's `setup.py` builds by PyTorch's builder or runs CMake, it comes first: what
    CMake or make build beside it is a part, or for those who use no Python. make comes before it
    where it links what is not there yet.
    """

    CMAKE = "cmake"
    MAKE = "make"
    PYTHON = "python"


class Target(NamedTuple):
    """A folder that is built by itself.

    Attributes:
        folder: where its build file lies.
        system: what reads it.
    """

    folder: Path
    system: System


class Order(NamedTuple):
    """What a build system is told beside where and against what it builds.

    Attributes:
        variables: `NAME=VALUE`, for CMake's cache or make's command line.
        goals: what is made of all that the build files describe; all that they make by themselves
            where none is named.
        anew: whether make builds what seems up to date, too.
    """

    variables: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    anew: bool = False


NOTHING_MORE = Order()


def targets(port: Path, wanted: System | None = None, order: Order = NOTHING_MORE) -> list[Target]:
    """Return what is built: the port itself, else the topmost folders that have a build file.

    Args:
        port: a folder.
        wanted: the only build system that counts.
        order: what the build system is told, of which a script takes nothing.

    Raises:
        PorterError: there is nothing to build.
    """
    found = _without_left_twins(port, list(_targets(port, wanted, order)))
    if not found:
        kinds = wanted.value if wanted else "make, cmake, setup.py"
        files = {one.name for one in port.glob("*") if one.is_file()}
        foreign = sorted({FOREIGN[name] for name in files & FOREIGN.keys()})
        others = f", and {' and '.join(foreign)} is not supported" if foreign else ""
        raise PorterError(
            f"no build file of {kinds} is there{others}",
            path=port,
            hint="`porter convert --project` writes one; `porter build` compiles without",
        )
    return found


def _targets(port: Path, wanted: System | None, order: Order) -> Iterator[Target]:
    left = [(port, 0)]  # the next folder at the end
    while left:
        folder, depth = left.pop()
        if depth > _DEEPEST:
            reason = f"has more than {_DEEPEST} folders within one another"
            raise PorterError(reason, path=port, hint="name the folder that is to be built")
        try:
            by_script = order == NOTHING_MORE and drives_cmake(folder)
            first = [System.PYTHON] if by_script or builds_with_pytorch(folder) else []
            usable = (one for one in (*first, *System) if wanted in (None, one))
            system = next((one for one in usable if _is_of(folder, one)), None)
            found = [one for one in os.scandir(folder) if one.is_dir(follow_symlinks=False)]
        except OSError as error:
            raise PorterError(f"cannot be read: {error.strerror}", path=folder) from error
        if system is not None:
            is_waiting = system is System.PYTHON and wanted is None and _waits_for_make(folder)
            yield from [Target(folder, System.MAKE)] if is_waiting else []
            yield Target(folder, system)
            continue
        found.sort(key=lambda one: one.name, reverse=True)
        left += [(Path(one.path), depth + 1) for one in found if not never_walked(one.name)]


def _without_left_twins(port: Path, found: list[Target]) -> list[Target]:
    """Leave out the folders of CUDA's that the conversion left as they are beside HIP's."""
    if len(found) == 1:
        return found
    left = {port / folder for folder in own_hip_twins(discover(port))}
    return [one for one in found if left.isdisjoint((one.folder, *one.folder.parents))]


def _is_of(folder: Path, system: System) -> bool:
    if system is System.CMAKE:
        path = folder / "CMakeLists.txt"
        text = _content(path).lower() if path.is_file() else b""
        return b"project" in text or b"cmake_minimum_required" in text  # it makes a project
    if system is System.MAKE:
        return any((folder / name).is_file() for name in MAKEFILE_NAMES)
    package = folder / "pyproject.toml"
    return setup_script(folder) is not None or (
        package.is_file() and b"scikit_build_core" in _content(package)
    )


def _waits_for_make(folder: Path) -> bool:
    """Tell whether a `setup.py` links what is not there, beside a Makefile."""
    script = folder / "setup.py"
    return (
        script.is_file() and _is_of(folder, System.MAKE) and bool(lacking_objects(folder, script))
    )


def _content(path: Path) -> bytes:
    try:
        return read_regular(path)
    except OSError as error:
        raise PorterError(f"cannot be read: {error.strerror}", path=path) from error


def commands(
    target: Target, rocm: Rocm, out: Path, jobs: int, order: Order = NOTHING_MORE
) -> list[list[str]]:
    """Return the commands that build a target, one after the other.

    Args:
        target: what is built.
        rocm: what it is built against.
        out: a folder for what CMake and Python make; make builds where the sources are.
        jobs: compilers at a time.
        order: what it is told beside.
    """
    variables = (*hip_switch(target), *order.variables)  # of one name, the last counts
    if target.system is System.MAKE:
        words = [f"ROCM_PATH={rocm.root}", *variables, *order.goals]
        return [["make", *(["-B"] if order.anew else []), "-k", "-w", f"-j{jobs}", *words]]
    if target.system is System.CMAKE:
        configure = ["cmake", "-S", str(target.folder.absolute()), "-B", str(out)]
        configure += ["-G", "Unix Makefiles"]  # which go on behind an error with -k
        configure += [f"-DCMAKE_PREFIX_PATH={rocm.root}", f"-DCMAKE_HIP_COMPILER={rocm.clang}"]
        configure += [f"-DCMAKE_HIP_ARCHITECTURES={rocm.arch.replace(',', ';')}"]
        configure += [f"-D{one}" for one in variables]
        goals = [word for one in order.goals for word in ("--target", one)]
        return [configure, ["cmake", "--build", str(out), f"-j{jobs}", *goals, "--", "-k"]]
    script = setup_script(target.folder)
    if script is not None and script.name != "setup.py":  # pip knows no other
        folders = ["--build-temp", str(out / "temp"), "--build-lib", str(out)]
        return [[sys.executable, script.name, "build_ext", *folders]]
    pip = python("-m", "pip", "install", "--no-build-isolation", "--no-deps", "--upgrade")
    return [[*pip, "--target", str(out), str(target.folder.absolute())]]


def own_hip_settings(target: Target) -> tuple[str, ...]:
    """Return the settings by which a project's own HIP side is built; none where it has none.

    Args:
        target: what is built.
    """
    language = _language(target)
    names = ("CMakeLists.txt",) if language is Language.CMAKE else MAKEFILE_NAMES
    path = next((target.folder / one for one in names if (target.folder / one).is_file()), None)
    if language is None or path is None:
        return ()
    return own_settings(SourceFile(path.name, _content(path), language))


def hip_switch(target: Target) -> tuple[str, ...]:
    """Return the variable by which a tree for both sides builds HIP's; none for other trees.

    Args:
        target: what is built.
    """
    language = _language(target)
    if language is None:
        return ()
    project = discover(target.folder)
    files = (one.path for one in project.entries if one.language is language and not one.is_link)
    is_for_both = any(holds_both(language, _content(target.folder / path)) for path in files)
    return (HIP_VARIABLES[language],) if is_for_both else ()


def _language(target: Target) -> Language | None:
    """Return what the build files of a target are written in that take variables."""
    if target.system is System.PYTHON:
        return Language.CMAKE if drives_cmake(target.folder) else None
    return Language.CMAKE if target.system is System.CMAKE else Language.MAKE
