"""The files that upstream brings; a port may lie inside it, and what is built there is not its."""

from __future__ import annotations

import glob
from collections.abc import Iterator
from pathlib import Path, PurePosixPath


class Brought:
    """The files of a tree without those of its port.

    Args:
        root: the tree.
        port: a folder, in the tree or elsewhere.

    Attributes:
        root: the tree.
    """

    def __init__(self, root: Path, port: Path) -> None:
        self.root = root
        inner = port.absolute()
        self._port = inner if inner != root.absolute() else None

    def called(self, pattern: str) -> Iterator[Path]:
        """Yield the files and folders, at any depth, whose names match a pattern.

        Args:
            pattern: of a name, as a shell's.
        """
        for path in self.root.rglob(pattern):
            if self._port is None or not path.absolute().is_relative_to(self._port):
                yield path

    def has_folder(self, name: str) -> bool:
        """Tell whether a folder is called so, or the tree itself.

        Args:
            name: without a slash.
        """
        found = (path for path in self.called(glob.escape(name)) if path.is_dir())
        return name == self.root.name or any(found)

    def has_file(self, path: str) -> bool:
        """Tell whether a file lies anywhere under this path.

        Args:
            path: relative, with slashes.
        """
        parts = PurePosixPath(path).parts
        found = self.called(glob.escape(parts[-1]))
        return any(one.parts[-len(parts) :] == parts for one in found)
