"""`pkg_resources` where it is not installed: setuptools 82 took it away, and packages import it.

What they ask of it as a rule, by `importlib.metadata`: versions, and where files of a package are.
https://setuptools.pypa.io/en/latest/pkg_resources.html
"""

from __future__ import annotations

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

NAME = "pkg_resources"


class _Found(NamedTuple):
    """A distribution, as far as packages ask."""

    project_name: str
    version: str

    @property
    def key(self) -> str:
        return self.project_name.lower()


def get_distribution(dist: str) -> _Found:
    """Return a distribution.

    Raises:
        PackageNotFoundError: it is not there.
    """
    return _Found(dist, version(dist))


def require(*requirements: str) -> list[_Found]:
    """Return distributions by their names.

    Raises:
        PackageNotFoundError: one is not there.
    """
    return [get_distribution(one) for one in requirements]


def resource_filename(package: str, name: str) -> str:
    """Return the path of a file in a package."""
    file = importlib.import_module(package).__file__
    return str(Path(file or "").parent / name)


class _Finder(MetaPathFinder, Loader):
    """Finds the module where nothing else does."""

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname == NAME else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        offered = (get_distribution, require, resource_filename)
        vars(module).update({one.__name__: one for one in offered})
        vars(module).update(DistributionNotFound=PackageNotFoundError)


def provide_resources() -> None:
    """Have the module found where it is not installed."""
    sys.meta_path.append(_Finder())
