"""Cache of clang's verdicts on pieces of source, valid until headers or compiler change.

A proof compiles many thousand small pieces against the same headers. What came of a piece depends
on its text, the headers, the compiler and its arguments alone, so it need not be compiled twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from porter.files.json_values import flag, parsed, row, rows, table, text, texts
from porter.files.regular import read_regular
from porter.files.write import write_atomically

#: Bytes of the largest file of verdicts.
LARGEST = 1_000_000_000
#: What the pieces are compiled as: (for the device, macros defined).
Configuration = tuple[bool, tuple[str, ...]]


class VerdictCache:
    """Clang's verdicts on pieces under one set of headers.

    Args:
        folder: where the cache is; None for one that ends with this process.
        parts: whatever else an answer depends on: headers, compiler, architecture.
    """

    def __init__(self, folder: Path | None = None, parts: Iterable[str] = ()) -> None:
        self._path: Path | None = None
        self._messages: dict[Configuration, dict[str, str]] = {}
        self._is_new = False
        if folder is not None:
            key = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape"))
            self._path = folder / f"verdicts-{key.hexdigest()}.json"
            self._messages = _read(self._path)

    def unknown(self, configuration: Configuration, pieces: Sequence[str]) -> list[str]:
        """Return the pieces of which nothing is known, each once."""
        known = self._messages.get(configuration, {})
        return [piece for piece in dict.fromkeys(pieces) if _key(piece) not in known]

    def store(
        self, configuration: Configuration, pieces: Sequence[str], refused: Mapping[int, str]
    ) -> None:
        """Store verdicts on pieces: index -> clang's first message, of those refused."""
        known = self._messages.setdefault(configuration, {})
        known.update((_key(piece), refused.get(i, "")) for i, piece in enumerate(pieces))
        self._is_new = self._is_new or bool(pieces)

    def refused(self, configuration: Configuration, pieces: Sequence[str]) -> dict[int, str]:
        """Return index -> clang's first message, of those of the known pieces that it refused."""
        known = self._messages.get(configuration, {})
        messages = {i: known[_key(piece)] for i, piece in enumerate(pieces)}
        return {i: message for i, message in messages.items() if message}

    def save(self) -> None:
        """Write the cache to disk."""
        if self._path is not None and self._is_new:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, json.dumps([*self._messages.items()]).encode())
            self._is_new = False


def _key(piece: str) -> str:
    return hashlib.blake2b(piece.encode(), digest_size=16).hexdigest()


def _read(path: Path) -> dict[Configuration, dict[str, str]]:
    """Return what is kept in a file; nothing when there is none, or it is none of porter's."""
    found: dict[Configuration, dict[str, str]] = {}
    try:
        for one in rows(parsed(read_regular(path, LARGEST))):
            configuration, messages = row(one, 2)
            is_device, macros = row(configuration, 2)
            found[flag(is_device), texts(macros)] = {
                key: text(message) for key, message in table(messages).items()
            }
    except (OSError, ValueError):
        return {}
    return found
