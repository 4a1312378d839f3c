"""Which extension of a tree a function is bound in, by what names its sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from porter.execute.cpu.architecture import CUDA
from porter.files.digests import digest_of
from porter.files.regular import read_regular


@dataclass
class Extensions:
    """The extensions that a tree's `setup.py` and CMake files name or that Python compiles itself.

    Args:
        root: the tree.
        paths: its files, relative to it.
    """

    root: Path
    paths: Sequence[str]
    _sources: dict[str, list[str]] = field(default_factory=dict)
    _names: list[str] = field(default_factory=list)
    _by_script: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from porter.compile.read.cmake_extensions import cmake_extensions
        from porter.compile.read.first_use import first_uses
        from porter.compile.read.setup_py import (
            extension_names,
            extension_sources,
            is_setup_script,
        )

        outer_first = sorted(self.paths, key=lambda one: (one.count("/"), one))
        for path in outer_first:
            if is_setup_script(self.root, path):
                self._names += extension_names(self.root, path, CUDA)
                for name, sources in extension_sources(self.root, path, CUDA).items():
                    self._add(name, path, sources)
        for name, sources in cmake_extensions(self.root, self.paths).items():
            self._names.append(name)
            self._sources.setdefault(name, []).extend(sources)
        for path in outer_first:
            for one in first_uses(self.root, path, arch=CUDA) if path.endswith(".py") else ():
                self._names.append(one.name)
                self._add(one.name, path, one.sources(self.root))

    def _add(self, name: str, script: str, sources: Sequence[str]) -> None:
        self._by_script[name, script] = [*sources]
        known = self._sources.setdefault(name, [])
        known += [one for one in sources if one not in known]

    @property
    def builders(self) -> list[str]:
        """Scripts that build extensions of one name from sources of their own, the first of each.

        One process can hold one of a name. Empty where each name has one extension; copies of its
        sources make no other one.
        """
        found: dict[str, dict[frozenset[str], str]] = {}
        for (name, script), sources in self._by_script.items():
            if all((self.root / one).is_file() for one in sources):
                texts = frozenset(digest_of(read_regular(self.root / one)) for one in sources)
                found.setdefault(name, {}).setdefault(texts, script)
        several = (scripts.values() for scripts in found.values() if len(scripts) > 1)
        return list(dict.fromkeys(script for scripts in several for script in scripts))

    def built_beside(self, scripts: Sequence[str]) -> frozenset[str]:
        """Return the sources of all extensions that share a name with one that scripts build.

        Copies of what a script builds are among them.
        """
        names = {name for name, script in self._by_script if script in scripts}
        beside = (sources for (name, _), sources in self._by_script.items() if name in names)
        return frozenset(source for sources in beside for source in sources)

    def built_by(self, script: str) -> frozenset[str]:
        """Return the sources that a script names, relative to the tree."""
        own = (sources for (_, one), sources in self._by_script.items() if one == script)
        return frozenset(source for sources in own for source in sources)

    def of(self, source: str) -> str:
        """Return the extension that a source belongs to; the first where no list has it.

        Args:
            source: relative to the tree.

        Returns:
            Its name as Python imports it; "" where nothing names one.
        """
        folder = str(PurePosixPath(source).parent)
        for name, sources in self._sources.items():
            if source in sources:
                return name
        for name, sources in self._sources.items():
            if any(str(PurePosixPath(one).parent) == folder for one in sources):
                return name
        return self.first

    def sources_of(self, name: str) -> tuple[str, ...]:
        """Return what an extension is compiled from; nothing where nothing names it.

        Args:
            name: as Python imports it.
        """
        return tuple(self._sources.get(name, ()))

    @property
    def sources(self) -> frozenset[str]:
        """What the extensions are compiled from, relative to the tree."""
        return frozenset(one for named in self._sources.values() for one in named)

    @property
    def first(self) -> str:
        """The first extension, those of the tree's own `setup.py` before others."""
        return next(iter(self._names), "")
