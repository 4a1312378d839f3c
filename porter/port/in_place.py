"""A port on disk that takes the place of its source.

The support headers come first, then the sources that include them, then new names: whenever a run
is cut short, the next one finds what is left to do.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable

from porter.compat.headers import SUPPORT_FOLDER, text
from porter.convert.project import Problem
from porter.convert.summary import CHANGED, Summary
from porter.files.confined import IS_LINK, ConfinedTree, OutOfBounds
from porter.files.digests import digest_of


class InPlace:
    """Writes a port over its source.

    Args:
        summary: what was converted; told what is written.
        tree: the source.
    """

    def __init__(self, summary: Summary, tree: ConfinedTree) -> None:
        self._summary = summary
        self._tree = tree

    def write(self) -> None:
        """Write what changed; what goes wrong with a file is told and the rest goes on."""
        self._tree.sweep(SUPPORT_FOLDER)
        self._each(self._summary.project.leftovers, self._tree.remove)
        headers = {f"{SUPPORT_FOLDER}/{name}": name for name in self._summary.supports}
        self._each(headers, lambda path: self._support(path, headers[path]))
        if self._each(self._summary.outcomes, self._file):
            self._each(self._summary.renamed, self._rename)
        else:
            # Files that still have to change name the others as they are called now.
            self._summary.notes += [
                f"{path} keeps its name until every file can be written"
                for path in self._summary.renamed
            ]

    def _each(self, paths: Iterable[str], write: Callable[[str], None]) -> bool:
        """Write several files; return whether all could be written."""
        before = len(self._summary.problems)
        for path in paths:
            try:
                write(path)
            except OSError as error:
                self._problem(path, f"cannot be written: {error.strerror or error}")
        return len(self._summary.problems) == before

    def _support(self, path: str, name: str) -> None:
        there = self._tree.status(path)
        if there is not None and stat.S_ISLNK(there.st_mode):
            raise OutOfBounds(path, IS_LINK)
        self._summary.written += self._tree.write(path, text(name), durable=True)

    def _file(self, path: str) -> None:
        outcome = self._summary.outcomes[path]
        if outcome.result is None or not outcome.result.changes:
            return
        data = self._tree.read(path)
        if digest_of(data) != outcome.digest:
            self._problem(path, CHANGED)
            return
        new = self._summary.new_bytes(path, outcome.result, data)
        self._summary.written += self._tree.write(path, new, durable=True)

    def _rename(self, path: str) -> None:
        new = self._summary.renamed[path]
        if self._tree.status(new) is not None:
            self._problem(path, f"cannot be renamed: {new} is there")
            return
        self._tree.rename(path, new)

    def _problem(self, path: str, reason: str) -> None:
        self._summary.problems.append(Problem(path, reason))
