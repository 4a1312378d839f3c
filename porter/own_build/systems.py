"""Which build systems a port has, and the commands that run them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.own_build.installation import Rocm
from porter.own_build.pytorch import builds_with_pytorch
from porter.processes.child_python import python
from porter.project.discover import never_walked
from porter.source.build_files.makefile import MAKEFILE_NAMES


class System(StrEnum):
    """A build system that porter can run, in the order in which one is chosen.

    Where a folder's `setup.py` builds by PyTorch's builder, it comes first: what CMake or make
    build beside it is a part, or for those who use no Python.
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


def targets(port: Path, wanted: System | None = None) -> list[Target]:
    """Return what is built: the port itself, else the topmost folders that have a build file.

    Args:
        port: a folder.
        wanted: the only build system that counts.

    Raises:
        PorterError: there is nothing to build.
    """
    found = list(_targets(port, wanted))
    if not found:
        kinds = wanted.value if wanted else "make, cmake, setup.py"
        raise PorterError(
            f"no build file of {kinds} is there",
            path=port,
            hint="`porter convert --project` writes one; `porter build` compiles without",
        )
    return found


def _targets(folder: Path, wanted: System | None) -> Iterator[Target]:
    own = [System.PYTHON] if builds_with_pytorch(folder) else []
    for system in (*own, *System):
        if wanted in (None, system) and _is_of(folder, system):
            yield Target(folder, system)
            return
    folders = (one for one in os.scandir(folder) if one.is_dir(follow_symlinks=False))
    children = sorted(folders, key=lambda one: one.name)
    for child in children:
        if not never_walked(child.name):
            yield from _targets(Path(child.path), wanted)


def _is_of(folder: Path, system: System) -> bool:
    if system is System.CMAKE:
        path = folder / "CMakeLists.txt"
        return path.is_file() and b"project" in read_regular(path).lower()
    if system is System.MAKE:
        return any((folder / name).is_file() for name in MAKEFILE_NAMES)
    package = folder / "pyproject.toml"
    return (folder / "setup.py").is_file() or (
        package.is_file() and b"scikit_build_core" in read_regular(package)
    )


def commands(target: Target, rocm: Rocm, out: Path, jobs: int) -> list[list[str]]:
    """Return the commands that build a target, one after the other.

    Args:
        target: what is built.
        rocm: what it is built against.
        out: a folder for what CMake and Python make; make builds where the sources are.
        jobs: compilers at a time.
    """
    if target.system is System.MAKE:
        return [["make", "-k", f"-j{jobs}", f"ROCM_PATH={rocm.root}"]]
    if target.system is System.CMAKE:
        configure = ["cmake", "-S", str(target.folder.absolute()), "-B", str(out)]
        configure += ["-G", "Unix Makefiles"]  # which go on behind an error with -k
        configure += [f"-DCMAKE_PREFIX_PATH={rocm.root}", f"-DCMAKE_HIP_COMPILER={rocm.clang}"]
        configure += [f"-DCMAKE_HIP_ARCHITECTURES={rocm.arch.replace(',', ';')}"]
        return [configure, ["cmake", "--build", str(out), f"-j{jobs}", "--", "-k"]]
    pip = python("-m", "pip", "install", "--no-build-isolation", "--no-deps")
    return [[*pip, "--target", str(out), str(target.folder.absolute())]]
