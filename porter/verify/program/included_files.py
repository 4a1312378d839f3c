"""The files of a tree that a source includes, and the folders that a compiler has to be told of."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import read_regular
from porter.verify.recording.sources import INCLUDED


class Included(NamedTuple):
    """What a source includes of its tree.

    Attributes:
        texts: the source and the files, by path.
        folders: where headers are that do not lie beside what includes them, each the only one
            of its name.
    """

    texts: dict[str, bytes]
    folders: tuple[str, ...]


class IncludedFiles:
    """Finds headers as the compiler does, and where it would not, by their names.

    Args:
        root: the tree.
        paths: its files, relative to it.
    """

    def __init__(self, root: Path, paths: Iterable[str]) -> None:
        self._root = root
        self._paths: dict[str, list[str]] = {}
        for path in paths:
            self._paths.setdefault(posixpath.basename(path), []).append(path)

    def of(self, source: str, folders: Sequence[str] = ()) -> Included:
        """Return what a source includes, directly and through others.

        Args:
            source: its path in the tree.
            folders: those that the compiler is told of.
        """
        texts: dict[str, bytes] = {}
        told = list(folders)
        left = [source]
        while left:
            path = left.pop()
            if path in texts or not self._is_there(path):
                continue
            texts[path] = read_regular(self._root / path)
            for name in INCLUDED.findall(texts[path]):
                words = name.decode("utf-8", "replace")
                left += self._found(words, posixpath.dirname(path), told)
        return Included(texts, tuple(one for one in told if one not in folders))

    def _found(self, name: str, place: str, told: list[str]) -> list[str]:
        """Return the file that is included, if it is the tree's; add its folder where need be."""
        for folder in (place, *told):
            path = posixpath.normpath(posixpath.join(folder, name))
            if self._is_there(path):
                return [path]
        named = self._paths.get(posixpath.basename(name), [])
        found = [path for path in named if f"/{path}".endswith(f"/{name}")]
        if len(found) == 1:
            told.append(found[0].removesuffix(name).rstrip("/") or ".")
        return found if len(found) == 1 else []

    def _is_there(self, path: str) -> bool:
        return path in self._paths.get(posixpath.basename(path), ())
