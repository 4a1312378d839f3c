"""The location of installed components and of downloads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from porter.files.home import porter_home as porter_home

#: The root of what the system's own packages install.
SYSTEM = Path("/usr")


@dataclass(frozen=True)
class Prefix:
    """The installed components, and where everything that belongs to them lies.

    Args:
        home: porter's directory.
        staged: components that are looked for elsewhere, because they are being installed.
    """

    home: Path
    staged: Mapping[str, Path] = field(default_factory=dict)

    @property
    def downloads(self) -> Path:
        """Archives as they were fetched."""
        return self.home / "downloads"

    @property
    def apt(self) -> Path:
        """State of the private package lists."""
        return self.home / "apt"

    @property
    def lock(self) -> Path:
        """The file that one install at a time holds."""
        return self.home / "toolchain.lock"

    def place(self, component: str) -> Path:
        """Return where `component` is or will be installed."""
        return self.home / "toolchain" / component

    def component(self, name: str) -> Path | None:
        """Return the root of an installed or staged component, None when there is none."""
        root = self.staged.get(name, self.place(name))
        return root if (root / "manifest.json").is_file() else None
