"""A renamed tree written over itself: files change, and change their places.

Everything new is written before anything old goes, so that a run that is cut short loses nothing:
another run finds what the first one left and goes on.
"""

from __future__ import annotations

import json
import os
import posixpath
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from porter.convert.project import Problem
from porter.convert.summary import CHANGED, Summary
from porter.files.confined import ConfinedTree
from porter.files.digests import digest_if_there, digest_of
from porter.files.json_values import fields, name, parsed, row, rows
from porter.files.regular import LARGEST_RECORD
from porter.packs.record import ReverseRecord
from porter.project.discover import Entry, Project

#: What is on its way while a tree is renamed in place.
JOURNAL = ".porter/moving.json"
_FOLDER = posixpath.dirname(JOURNAL)


class _Journal(NamedTuple):
    """What a run that was cut short had begun.

    Attributes:
        moves: (old place, new place) of files.
        becomes: (path, digest) of files that change and stay where they are.
    """

    moves: list[tuple[str, str]]
    becomes: list[tuple[str, str]]


def without_done(project: Project) -> bool:
    """Leave out of `project` what a run that was cut short has done; tell whether there was one."""
    with ConfinedTree(project.root) as tree:
        journal = _read(tree)
        if journal is None:
            return False
        done = {new for _, new in journal.moves}
        for path, digest in journal.becomes:
            with suppress(OSError):
                if digest_if_there(tree, path) == digest:
                    done.add(path)
    project.entries = [entry for entry in project.entries if entry.path not in done]
    made = {str(folder) for path in done for folder in PurePosixPath(path).parents} | done
    project.empty_folders = [path for path in project.empty_folders if path not in made]
    return True


def _read(tree: ConfinedTree) -> _Journal | None:
    try:
        found = fields(parsed(tree.read(JOURNAL, LARGEST_RECORD)), _Journal._fields)
        return _Journal(_pairs(found["moves"]), _pairs(found["becomes"]))
    except (OSError, ValueError):
        return None


def _pairs(value: Any) -> list[tuple[str, str]]:
    return [(name(first), name(second)) for first, second in (row(one, 2) for one in rows(value))]


class MovedTree:
    """Writes a renamed package over its source.

    Args:
        summary: what was renamed; told what is written.
        tree: the source.
        record: what a rename taken back must know.
    """

    def __init__(self, summary: Summary, tree: ConfinedTree, record: ReverseRecord) -> None:
        self._summary = summary
        self._tree = tree
        self._record = record
        self._has_failed = False
        journal = _read(tree)
        self._begun = set() if journal is None else {new for _, new in journal.moves}

    def write(self) -> None:
        """Write everything that is new, then remove what is old.

        What goes wrong with a file is told; its old place is left as it is.
        """
        project = self._summary.project
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
        self._tree.sweep(_FOLDER)
        self._tree.remove_folder(_FOLDER)
        moves, becomes = sorted(self._summary.renamed.items()), self._becomes()
        if not (moves or becomes or self._summary.links or self._begun):
            return False
        journal = _Journal(moves, becomes)
        self._tree.write(JOURNAL, json.dumps(journal._asdict()).encode(), durable=True)
        if not self._record.is_empty:
            self._record.write(self._tree)
        return True

    def _becomes(self) -> list[tuple[str, str]]:
        found = []
        for path, result in self._summary.results:
            if result.changes and path not in self._summary.renamed:
                found.append((path, digest_of(result.apply(self._tree.read(path)))))
        return found

    def _end(self) -> bool:
        if self._record.is_empty:
            self._record.write(self._tree)
        self._tree.remove(JOURNAL)
        self._tree.remove_folder(_FOLDER)
        return True

    def _attempt(self, path: str, step: Callable[..., bool], *of: object) -> bool:
        """Do one step; return what it says, and no when it cannot be done."""
        try:
            return step(*of)
        except OSError as error:
            self._has_failed = True
            reason = f"cannot be written: {error.strerror or error}"
            self._summary.problems.append(Problem(path, reason))
            return False

    def _file(self, entry: Entry) -> bool:
        """Write one file; return whether its old place has to go."""
        summary, tree = self._summary, self._tree
        new = summary.renamed.get(entry.path)
        target = new or entry.path
        if new is not None and new not in self._begun and tree.status(new) is not None:
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
                    self._has_failed = True
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
