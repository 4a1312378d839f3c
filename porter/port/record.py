"""The record of the files that porter wrote to a port, which protects hand edits.

`.porter/written.json` in the port holds a digest of each file as porter wrote it; it is meant to
be committed with the port. While a run writes, a journal beside it says what is on its way: after
a crash, both the old and the new content count as porter's own.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from porter.errors import PorterError
from porter.files.atomic import write_all
from porter.files.confined import ConfinedTree
from porter.files.json_values import document, name, parsed, row, table, text
from porter.files.names import BASE_FOLDER, JOURNAL, PORT_MARK
from porter.files.regular import LARGEST_RECORD

FORMAT = 1


def recorded(port: Path) -> dict[str, str]:
    """Return path -> digest of the files of a port as porter wrote them.

    Raises:
        PorterError: as `Record`.
    """
    with ConfinedTree(port) as tree:
        return Record(tree).files


class Record:
    """The digests of the files of one port.

    Args:
        tree: the port.

    Raises:
        PorterError: the record is there and cannot be read, or `porter sync` keeps the port, whose
            lock and bases are its record.
    """

    def __init__(self, tree: ConfinedTree) -> None:
        self._tree = tree
        self._journal: int | None = None
        try:
            is_kept = tree.status(BASE_FOLDER) is not None
            self.was_interrupted = tree.status(JOURNAL) is not None
        except OSError as error:
            raise PorterError(
                f"what porter knows about this port cannot be read: {error.strerror}",
                path=tree.root,
                hint="remove what is in the way of the folder .porter",
            ) from error
        if is_kept:
            raise PorterError(
                "`porter sync` keeps this port",
                path=tree.root,
                hint="run `porter sync` to write it",
            )
        self.files = self._read()
        self._on_its_way = self._read_journal()

    @property
    def folders_in_progress(self) -> list[str]:
        """The folders in which a run that was interrupted may have left temporary files."""
        folders = {path.rpartition("/")[0] for path in (*self._on_its_way, PORT_MARK)}
        return sorted(folders)

    def is_ours(self, path: str, digest: str) -> bool:
        """Tell whether a file with this content is as porter wrote it."""
        return self.files.get(path) == digest or digest in self._on_its_way.get(path, ())

    def announce(self, path: str, digest: str) -> None:
        """Note, before the file is touched, what is going to be written.

        Raises:
            OSError: it cannot be noted.
        """
        if self._journal is None:
            self._journal = self._tree.append(JOURNAL)
        # The line before may be half, where the disk was full.
        line = "\n" + json.dumps([path, digest]) + "\n"
        write_all(self._journal, line.encode())

    def close(self) -> None:
        """Write the record; the journal has done its work.

        Raises:
            OSError: the record cannot be written; the journal is left for the next run.
        """
        # As `json.dumps(…, indent=0)` gives it, a line a file, which is ten times as slow.
        quoted = json.encoder.encode_basestring_ascii
        lines = [f"{quoted(path)}: {quoted(self.files[path])}" for path in sorted(self.files)]
        whole = '{\n"files": {\n' + ",\n".join(lines) + f'\n}},\n"format": {FORMAT}\n}}\n'
        self.abandon()
        self._tree.write(PORT_MARK, whole.encode(), durable=True)
        self._tree.remove(JOURNAL)

    def abandon(self) -> None:
        """Leave the journal for the next run."""
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None

    def _read(self) -> dict[str, str]:
        try:
            content = document(self._tree.read(PORT_MARK, LARGEST_RECORD), FORMAT, ("files",))
            return {name(path): text(digest) for path, digest in table(content["files"]).items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise PorterError(
                f"the record of what porter wrote is damaged ({error})",
                path=self._tree.root / PORT_MARK,
                hint="restore it from version control; or remove it and use --force",
            ) from error

    def _read_journal(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        try:
            lines = self._tree.read(JOURNAL, LARGEST_RECORD).splitlines()
        except OSError:
            return found
        for line in lines:
            with suppress(ValueError):  # a line may be half
                path, digest = row(parsed(line), 2)
                found.setdefault(name(path), set()).add(text(digest))
        return found
