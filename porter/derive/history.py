"""The names of one side over all versions that were read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from porter.derive.declarations import Declaration, Universe
from porter.derive.headersets import version_key


@dataclass
class Name:
    """A name and its declarations by version, oldest first."""

    declarations: dict[str, Declaration] = field(default_factory=dict)

    @property
    def newest(self) -> Declaration:
        """The declaration of the newest version that has the name."""
        return next(reversed(self.declarations.values()))


class History:
    """All names of one side.

    Args:
        universes: what was read, one per version.
    """

    def __init__(self, universes: Iterable[Universe]) -> None:
        self.universes = sorted(universes, key=lambda one: version_key(one.version))
        self.names: dict[str, Name] = {}
        for universe in self.universes:
            for key, declaration in universe.declarations.items():
                self.names.setdefault(key, Name()).declarations[universe.version] = declaration
        self._folders: dict[str, list[str]] = {}
        for universe in self.universes:
            for folder in {header.partition("/")[0] for header in universe.headers}:
                self._folders.setdefault(folder, []).append(universe.version)

    def newest(self) -> dict[str, Declaration]:
        """Return for each name its newest declaration."""
        return {key: name.newest for key, name in self.names.items()}

    def since(self, key: str) -> str:
        """Return the oldest version read that has the name."""
        return next(iter(self.names[key].declarations))

    def absent(self, key: str) -> str:
        """Return the newest version before `since` that has the component but lacks the name.

        The component is the folder of the header (`hipblas`, `hip`); empty when no older version
        of the component was read.
        """
        name = self.names[key]
        since = version_key(self.since(key))
        folder = next(iter(name.declarations.values())).header.partition("/")[0]
        older = [v for v in self._folders.get(folder, []) if version_key(v) < since]
        return older[-1] if older else ""

    def removed(self, key: str) -> str:
        """Return the oldest version after the last that has the name, or empty."""
        name = self.names[key]
        last = next(reversed(name.declarations))
        folder = name.newest.header.partition("/")[0]
        newer = [v for v in self._folders.get(folder, []) if version_key(v) > version_key(last)]
        return newer[0] if newer else ""
