"""Lets Python find the extensions that porter built as if they were installed in their packages."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from porter.execute.cpu.torch_extension.first_use import provide_at_first_use
from porter.execute.cpu.torch_extension.operator_libraries import (
    OperatorsLoader,
    is_module,
    provide_libraries,
)


class NotBuilt(ImportError):
    """An extension is imported that could not be built: a package may do without it."""


class BuiltModules:
    """Finds the built extensions, wherever else Python would look.

    Args:
        paths: dotted name -> module.
        failed: dotted name of what could not be built -> why.
    """

    def __init__(self, paths: Mapping[str, str], failed: Mapping[str, str]) -> None:
        self._paths = paths
        self._failed = failed
        self._packages = {
            dotted.rsplit(".", depth)[0]
            for dotted in (*paths, *failed)
            for depth in range(1, dotted.count(".") + 1)
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of an extension that is imported by its dotted name.

        Raises:
            NotBuilt: it could not be built.
        """
        if name in self._failed:
            raise NotBuilt(self._failed[name])
        if name in self._paths:
            file = Path(self._paths[name])
            loader = None if is_module(file, name.rpartition(".")[2]) else OperatorsLoader(file)
            return importlib.util.spec_from_file_location(name, file, loader=loader)
        return _namespace(name, path) if name in self._packages else None

    def in_folders(self, name: str, folders: Sequence[str]) -> ModuleSpec | None:
        """Return the spec of an extension that is looked for by its last name in its package.

        Args:
            name: without the package's.
            folders: where it is looked for.
        """
        for dotted, path in self._paths.items():
            package, _, last = dotted.rpartition(".")
            places = tuple(package.split("."))
            if last == name and package:
                for folder in folders:
                    if Path(folder).parts[-len(places) :] == places:
                        return importlib.util.spec_from_file_location(name, path)
        return None


def _namespace(name: str, path: Sequence[str] | None) -> ModuleSpec | None:
    """Return the spec of an extension's package that has no `__init__.py`.

    An installation has a folder for it, before which no file of that name is found elsewhere: the
    file of its cases may be called as it is.
    """
    found = PathFinder.find_spec(name, path)
    if found is not None and found.submodule_search_locations is not None:
        return None  # Python's own way
    last = name.rpartition(".")[2]
    folders = [Path(place) / last for place in (sys.path if path is None else path)]
    places = [str(folder) for folder in folders if folder.is_dir()]
    if found is not None and not places:
        return None
    spec = ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = places
    return spec


def provide_modules(
    paths: Mapping[str, str], failed: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Make Python find extensions: by import, and by `PathFinder` in the folder of their package.

    Packages of operators load their libraries in the second way, with `torch.ops.load_library`, or
    from a path of their own, which leads to what was built. Those that Python would compile at
    first use are found, too.

    Args:
        paths: dotted name -> module.
        failed: dotted name of what could not be built -> why.
    """
    built = BuiltModules(paths, failed)
    sys.meta_path.insert(0, built)
    provide_at_first_use({*paths, *failed})
    provide_libraries(paths)

    class InPackages(PathFinder):
        """Python's own, which finds the extensions, too."""

        @classmethod
        def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
            found = built.in_folders(fullname, path) if path else None
            return found or PathFinder.find_spec(fullname, path, target)

    # Python looks its finders up by their names.
    InPackages.__name__ = InPackages.__qualname__ = PathFinder.__name__
    importlib.machinery.PathFinder = InPackages  # type: ignore[misc]
