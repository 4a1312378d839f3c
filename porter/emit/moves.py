"""A renamed tree written over itself: files change, and change their places.

Everything new is written before anything old goes, so that a run that is cut short loses nothing:
another run finds what the first one left and goes on.
"""

from __future__ import annotations

import json
import os
import posixpath
import stat
from contextlib import suppress

from porter.cache import digest_of
from porter.conversion import Problem
from porter.emit.summary import CHANGED, Summary
from porter.files.confined import ConfinedTree
from porter.project.discover import Entry, Project

#: What is on its way while a tree is renamed in place.
JOURNAL = ".porter/moving.json"


def without_half_done(project: Project) -> None:
    """Leave out of `project` what a run that was cut short wrote and what still has its source.

    Raises:
        OSError: the project is no folder.
    """
    with ConfinedTree(project.root) as tree:
        half_done = _half_done(tree)
    project.entries = [entry for entry in project.entries if entry.path not in half_done]


def _half_done(tree: ConfinedTree) -> set[str]:
    """Return the new places of what a run that was cut short did not take from its old place."""
    try:
        moves = json.loads(tree.read(JOURNAL))
        return {str(new) for old, new in moves if tree.status(str(old)) is not None}
    except (OSError, ValueError, TypeError, RecursionError):
        return set()


class MovedTree:
    """Writes a renamed package over its source.

    Args:
        summary: what was renamed; told what is written.
        tree: the source.
    """

    def __init__(self, summary: Summary, tree: ConfinedTree) -> None:
        self._summary = summary
        self._tree = tree
        self._half_done = _half_done(tree)

    def write(self) -> None:
        """Write everything that is new, then remove what is old.

        What goes wrong with a file is told; its old place is left as it is.
        """
        tree, renamed = self._tree, self._summary.renamed
        tree.sweep(posixpath.dirname(JOURNAL))
        for path in self._summary.project.leftovers:
            with suppress(OSError):
                tree.remove(path)
        if renamed:
            try:
                tree.write(JOURNAL, json.dumps(sorted(renamed.items())).encode(), durable=True)
            except OSError as error:
                self._problem(JOURNAL, error)
                return  # without it, another run would take what is new for upstream's
        moved = [entry.path for entry in self._summary.project.entries if self._attempt(entry)]
        moved += [path for path in self._summary.project.empty_folders if self._folder(path)]
        left = [path for path in moved if not self._remove(path)]
        if left:
            return  # what is left at its old place is told from upstream by the journal
        with suppress(OSError):
            tree.remove(JOURNAL)
            tree.remove_folder(posixpath.dirname(JOURNAL))  # unless there is something else in it

    def _attempt(self, entry: Entry) -> bool:
        """Write one file; return whether its old place has to go."""
        try:
            return self._file(entry)
        except OSError as error:
            self._problem(entry.path, error)
            return False

    def _file(self, entry: Entry) -> bool:
        summary, tree = self._summary, self._tree
        new = summary.renamed.get(entry.path)
        target = new or entry.path
        if new is not None and new not in self._half_done and tree.status(new) is not None:
            raise FileExistsError(None, f"{new} is there")
        if entry.is_link:
            destination = summary.links.get(entry.path) or tree.destination(entry.path)
            summary.written += tree.link(target, destination)
            return new is not None
        outcome = summary.outcomes.get(entry.path)
        result = None if outcome is None else outcome.result
        with os.fdopen(tree.open(entry.path), "rb") as source:
            mode = stat.S_IMODE(os.fstat(source.fileno()).st_mode)
            if outcome is not None and result is not None and result.changes:
                data = source.read()
                if digest_of(data) != outcome.digest:
                    summary.problems.append(Problem(entry.path, CHANGED))
                    return False
                summary.written += tree.write(target, result.apply(data), mode, durable=True)
            elif new is not None:
                tree.copy(source, target, mode, durable=True)
                summary.written += 1
        return new is not None

    def _folder(self, path: str) -> bool:
        """Make an empty folder under its new name; return whether its old place has to go."""
        new = self._summary.renamed.get(path)
        if new is None:
            return False
        try:
            self._tree.make_folder(new)
        except OSError as error:
            self._problem(path, error)
            return False
        return True

    def _remove(self, path: str) -> bool:
        """Remove what has moved, and the folders that are empty without it."""
        try:
            status = self._tree.status(path)
            if status is not None and stat.S_ISDIR(status.st_mode):
                self._tree.remove_folder(path)
            else:
                self._tree.remove(path)
        except OSError as error:
            self._problem(path, error)
            return False
        while path := posixpath.dirname(path):
            try:
                self._tree.remove_folder(path)
            except OSError:
                break
        return True

    def _problem(self, path: str, error: OSError) -> None:
        reason = f"cannot be written: {error.strerror or error}"
        self._summary.problems.append(Problem(path, reason))
