"""Commands of a port, such as its own tests, whose PyTorch finds the cpu executor as its GPU."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from porter.compile.read.cmake_extensions import cmake_extensions
from porter.compile.read.setup_py import python_folder
from porter.errors import PorterError
from porter.execute.cpu import torch_extension
from porter.execute.cpu.architecture import CUDA
from porter.execute.cpu.program import DEVICE_SUFFIXES, HOST_SUFFIXES
from porter.execute.cpu.torch_extension.build import build_extensions, torch_library
from porter.execute.cpu.torch_extension.stand_in import stand_in
from porter.execute.cpu.torch_extension.versions import versions
from porter.files.real_path import real_path
from porter.own_build.installation import Against, rocm
from porter.own_build.pytorch import builds_with_pytorch
from porter.processes.child_python import import_path
from porter.project.discover import discover

_PYTHONS = ("python", "python3")
_PYTHON = re.compile(r"python[\d.]*")
_TESTS = ("pytest", "py.test")
#: What the executor's own installation of ROCm has, whether or not another one is on the PATH.
_COMPILERS = ("hipcc", "amdclang++")
_HOOK = Path(torch_extension.__file__).with_name("as_rocm")


def is_command(words: Sequence[str]) -> bool:
    """Tell whether words are a command to run, and not a source to build."""
    first = Path(words[0])
    if first.suffix == ".py" and first.is_file():
        return True
    if first.is_file():  # sources lie on some disks with every right there is
        return os.access(first, os.X_OK) and first.suffix not in DEVICE_SUFFIXES + HOST_SUFFIXES
    if len(first.parts) > 1:
        return False
    if first.exists():  # many a project has a folder named python, and one of tests named pytest
        return len(words) > 1 and first.name in _PYTHONS + _TESTS
    return first.name in _PYTHONS + _COMPILERS or shutil.which(first.name) is not None


def command(words: Sequence[str]) -> list[str]:
    """Return a command with this Python in place of any other.

    Raises:
        PorterError: the command is a Python or a pytest of another environment.
    """
    first = Path(words[0])
    if first.suffix == ".py":
        return [sys.executable, *words]
    is_python = _PYTHON.fullmatch(first.name) is not None
    if is_python or first.name in _TESTS:
        if len(first.parts) > 1 and real_path(first.parent) != real_path(
            Path(sys.executable).parent
        ):
            raise PorterError(
                f"{first} is of another environment than porter",
                hint=f"porter runs in {sys.executable}, whose PyTorch it gives a GPU; install it "
                "into the other environment to use that one",
            )
        return [sys.executable, *([] if is_python else ["-m", "pytest"]), *words[1:]]
    if first.is_file():
        return [str(first.absolute()), *words[1:]]
    return [*words]


def environment(
    folder: Path, arch: str, outer: Mapping[str, str], others: Sequence[Path] = ()
) -> dict[str, str]:
    """Return the variables of a process whose PyTorch has a GPU.

    The extensions that the folder's `setup.py` or CMake files name are built, and found by their
    names; so are its packages, from wherever a script lies.

    Args:
        folder: the folder that the process runs in.
        arch: the architecture to follow; sm_80 is CUDA, for CUDA's own tree.
        outer: the variables around them.
        others: further trees that are built and found as if they were installed.

    Raises:
        PorterError: there is no toolchain or no PyTorch, or an extension does not compile.
    """
    # Triton compiles for GPUs alone; its own interpreter runs the same kernels on the host.
    variables = {"TRITON_INTERPRET": "1", **outer, "PORTER_CPU_ARCH": arch, **versions(arch)}
    if arch == CUDA:
        library = None
    else:
        against = stand_in(arch)
        variables = rocm(Against.CPU, arch).environment(variables)
        library = torch_library(arch)
        variables |= {
            "PORTER_TORCH_HEADERS": os.pathsep.join(map(str, against.include_dirs)),
            "PORTER_TORCH_LIBRARIES": str(against.folder),
            "CXX": str(rocm(Against.CPU, arch).clang),
        }
    path = [str(_HOOK), import_path(outer)]
    found: list[str] = []
    own = [folder] if builds_with_pytorch(folder) or _builds_by_cmake(folder) else []
    for tree in (*own, *others):
        path.append(str(python_folder(tree)))  # as if its packages were installed
        built = build_extensions(tree, arch)
        library = built[0].torch_library
        found += [f"{one.name}={one.path}" for one in built]
    if found:
        variables["PORTER_TORCH_EXTENSIONS"] = os.pathsep.join(found)
    if library is None:
        library = torch_library(arch)
    variables["PORTER_TORCH_DEVICE"] = str(library)
    # What is compiled at first use is linked with this library, and is of no use to another one.
    variables.setdefault("TORCH_EXTENSIONS_DIR", str(library.parent / "at_first_use"))
    return {**variables, "PYTHONPATH": os.pathsep.join(path)}


def _builds_by_cmake(folder: Path) -> bool:
    """Tell whether the CMake files of a folder build extensions for PyTorch."""
    if not (folder / "CMakeLists.txt").is_file():
        return False
    entries = discover(folder).entries
    return bool(cmake_extensions(folder, [one.path for one in entries if not one.is_link]))
