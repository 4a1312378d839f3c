"""Writes a renamed tree over itself: contents and paths change.

Everything new is written before anything old goes, so that a run that is cut short loses nothing:
another run finds what the first one left and goes on.
"""

from __future__ import annotations

import json
import os
import posixpath
import stat
from collections.abc import Callable
from typing import TYPE_CHECKING

from porter.files.confined import ConfinedTree
from porter.files.digests import digest_of
from porter.packs.journal import FOLDER, JOURNAL, Journal, read
from porter.packs.record import ReverseRecord
from porter.port.written import CHANGED, Written
from porter.project.discover import Entry

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion


class MovedTree:
    """Writes a renamed package over its source.

    Args:
        conversion: what was renamed.
        tree: the source.
        record: what a rename taken back must know.
        done: updated with what is written.
    """

    def __init__(
        self, conversion: TreeConversion, tree: ConfinedTree, record: ReverseRecord, done: Written
    ) -> None:
        self._conversion = conversion
        self._tree = tree
        self._record = record
        self._done = done
        self._has_failed = False
        journal = read(tree)
        self._begun = set() if journal is None else {new for _, new in journal.moves}

    def write(self) -> None:
        """Write everything that is new, then remove what is old.

        What goes wrong with a file is noted; its old place is left as it is.
        """
        project = self._conversion.project
        for path in project.leftovers:
            self._attempt(path, self._discard, path)
        if not self._attempt(JOURNAL, self._begin):
            return
        moved = [one.path for one in project.entries if self._attempt(one.path, self._file, one)]
        moved += [one for one in project.empty_folders if self._attempt(one, self._folder, one)]
        for path in moved:
            self._attempt(path, self._remove, path)
        if not self._has_failed:  # else another run goes on where this one could not
            self._attempt(JOURNAL, self._end)

    def _discard(self, path: str) -> bool:
        """Remove a temporary file of a run that was cut short."""
        self._tree.remove(path)
        return True

    def _begin(self) -> bool:
        """Note what is going to be done: another run tells by it what is new from what is old.

        What taking the rename back must know is noted before the files lose it, and forgotten
        after they have it again.
        """
        self._tree.sweep(FOLDER)
        self._tree.remove_folder(FOLDER)
        moves, becomes = sorted(self._conversion.renamed.items()), self._becomes()
        if not (moves or becomes or self._conversion.links or self._begun):
            return False
        journal = Journal(moves, becomes)
        self._tree.write(JOURNAL, json.dumps(journal._asdict()).encode(), durable=True)
        if not self._record.is_empty:
            self._record.write(self._tree)
        return True

    def _becomes(self) -> list[tuple[str, str]]:
        found = []
        for file in self._conversion.converted:
            if file.changes and file.path not in self._conversion.renamed:
                new = file.apply(self._tree.read(file.path))
                found.append((file.path, digest_of(new)))
        return found

    def _end(self) -> bool:
        if self._record.is_empty:
            self._record.write(self._tree)
        self._tree.remove(JOURNAL)
        self._tree.remove_folder(FOLDER)
        return True

    def _attempt(self, path: str, step: Callable[..., bool], *of: object) -> bool:
        """Do one step; return what it says, and no when it cannot be done."""
        try:
            return step(*of)
        except OSError as error:
            self._has_failed = True
            reason = f"cannot be written: {error.strerror or error}"
            self._done.problem(path, reason)
            return False

    def _file(self, entry: Entry) -> bool:
        """Write one file; return whether its old place has to go."""
        conversion, tree, done = self._conversion, self._tree, self._done
        new = conversion.renamed.get(entry.path)
        target = new or entry.path
        if new is not None and new not in self._begun and tree.status(new) is not None:
            raise FileExistsError(None, f"{new} is there")
        if entry.is_link:
            destination = conversion.links.get(entry.path) or tree.destination(entry.path)
            done.written += tree.link(target, destination)
            return new is not None
        file = conversion.files.get(entry.path)
        with os.fdopen(tree.open(entry.path), "rb") as source:
            mode = stat.S_IMODE(os.fstat(source.fileno()).st_mode)
            if file is not None and file.changes:
                data = source.read()
                if digest_of(data) != file.digest:
                    self._has_failed = True
                    done.problem(entry.path, CHANGED)
                    return False
                done.written += tree.write(target, file.apply(data), mode, durable=True)
            elif new is not None:
                tree.copy(source, target, mode, durable=True)
                done.written += 1
        return new is not None

    def _folder(self, path: str) -> bool:
        """Make an empty folder under its new name; return whether its old place has to go."""
        new = self._conversion.renamed.get(path)
        if new is not None:
            self._tree.make_folder(new)
        return new is not None

    def _remove(self, path: str) -> bool:
        """Remove what has moved, and the folders that are empty without it."""
        status = self._tree.status(path)
        if status is not None and stat.S_ISDIR(status.st_mode):
            self._tree.remove_folder(path)
        else:
            self._tree.remove(path)
        folder = posixpath.dirname(path)
        while folder and self._tree.remove_folder(folder):
            folder = posixpath.dirname(folder)
        return True
