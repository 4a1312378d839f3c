"""Data inside a page: compressed, in chunks that are taken out when they are looked at."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

#: Bytes of JSON after which a chunk ends: one is taken out in a few milliseconds.
_CHUNK = 400_000


def packed(value: Any) -> str:
    """Return a value as JSON, compressed, in base64, which no page takes for markup."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("ascii"), 6)).decode("ascii")


class Chunks:
    """Records that are packed together, a few at a time; the first has the place (0, 0)."""

    def __init__(self) -> None:
        self._packed: list[str] = []
        self._open: list[Any] = []
        self._size = 0

    def add(self, record: Any) -> tuple[int, int]:
        """Add a record; return the number of its chunk and its place there."""
        place = len(self._packed), len(self._open)
        self._open.append(record)
        self._size += len(json.dumps(record))
        if self._size > _CHUNK:
            self._close()
        return place

    def texts(self) -> list[str]:
        """Return all chunks, packed."""
        self._close()
        return self._packed

    def _close(self) -> None:
        if self._open:
            self._packed.append(packed(self._open))
            self._open, self._size = [], 0
