"""What porter wrote to a port, so that a change by hand is never overwritten unawares.

`.porter/written.json` in the port holds a digest of each file as porter wrote it; it is meant to
be committed with the port. While a run writes, a journal beside it says what is on its way: after
a crash, both the old and the new content count as porter's own.
"""

from __future__ import annotations

import json
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.project.names import BASE_FOLDER, PORT_MARK

FORMAT = 1


class Record:
    """The digests of the files of one port.

    Args:
        folder: the port.

    Raises:
        PorterError: the record is there and cannot be read, or `porter sync` keeps the port, whose
            lock and bases are its record.
    """

    def __init__(self, folder: Path) -> None:
        if (folder / BASE_FOLDER).is_dir():
            raise PorterError(
                "`porter sync` keeps this port", path=folder, hint="run `porter sync` to write it"
            )
        self._path = folder / PORT_MARK
        self._journal_path = self._path.with_name("journal")
        self._journal: TextIOWrapper | None = None
        self.files = self._read()
        self._on_its_way = self._read_journal()
        self.was_interrupted = self._journal_path.exists()

    def is_ours(self, path: str, digest: str) -> bool:
        """Tell whether a file with this content is as porter wrote it."""
        return self.files.get(path) == digest or digest in self._on_its_way.get(path, ())

    def announce(self, path: str, digest: str) -> None:
        """Note, before the file is touched, what is going to be written."""
        if self._journal is None:
            self._journal_path.parent.mkdir(parents=True, exist_ok=True)
            self._journal = self._journal_path.open("a", encoding="utf-8")
        self._journal.write(json.dumps([path, digest]) + "\n")
        self._journal.flush()

    def close(self) -> None:
        """Write the record; the journal has done its work."""
        # As `json.dumps(…, indent=0)` gives it, a line a file, which is ten times as slow.
        quoted = json.encoder.encode_basestring_ascii
        lines = [f"{quoted(path)}: {quoted(self.files[path])}" for path in sorted(self.files)]
        text = '{\n"files": {\n' + ",\n".join(lines) + f'\n}},\n"format": {FORMAT}\n}}\n'
        write_atomically(self._path, text.encode())
        self.abandon()
        with suppress(OSError):
            self._journal_path.unlink(missing_ok=True)

    def abandon(self) -> None:
        """Leave the journal for the next run."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _read(self) -> dict[str, str]:
        try:
            content = json.loads(self._path.read_bytes())
            if content["format"] != FORMAT:
                raise ValueError(f"format {content['format']}")
            return {str(path): str(digest) for path, digest in content["files"].items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise PorterError(
                f"the record of what porter wrote is damaged ({error})",
                path=self._path,
                hint="restore it from version control; or remove it and use --force",
            ) from error

    def _read_journal(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        try:
            lines = self._journal_path.read_text("utf-8").splitlines()
        except OSError:
            return found
        for line in lines:
            with suppress(ValueError, TypeError):  # the last line may be half
                path, digest = json.loads(line)
                found.setdefault(path, set()).add(digest)
        return found
