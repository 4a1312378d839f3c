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

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of an extension that is imported by its dotted name.

        Raises:
            NotBuilt: it could not be built.
        """
        if name in self._failed:
            raise NotBuilt(self._failed[name])
        if name not in self._paths:
            return None
        return importlib.util.spec_from_file_location(name, self._paths[name])

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


def provide_modules(
    paths: Mapping[str, str], failed: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Make Python find extensions: by import, and by `PathFinder` in the folder of their package.

    Packages of operators load their libraries in the second way, with `torch.ops.load_library`.
    Those that Python would compile at first use are found, too.

    Args:
        paths: dotted name -> module.
        failed: dotted name of what could not be built -> why.
    """
    built = BuiltModules(paths, failed)
    sys.meta_path.insert(0, built)
    provide_at_first_use({*paths, *failed})

    class InPackages(PathFinder):
        """Python's own, which finds the extensions, too."""

        @classmethod
        def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
            found = built.in_folders(fullname, path) if path else None
            return found or PathFinder.find_spec(fullname, path, target)

    # Python looks its finders up by their names.
    InPackages.__name__ = InPackages.__qualname__ = PathFinder.__name__
    importlib.machinery.PathFinder = InPackages  # type: ignore[misc]
