"""Writes a port over its source.

The support headers come first, then the sources that include them, then new names: whenever a run
is cut short, the next one finds what is left to do.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from porter.compat.headers import SUPPORT_FOLDER, text
from porter.files.confined import IS_LINK, ConfinedTree, OutOfBounds
from porter.files.digests import digest_of
from porter.port.written import CHANGED, Written

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion


def write_in_place(conversion: TreeConversion, tree: ConfinedTree) -> Written:
    """Write a port over its source, stage after stage; the next waits for all files of the last.

    Args:
        conversion: what became of the source.
        tree: the source.
    """
    done = Written()
    for stage in conversion.stages or (conversion,):
        if done.problems:
            done.notes.append(f"{', '.join(stage.about)}: waits until every file can be written")
            break
        if stage.record is None:
            InPlace(stage, tree, done).write()
        else:
            from porter.port.moves import MovedTree

            MovedTree(stage, tree, stage.record, done).write()
    return done


class InPlace:
    """Writes a port over its source.

    Args:
        conversion: what became of the source.
        tree: the source.
        done: updated with what is written.
    """

    def __init__(self, conversion: TreeConversion, tree: ConfinedTree, done: Written) -> None:
        self._conversion = conversion
        self._tree = tree
        self._done = done

    def write(self) -> None:
        """Write what changed; what goes wrong with a file is noted and the rest goes on."""
        self._tree.sweep(SUPPORT_FOLDER)
        self._each(self._conversion.project.leftovers, self._tree.remove)
        headers = {f"{SUPPORT_FOLDER}/{name}": name for name in self._conversion.supports}
        self._each(headers, lambda path: self._support(path, headers[path]))
        if self._each(self._conversion.files, self._file):
            self._each(self._conversion.renamed, self._rename)
        else:
            # Files that still have to change name the others as they are called now.
            self._done.notes += [
                f"{path} keeps its name until every file can be written"
                for path in self._conversion.renamed
            ]

    def _each(self, paths: Iterable[str], write: Callable[[str], None]) -> bool:
        """Write several files; return whether all could be written."""
        before = len(self._done.problems)
        for path in paths:
            try:
                write(path)
            except OSError as error:
                self._problem(path, f"cannot be written: {error.strerror or error}")
        return len(self._done.problems) == before

    def _support(self, path: str, name: str) -> None:
        there = self._tree.status(path)
        if there is not None and stat.S_ISLNK(there.st_mode):
            raise OutOfBounds(path, IS_LINK)
        self._done.written += self._tree.write(path, text(name), durable=True)

    def _file(self, path: str) -> None:
        file = self._conversion.files[path]
        if not file.changes:
            return
        data = self._tree.read(path)
        if digest_of(data) != file.digest:
            self._problem(path, CHANGED)
            return
        new, problem = self._conversion.new_bytes(file, data)
        self._done.problems += [problem] if problem else []
        self._done.written += self._tree.write(path, new, durable=True)

    def _rename(self, path: str) -> None:
        new = self._conversion.renamed[path]
        if self._tree.status(new) is not None:
            self._problem(path, f"cannot be renamed: {new} is there")
            return
        self._tree.rename(path, new)

    def _problem(self, path: str, reason: str) -> None:
        self._done.problem(path, reason)
