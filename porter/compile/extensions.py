"""The PyTorch extensions of a tree: their names and units."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.cmake_extensions import module_names
from porter.compile.read.setup_py import extension_names, is_setup_script
from porter.compile.read.unit import Unit
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.real_path import real_path
from porter.project.discover import discover


def torch_extensions(
    folder: Path, exclude: Sequence[str] = (), arch: str = "", built_by: str = ""
) -> dict[str, list[Unit]]:
    """Return the extensions that a tree's Python names, in the order of their sources.

    A `setup.py` names them, `load` of what compiles at first use, or CMake's files, by targets that
    Python loads. Of several scripts that name one alike, the first counts. Headers that CMake would
    make lie in porter's own folder.

    Args:
        folder: a CUDA tree or a port.
        exclude: patterns of paths to leave out.
        arch: what is built for, where the tree has a folder for each architecture.
        built_by: of several scripts that name one alike, the one that counts.

    Returns:
        Name under which Python imports it, such as "causal_conv1d._C" -> its units.

    Raises:
        PorterError: there is none.
    """
    made = porter_home() / "configured" / digest_of(os.fsencode(real_path(folder)))
    units = find_units(folder, exclude, configured=made, arch=arch, first=built_by)
    found: dict[str, list[Unit]] = {}
    name_of = _Names(folder, exclude, arch)
    named = [(name_of(unit), unit) for unit in units]
    scripts = {name: built_by for name, unit in named if unit.script == built_by}
    for name, unit in named:
        if name and scripts.setdefault(name, unit.script) == unit.script:
            found.setdefault(name, []).append(unit)
    if not found:
        raise PorterError(
            "no setup.py and no CMakeLists.txt here names a PyTorch extension", path=folder
        )
    return found


@dataclass
class _Names:
    """Tells under which name Python imports the extension that a unit is a part of.

    Args:
        folder: the tree.
        exclude: patterns of paths to leave out.
        arch: what is built for.
    """

    folder: Path
    exclude: Sequence[str]
    arch: str
    _by_script: dict[str, dict[str, str]] = field(default_factory=dict)

    def __call__(self, unit: Unit) -> str:
        """Return the dotted name; "" for what Python does not load."""
        is_of_cmake = unit.script.rpartition("/")[2] == "CMakeLists.txt"
        if unit.module:
            return self._of_cmake[unit.module] if is_of_cmake else unit.module
        if unit.torch_extension is None or unit.origin == "default" or is_of_cmake:
            return ""
        names = self._by_script.get(unit.script)
        if names is None:
            names = self._by_script[unit.script] = _names(self.folder, unit.script, self.arch)
        return names.get(unit.torch_extension, unit.torch_extension)

    @cached_property
    def _of_cmake(self) -> dict[str, str]:
        entries = discover(self.folder, self.exclude).entries
        reader = CMakeReader(self.folder)
        reader.read_scripts([one.path for one in entries if not one.is_link])
        return module_names(self.folder, reader.targets)


def _names(folder: Path, script: str, arch: str) -> dict[str, str]:
    """Return the whole name of each extension of a script by its last part."""
    if not is_setup_script(folder, script):
        return {}
    return {name.rpartition(".")[2]: name for name in extension_names(folder, script, arch)}
