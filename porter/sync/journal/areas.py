"""The areas that a sync may write to: the port, a vendored tree, and porter.toml."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from porter.errors import PorterError
from porter.files.confined import ConfinedTree, OutOfBounds
from porter.files.names import PORTER_FOLDER, SETTINGS
from porter.files.paths import above, is_inside
from porter.project.settings.settings import ProjectSettings, Settings

#: What the journal of a sync is called, and what its folders beside it begin with.
JOURNAL = f"{PORTER_FOLDER}/sync"


class Target(NamedTuple):
    """A file that a sync writes or removes.

    Attributes:
        area: one of the folders that it may write in.
        path: of the file, in it.
    """

    area: Path
    path: str

    @property
    def place(self) -> Path:
        """The file on disk."""
        return self.area / self.path


class Areas:
    """The folders that the sync of one port may write in, each opened when it is asked for.

    Args:
        settings: porter.toml.
        project: the port.

    Attributes:
        root: folder of porter.toml.
    """

    def __init__(self, settings: Settings, project: ProjectSettings) -> None:
        self.root = settings.path.parent
        self._port = project.port
        self._is_vendored = project.git is not None
        folders = [project.port, project.upstream] if self._is_vendored else [project.port]
        # A folder that lies in another one comes first.
        self._folders = sorted(folders, key=lambda one: -len(os.path.normpath(one)))
        self._trees: dict[Path, ConfinedTree] = {}
        self._opened = ExitStack()

    def __enter__(self) -> Areas:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._trees.clear()
        self._opened.close()

    def target(self, text: str) -> Target:
        """Return the file that a path names.

        Args:
            text: the path, relative to the folder of porter.toml.

        Raises:
            PorterError: it lies where no sync writes.
        """
        place = os.path.normpath(os.path.join(self.root, text))
        for folder in self._folders:
            prefix = os.path.normpath(folder).rstrip("/") + "/"
            path = place.removeprefix(prefix)
            if path != place and is_inside(path) and not path.startswith(JOURNAL):
                return Target(folder, path)
        if self._is_vendored and text == SETTINGS:  # `--to` corrects the revision
            return Target(self.root, SETTINGS)
        raise PorterError(f"no sync writes or removes {text!r}", path=self.root)

    def name(self, place: Path) -> str:
        """Return the path of a file, relative to the folder of porter.toml."""
        return os.path.relpath(place, self.root)

    def tree(self, area: Path) -> ConfinedTree:
        """Return an area to write in, which is made when it is not there.

        Raises:
            OSError: it cannot be made.
        """
        if area not in self._trees:
            area.mkdir(parents=True, exist_ok=True)
            self._trees[area] = self._opened.enter_context(ConfinedTree(area))
        return self._trees[area]

    def remove(self, target: Target) -> None:
        """Remove a file, and the folders that it leaves empty.

        Nothing is done where there is no such file, or a link stands for a folder above it.

        Raises:
            OSError: it cannot be removed.
        """
        if not target.area.is_dir():
            return
        tree = self.tree(target.area)
        try:
            tree.remove(target.path)
        except (OutOfBounds, NotADirectoryError, IsADirectoryError):
            return
        for folder in above(target.path):
            if folder == PORTER_FOLDER:
                return
            try:
                tree.remove_folder(folder)
            except FileNotFoundError:
                continue
            except OSError:
                return
        if target.area != self._port:
            self._remove_empty(target.area)

    def _remove_empty(self, folder: Path) -> None:
        """Remove an area that is empty, and what that leaves empty above it in the repository."""
        while self.root in folder.parents:
            try:
                folder.rmdir()
            except OSError:
                return
            folder = folder.parent
