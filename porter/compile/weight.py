"""Estimates the cost of compiling a list of headers by the text that they bring in."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from porter.files.regular import read_regular

_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"]", re.MULTILINE)


class Weights:
    """Adds up a library's headers and what they include of it, whatever the conditions around.

    Args:
        directories: where the library's headers are searched for, in order.
    """

    def __init__(self, directories: Iterable[Path]) -> None:
        self.directories = tuple(directories)
        self._read: dict[Path, tuple[int, tuple[str, ...]]] = {}
        self._found: dict[str, Path | None] = {}

    def of(self, lines: Sequence[str]) -> int:
        """Return the bytes that the library's headers bring along, each file once.

        Args:
            lines: with `#include`s, as in a source.
        """
        names = _names(os.fsencode("\n".join(lines)))
        queue = [path for name in names if (path := self._find(name)) is not None]
        seen = set(queue)
        total = 0
        while queue:
            path = queue.pop()
            size, names = self._file(path)
            total += size
            for name in names:
                found = self._find(name)
                if found is not None and found not in seen:
                    seen.add(found)
                    queue.append(found)
        return total

    def _find(self, name: str) -> Path | None:
        if name not in self._found:
            candidates = (directory / name for directory in self.directories)
            self._found[name] = next(filter(os.path.isfile, candidates), None)
        return self._found[name]

    def _file(self, path: Path) -> tuple[int, tuple[str, ...]]:
        if path not in self._read:
            try:
                data = read_regular(path)
            except OSError:
                data = b""
            self._read[path] = len(data), _names(data)
        return self._read[path]


def _names(text: bytes) -> tuple[str, ...]:
    return tuple(name.decode("utf-8", "replace") for name in _INCLUDE.findall(text))
