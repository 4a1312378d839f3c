"""A folder laid out as a CUDA toolkit, whose nvcc is the cpu executor's."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from porter.execute.cpu.architecture import CUDA
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.cuda_toolkit import OPENMP, toolkit
from porter.execute.cpu.libraries.build import built
from porter.execute.cpu.libraries.catalogue import VendorLibrary, vendor_libraries
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.processes.child_python import import_path, python
from porter.toolchain.cuda import STAND_IN

#: Variables in which build files look for the toolkit.
_VARIABLES = ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "CUDA_DIR", "CUDAToolkit_ROOT")
#: Where a toolkit usually is, and where its folder's name says that one is.
_TOOLKIT = re.compile(
    rb"(?P<usual>/(?:usr/local|opt)/cuda(?:-[\d.]+)?(?![\w.-]))"
    rb"|(?:(?<=-[IL])|(?<![\w.)}~*$/+-]))(?:/[\w.+-]++){0,6}?"
    rb"/cuda(?:(?:/cuda)?+[-/]\d++(?:\.\d++)*+)?(?![\w.-])"
)
_WORD = re.compile(rb"[A-Za-z]\w+")
_BUILD_FILE = re.compile(
    r"(?:GNU)?[mM]akefile.*|CMakeLists\.txt|.*\.(?:mk|mak|make|cmake|config|sh|def)"
)


class CudaFolder(NamedTuple):
    """The folder.

    Attributes:
        root: its path.
        variables: what a build needs in its environment to use it.
    """

    root: Path
    variables: dict[str, str]


def cuda_folder(root: Path) -> CudaFolder:
    """Make the folder, where it is not there yet.

    Raises:
        PorterError: no toolchain is installed.
    """
    real = toolkit(Compiler.default(CUDA))
    nvcc = root / "bin" / "nvcc"
    if not nvcc.is_file():  # a build that is told more runs a second time
        _make(root, real, nvcc)
    variables = {
        "PATH": _in_front(nvcc.parent, "PATH", os.defpath),
        "NVCC": str(nvcc),
        "CUDACXX": str(nvcc),
        "LIBRARY_PATH": _in_front(root / "lib64", "LIBRARY_PATH"),  # C is linked without nvcc
        "LD_LIBRARY_PATH": _in_front(real / OPENMP, "LD_LIBRARY_PATH"),
        **dict.fromkeys(_VARIABLES, str(root)),
    }
    return CudaFolder(root, variables)


def _make(root: Path, real: Path, nvcc: Path) -> None:
    """Lay out the folder beside what the toolkit really is."""
    (root / "bin").mkdir(parents=True)
    (root / STAND_IN).touch()
    for name in ("include", "lib64", "nvvm"):
        (root / name).symlink_to(real / name)
    (root / "lib").symlink_to(real / "lib64")
    # It tells CMake its own name, by which CMake links.
    call = "import sys; from porter.execute.cpu.compiler_wrappers import nvcc; "
    call += f"sys.argv[0] = {str(nvcc)!r}; nvcc()"
    path = shlex.quote(import_path())
    nvcc.write_text(
        f'#!/bin/sh\nexport PYTHONPATH={path}\nexec {shlex.join(python("-c", call))} "$@"\n'
    )
    query = root / "bin" / "__nvcc_device_query"  # by which `-arch=native` is made
    query.write_text(f"#!/bin/sh\necho {CUDA.removeprefix('sm_')}\n")
    for tool in (nvcc, query):
        tool.chmod(0o755)


def _in_front(folder: Path, name: str, usual: str = "") -> str:
    """Return a variable's list of folders with one in front."""
    others = os.environ.get(name, usual)
    return f"{folder}{os.pathsep}{others}" if others else str(folder)


def point_to(toolkit_root: Path, tree: Path) -> None:
    """Have the build files of a tree find the toolkit where they name its place.

    That is the usual one, or the one that it has on the machine of the project's authors.

    Args:
        toolkit_root: the folder.
        tree: a copy of the project, whose build files are changed.
    """
    for path in _build_files(tree):
        data = read_regular(path, LARGEST_SETTINGS)
        changed = _TOOLKIT.sub(lambda found: _here(found, os.fsencode(toolkit_root)), data)
        if changed != data:
            path.write_bytes(changed)


def _here(found: re.Match[bytes], toolkit_root: bytes) -> bytes:
    """Return the toolkit's place; of another machine's only where there is no such folder here."""
    is_another = found["usual"] is not None or not Path(os.fsdecode(found[0])).exists()
    return toolkit_root if is_another else found[0]


def libraries_of(tree: Path) -> list[VendorLibrary]:
    """Return the vendors' libraries that a project's build files name, as `-lcurand` or so."""
    words = {
        os.fsdecode(word)
        for path in _build_files(tree)
        for word in _WORD.findall(read_regular(path, LARGEST_SETTINGS))
    }
    words |= {word.removeprefix("l") for word in words}
    # CMake's FindCUDA: `CUDA_CUBLAS_LIBRARIES`, `cuda_add_cufft_to_target`.
    words |= {part for word in words for part in word.lower().split("_")}
    return [one for one in vendor_libraries() if words & set(one.links)]


def build_libraries_of(tree: Path) -> None:
    """Build the libraries that a project names.

    A C++ compiler that links by itself does not ask for them: it only finds their files.

    Raises:
        PorterError: one does not compile.
    """
    compiler = Compiler.default(CUDA)
    for library in libraries_of(tree):
        if not library.on_blas or compiler.toolchain.host_blas is not None:
            built(library, compiler.toolchain, compiler.native)


def _build_files(tree: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(tree):
        for name in names:
            path = Path(folder) / name
            if _BUILD_FILE.fullmatch(name) and path.is_file() and not path.is_symlink():
                yield path
