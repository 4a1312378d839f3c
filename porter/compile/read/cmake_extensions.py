"""The extensions for PyTorch that CMake builds, by the names under which Python imports them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.cmake_target import Target, modules
from porter.compile.read.pyproject import Pyproject
from porter.compile.read.setup_py import extension_names, python_folder
from porter.files.real_path import real_path

#: What scripts of setuptools call an extension that CMake builds.
_BY_CMAKE = frozenset({"CMakeExtension"})


#: A file that Python imports, by the ending that somebody gives it.
_MODULE = re.compile(r"\.(?:so|pyd)$")


def cmake_extensions(root: Path, paths: Sequence[str]) -> dict[str, list[str]]:
    """Return the sources of each extension, relative to the tree.

    Args:
        root: the tree.
        paths: its files, relative to it.
    """
    reader = CMakeReader(root)
    reader.read_scripts(paths)
    names = module_names(root, reader.targets)
    found: dict[str, list[str]] = {}
    for unit in reader.units():
        if unit.module:
            found.setdefault(names[unit.module], []).append(unit.source)
    return found


def builds_extensions_alone(root: Path, paths: Sequence[str]) -> bool:
    """Tell whether CMake builds extensions in a tree, and no program.

    Args:
        root: the tree.
        paths: its files, relative to it.
    """
    reader = CMakeReader(root)
    reader.read_scripts(paths)
    return bool(modules(reader.targets)) and not reader.makes_programs


def module_names(root: Path, targets: dict[str, Target]) -> dict[str, str]:
    """Return the targets that Python loads -> the names under which it does.

    Args:
        root: the tree.
        targets: of its CMake files.
    """
    loaded = [*dict.fromkeys(modules(targets).values())]
    given = _given(root)
    found = {}
    for name in loaded:
        target = targets[name]
        copied = PurePosixPath(target.copied_to).name if _MODULE.search(target.copied_to) else ""
        last = copied.partition(".")[0] or target.output or name
        package = _package(root, target)
        if not package:
            alike = [one for one in given if one.rpartition(".")[2] == last]
            named = alike or (given if len(given) == len(loaded) == 1 else [])
            package = named[0].rpartition(".")[0] if named else ""
        found[name] = f"{package}.{last}" if package else last
    return found


def _given(root: Path) -> list[str]:
    """Return the names that a `setup.py` gives to what CMake builds."""
    if not (root / "setup.py").is_file():
        return []
    return list(extension_names(root, "setup.py", kinds=_BY_CMAKE))


def _package(root: Path, target: Target) -> str:
    """Return the package that a target is built or installed into; "" where nothing tells."""
    package = Pyproject.of(root)
    around = real_path(python_folder(root))
    copied = os.path.dirname(target.copied_to) if _MODULE.search(target.copied_to) else ""
    for place in (copied, target.destination, target.folder):
        absolute = os.path.normpath(os.path.join(around, package.install_folder, place))
        if place and Path(absolute).is_relative_to(around):
            inside = PurePosixPath(os.path.relpath(absolute, around))
            is_there = Path(absolute).is_dir() and any(Path(absolute).glob("*.py"))
            is_installed = package.is_built_by_cmake and place == target.destination
            if (is_there or is_installed or place == copied) and all(
                one.isidentifier() for one in inside.parts
            ):
                return ".".join(inside.parts)
    return ""
