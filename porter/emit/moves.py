"""A renamed tree written over itself: files change, and change their places.

Everything new is written before anything old goes, so that a run that is cut short loses nothing:
another run finds what the first one left and goes on.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path

from porter.cache import digest_of
from porter.conversion import Problem
from porter.emit.summary import Summary
from porter.files.write import copy_atomically, link_atomically, write_atomically
from porter.project.discover import Entry, Project

#: What is on its way while a tree is renamed in place.
JOURNAL = ".porter/moving.json"
_CHANGED = "changed while porter ran; run it again"


def without_half_done(project: Project) -> None:
    """Leave out of `project` what a run that was cut short wrote and what still has its source."""
    try:
        moves = json.loads((project.root / JOURNAL).read_bytes())
        half_done = {new for old, new in moves if os.path.lexists(project.root / old)}
    except (OSError, ValueError, TypeError):
        return
    project.entries = [entry for entry in project.entries if entry.path not in half_done]


class MovedTree:
    """Writes a renamed package over its source.

    Args:
        summary: what was renamed; told what is written.
    """

    def __init__(self, summary: Summary) -> None:
        self._summary = summary
        self._root = summary.project.root

    def write(self) -> None:
        """Write everything that is new, then remove what is old.

        What goes wrong with a file is told; its old place is left as it is.
        """
        for path in self._summary.project.leftovers:
            with suppress(OSError):
                (self._root / path).unlink()
        journal = self._root / JOURNAL
        if self._summary.renamed:
            moves = json.dumps(sorted(self._summary.renamed.items()))
            write_atomically(journal, moves.encode())
        moved = [entry.path for entry in self._summary.project.entries if self._attempt(entry)]
        for path in self._summary.project.empty_folders:
            if path in self._summary.renamed:
                (self._root / self._summary.renamed[path]).mkdir(parents=True, exist_ok=True)
                moved.append(path)
        for path in moved:
            self._remove(path)
        journal.unlink(missing_ok=True)
        with suppress(OSError):
            journal.parent.rmdir()  # unless there is something else in it

    def _attempt(self, entry: Entry) -> bool:
        """Write one file; return whether its old place has to go."""
        try:
            return self._file(entry)
        except OSError as error:
            reason = f"cannot be written: {error.strerror or error}"
            self._summary.problems.append(Problem(entry.path, reason))
            return False

    def _file(self, entry: Entry) -> bool:
        summary = self._summary
        new = summary.renamed.get(entry.path)
        source, target = self._root / entry.path, self._root / (new or entry.path)
        if entry.is_link:
            destination = summary.links.get(entry.path) or os.readlink(source)
            summary.written += link_atomically(target, destination)
            return new is not None
        outcome = summary.outcomes.get(entry.path)
        result = None if outcome is None else outcome.result
        mode = stat.S_IMODE(source.stat().st_mode)
        if outcome is not None and result is not None and result.changes:
            data = source.read_bytes()
            if digest_of(data) != outcome.digest:
                summary.problems.append(Problem(entry.path, _CHANGED))
                return False
            summary.written += write_atomically(target, result.apply(data), mode)
        elif new is not None:
            copy_atomically(source, target, mode)
            summary.written += 1
        return new is not None

    def _remove(self, path: str) -> None:
        """Remove what has moved, and the folders that are empty without it."""
        old = self._root / path
        with suppress(OSError):
            old.rmdir() if old.is_dir() and not old.is_symlink() else old.unlink()
        for folder in Path(path).parents:
            if folder == Path("."):
                break
            try:
                (self._root / folder).rmdir()
            except OSError:
                break
