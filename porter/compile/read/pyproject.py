"""What a `pyproject.toml` says of where packages lie and of what CMake builds for them.

Sources: scikit-build-core's documents, "Configuration" and "CMakeLists"; setuptools', "Configuring
setuptools using pyproject.toml files".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.files.toml import parse_toml

_NAME = "pyproject.toml"


@dataclass(frozen=True)
class Pyproject:
    """A `pyproject.toml`, which may not be there.

    Attributes:
        root: the tree.
        values: what it holds.
    """

    root: Path
    values: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path) -> Pyproject:
        """Read a tree's; one that is not there or not in order says nothing."""
        try:
            values = parse_toml(read_regular(root / _NAME).decode("utf-8"))
        except (OSError, ValueError):
            values = {}
        return cls(root, values)

    @property
    def is_built_by_cmake(self) -> bool:
        """Whether scikit-build-core builds the package."""
        return str(self._of("build-system").get("build-backend", "")).startswith("scikit_build")

    @property
    def install_folder(self) -> str:
        """Where among the installed packages CMake's destinations begin."""
        return str(self._wheel.get("install-dir", "")).strip("/")

    @property
    def variables(self) -> dict[str, list[str]]:
        """What scikit-build-core gives to CMake."""
        if not self.is_built_by_cmake:
            return {}
        project = self._of("project")
        return {
            "SKBUILD": ["2"],
            "SKBUILD_PROJECT_NAME": [str(project.get("name", ""))],
            "SKBUILD_PROJECT_VERSION": [str(project.get("version", "0"))],
            "SKBUILD_PLATLIB_DIR": ["."],
        }

    @property
    def package_folder(self) -> str:
        """The folder that the packages are in; "" for the tree itself."""
        for candidate in self._package_folders():
            folder = self.root / candidate
            if folder.is_dir() and real_path(folder).is_relative_to(real_path(self.root)):
                return candidate
        return ""

    def _package_folders(self) -> list[str]:
        """Return what is named as the folder of packages, and what is looked for of itself."""
        if self.is_built_by_cmake:
            named = self._wheel.get("packages")
            listed = [*named.values()] if isinstance(named, dict) else named
            if isinstance(listed, list):
                return [str(one).rpartition("/")[0] for one in listed[:1]]
            package = re.sub(r"[-.]+", "_", str(self._of("project").get("name", "")))
            return [one for one in ("src", "python") if (self.root / one / package).is_dir()]
        of_setuptools = self._of("tool", "setuptools")
        inside = self._of("tool", "setuptools", "package-dir").get("")
        packages = of_setuptools.get("packages")
        where = self._of("tool", "setuptools", "packages", "find").get("where")
        if isinstance(packages, dict) and isinstance(where, list) and where:
            return [str(where[0])]
        return [inside] if isinstance(inside, str) else []

    @property
    def _wheel(self) -> Mapping[str, Any]:
        return self._of("tool", "scikit-build", "wheel")

    def _of(self, *keys: str) -> Mapping[str, Any]:
        found: Any = self.values
        for key in keys:
            found = found.get(key, {}) if isinstance(found, dict) else {}
        return found if isinstance(found, dict) else {}
