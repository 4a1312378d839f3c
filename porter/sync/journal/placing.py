"""Places the files of a journal, skipping those that are already in place."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.digests import digest_of
from porter.files.flush import flush
from porter.files.paths import above
from porter.sync.journal.areas import Areas, Target
from porter.sync.journal.steps import Step, damaged, refuse_clashes
from porter.sync.lock.states import EXECUTABLE, LINK, State, state_in

_EMPTY = digest_of(b"")


class Placing:
    """Files of one sync and what they become.

    Args:
        areas: opens the folders that they lie in.
        own: the port, with the contents.
        folder: in it: the contents, each called by the number of its file.
        steps: the files, and what each becomes; None for none.

    Raises:
        PorterError: a file would have to lie in a link or a file, or a content is not there.
        OSError: something cannot be read.
    """

    def __init__(
        self,
        areas: Areas,
        own: ConfinedTree,
        folder: str,
        steps: Sequence[tuple[Target, State | None]],
    ) -> None:
        self._areas = areas
        self._own = own
        self._folder = folder
        self._steps = steps
        refuse_clashes(steps)
        for number, (_, wanted) in enumerate(steps):
            kept = state_in(own, f"{folder}/{number}")
            digest = None if wanted is None else wanted.digest
            if wanted is not None and (kept is None or kept.kind == LINK or kept.digest != digest):
                raise damaged(own.root / folder, f"its content {number} is missing or was changed")

    def refuse_stranger(self, step: Step) -> None:
        """Refuse to write over what is neither the old nor the new content.

        An empty file is what a loss of power leaves of one that was being written, and nothing of
        a person's is lost with it.

        Raises:
            PorterError: a file holds something else.
        """
        now = self._now(step.target)
        if now not in (step.old, step.new) and (now is None or now.digest != _EMPTY):
            raise PorterError(
                "was changed since the sync was interrupted",
                path=step.target.place,
                hint="move your version away; then run porter sync --continue",
            )

    def run(self) -> None:
        """Give every file its content; return when all of it is on the disk.

        Raises:
            OSError: something cannot be written.
        """
        for target, wanted in self._steps:
            if wanted is None:
                self._areas.remove(target)
        written = []
        for number, (target, wanted) in enumerate(self._steps):
            if wanted is not None:
                self._place(target, wanted, f"{self._folder}/{number}")
                written += [] if wanted.kind == LINK else [target.place]
        folders = {
            target.area / folder
            for target, _ in self._steps
            for folder in (*above(target.path), "")
        }
        flush([*written, *(folder for folder in folders if folder.is_dir())])

    def sweep(self) -> None:
        """Remove the temporary files that a killed run left beside its files."""
        for area, folder in {(one.area, one.path.rpartition("/")[0]) for one, _ in self._steps}:
            if area.is_dir():
                self._areas.tree(area).sweep(folder)
        self._areas.tree(self._areas.root).sweep("")  # beside the lock

    def _now(self, target: Target) -> State | None:
        if not target.area.is_dir():
            return None
        return state_in(self._areas.tree(target.area), target.path)

    def _place(self, target: Target, wanted: State, content: str) -> None:
        tree = self._areas.tree(target.area)
        if wanted.kind == LINK:
            tree.link(target.path, os.fsdecode(self._own.read(content)))
            return
        mode = _mode(tree, target.path, wanted.kind == EXECUTABLE)
        with os.fdopen(self._own.open(content), "rb") as source:
            tree.copy(source, target.path, mode)


def _mode(tree: ConfinedTree, path: str, executable: bool) -> int:
    """Return the permission bits of a file: those it has, as to whether it may be run as told."""
    status = tree.status(path)
    if status is not None and stat.S_ISREG(status.st_mode):
        mode = stat.S_IMODE(status.st_mode)
    else:
        umask = os.umask(0)
        os.umask(umask)
        mode = 0o666 & ~umask
    return mode | (mode & 0o444) >> 2 if executable else mode & ~0o111
