"""A port on disk that takes the place of its source."""

from __future__ import annotations

import stat
from contextlib import suppress

from porter.cache import digest_of
from porter.compat.headers import SUPPORT_FOLDER, text
from porter.conversion import Problem
from porter.emit.summary import CHANGED, Summary
from porter.files.write import write_atomically


class InPlace:
    """Writes a port over its source.

    Args:
        summary: what was converted; told what is written.
    """

    def __init__(self, summary: Summary) -> None:
        self._summary = summary
        self._root = summary.project.root

    def write(self) -> None:
        """Write what changed; what goes wrong with a file is told and the rest goes on."""
        for path in self._summary.project.leftovers:
            with suppress(OSError):
                (self._root / path).unlink()
        for path in self._summary.outcomes:
            try:
                self._file(path)
            except OSError as error:
                reason = f"cannot be written: {error.strerror or error}"
                self._summary.problems.append(Problem(path, reason))
        for name in self._summary.supports:
            path = f"{SUPPORT_FOLDER}/{name}"
            try:
                self._summary.written += write_atomically(self._root / path, text(name))
            except OSError as error:
                reason = f"cannot be written: {error.strerror or error}"
                self._summary.problems.append(Problem(path, reason))

    def _file(self, path: str) -> None:
        outcome = self._summary.outcomes[path]
        new = self._summary.renamed.get(path)
        if outcome.result is None or not (outcome.result.changes or new):
            return
        source = self._root / path
        data = source.read_bytes()
        if digest_of(data) != outcome.digest:
            self._summary.problems.append(Problem(path, CHANGED))
            return
        mode = stat.S_IMODE(source.stat().st_mode)
        data = self._summary.new_bytes(path, outcome.result, data)
        self._summary.written += write_atomically(source, data, mode)
        if new is not None:
            source.rename(self._root / new)
