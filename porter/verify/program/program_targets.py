"""Finds the folders of a project whose own builds may make programs of CUDA's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from porter.compile.read.cmake_extensions import builds_extensions_alone
from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.own_build.systems import System, Target, targets
from porter.port.scaffold.sources import has_main
from porter.project.discover import Project, never_walked
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.file import SourceFile

#: What a makefile that makes programs names: a compiler, an object, another makefile, a pattern.
_COMPILES = re.compile(
    rb"nvcc|cuda|cmake|clang|gcc|g\+\+|\bcc\b|hipcc|\$[({]?(?:CC|CXX|NVCC|MAKE|LD)\b|\bmake\b|include|\.o\b|%|\.cu",
    re.IGNORECASE,
)
#: Files in which what a program is made of is written, and what names CUDA there.
_CODE = (".cu", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".hh", ".mk", ".cmake", ".inc")
_BUILD_FILES = (*MAKEFILE_NAMES, "CMakeLists.txt")
#: What a build file takes from outside of its folder is not read.
_OUTSIDE = re.compile(rb"(?m)\.\./|^[ \t]*+-?include\b")
_OF_CUDA = re.compile(rb"(?i)cuda|nvcc|\.cuh?\b")


def program_targets(tree: Project, sources: Sequence[Path]) -> list[Target]:
    """Return the topmost folders whose builds may make programs of CUDA's.

    Args:
        tree: CUDA's side.
        sources: the project's own CUDA sources.
    """
    found = [one for one in _targets(tree.root, sources) if not _compiles_nothing(one, sources)]
    return [
        one for one in found if not (_makes_modules(one, tree) or _is_elsewhere(one, tree, sources))
    ]


def parts_of(target: Target, sources: Sequence[Path]) -> list[Target]:
    """Return the folders inside a target's that are built by themselves, the topmost ones.

    Args:
        target: the folder whose own build fails, or makes nothing of CUDA's.
        sources: the project's own CUDA sources.
    """
    return [
        one
        for child in sorted(target.folder.iterdir())
        if child.is_dir() and not child.is_symlink() and not never_walked(child.name)
        for one in _targets(child, sources)
    ]


def inside(sources: Sequence[Path], folder: Path) -> list[Path]:
    """Return the files that are in a folder.

    Args:
        sources: some files.
        folder: the folder.
    """
    return [path for path in sources if path.is_relative_to(folder)]


def makes_program(source: Path) -> bool:
    """Tell whether a source has a `main`.

    Args:
        source: the file.
    """
    return has_main(SourceFile(source.name, read_regular(source)))


def _targets(folder: Path, sources: Sequence[Path]) -> list[Target]:
    """Return what makes programs: of a Python package a makefile beside it that does."""
    try:
        found = targets(folder)
    except PorterError:  # it has no build file
        return []
    ours = [_beside(one.folder, sources) if _is_package(one) else one for one in found]
    return [one for one in ours if one is not None]


def _is_package(target: Target) -> bool:
    """Tell whether a target is a Python package, whose makefile may be one of its packaging."""
    is_make = target.system is System.MAKE
    return target.system is System.PYTHON or (is_make and (target.folder / "setup.py").is_file())


def _beside(package: Path, sources: Sequence[Path]) -> Target | None:
    """Return the makefile of a Python package, where it compiles CUDA programs; None without."""
    paths = [package / name for name in MAKEFILE_NAMES]
    if not any(path.is_file() and b"nvcc" in read_regular(path) for path in paths):
        return None
    has_program = any(map(makes_program, inside(sources, package)))
    return Target(package, System.MAKE) if has_program else None


def _compiles_nothing(target: Target, sources: Sequence[Path]) -> bool:
    """Tell whether a makefile is of other work, such as formatting: not run to see what it makes.

    It names no compiler, file of objects or other makefile, and no CUDA source has a `main`, which
    make's built-in rules do not compile.
    """
    if target.system is not System.MAKE or any(map(makes_program, inside(sources, target.folder))):
        return False
    paths = (target.folder / name for name in MAKEFILE_NAMES)
    return not any(_COMPILES.search(read_regular(path)) for path in paths if path.is_file())


def _makes_modules(target: Target, tree: Project) -> bool:
    """Tell whether all that CMake makes of a folder are extensions for PyTorch."""
    if target.system is not System.CMAKE:
        return False
    prefix = _prefix(target, tree)
    paths = [one.path.removeprefix(prefix) for one in tree.entries
             if one.path.startswith(prefix) and not one.is_link]  # fmt: skip
    return builds_extensions_alone(target.folder, paths)


def _is_elsewhere(target: Target, tree: Project, sources: Sequence[Path]) -> bool:
    """Tell whether CUDA's sources lie elsewhere, and nothing of a folder names CUDA.

    Such a folder is the same program for processors, whose own build says nothing of the port.
    """
    if not sources or inside(sources, target.folder):
        return False
    prefix = _prefix(target, tree)
    own = [one.path for one in tree.entries if one.path.startswith(prefix)
           and not (one.is_link or tree.is_vendored(one.path))]  # fmt: skip
    builds = [path for path in own if PurePosixPath(path).name in _BUILD_FILES]
    if any(_OUTSIDE.search(tree.read(path)) for path in builds):
        return False
    code = [path for path in own if path.endswith(_CODE)]
    return not any(_OF_CUDA.search(tree.read(path)) for path in (*builds, *code))


def _prefix(target: Target, tree: Project) -> str:
    """Return what the paths of a target's files begin with."""
    folder = target.folder.relative_to(tree.root).as_posix()
    return "" if folder == "." else f"{folder}/"
