"""The files of a tree that a source includes, and the folders that a compiler has to be told of."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import read_regular
from porter.project.discover import discover

#: The file that a line includes, behind its quote or angle bracket.
_INCLUDED = re.compile(rb'^[ \t]*+#[ \t]*+include[ \t]*+(["<])([^">\n]++)[">]', re.MULTILINE)
#: Where the headers are that any program may include.
_SYSTEM = Path("/usr/include")
#: A file that is meant to lie beside what includes it.
_INCLUDES_BESIDE = re.compile(rb'^[ \t]*+#[ \t]*+include[ \t]*+"', re.MULTILINE)


class Included(NamedTuple):
    """What a source includes of its tree.

    Attributes:
        texts: the source and the files, by path.
        folders: where headers are that do not lie beside what includes them, each the only one
            of its name, or one of several that hold the same.
    """

    texts: dict[str, bytes]
    folders: tuple[str, ...]


class IncludedFiles:
    """Finds headers as the compiler does, and where it would not, by their names.

    Args:
        root: the tree.
        paths: its files that may be found by their names, relative to it; by default all of them,
            listed when the first is looked for.
    """

    def __init__(self, root: Path, paths: Iterable[str] | None = None) -> None:
        self._root = root
        self._given = None if paths is None else [*paths]

    def of(self, *sources: str, folders: Sequence[str] = ()) -> Included:
        """Return what sources include, directly and through others.

        Args:
            sources: their paths in the tree; what is not there is left out.
            folders: those that the compiler is told of, relative to the tree or absolute.
        """
        texts: dict[str, bytes] = {}
        told = list(folders)
        left = [*sources]
        while left:
            path = left.pop()
            if path in texts or not self._is_there(path):
                continue
            texts[path] = read_regular(self._root / path)
            for sign, name in _INCLUDED.findall(texts[path]):
                find = self._found if sign == b'"' else self._in_brackets
                left += find(os.fsdecode(name), posixpath.dirname(path), told)
        return Included(texts, tuple(one for one in told if one not in folders))

    def _found(self, name: str, place: str, told: list[str]) -> list[str]:
        """Return the file that is included, if it is the tree's; add its folder where need be.

        Args:
            name: as it is written.
            place: the folder of what includes it.
            told: folders that the compiler is told of.
        """
        if there := self._among((place, *told), name):
            return there
        named = self._paths.get(posixpath.basename(name), [])
        found = [path for path in named if f"/{path}".endswith(f"/{name}")]
        texts = {read_regular(self._root / path) for path in found} if len(found) > 1 else ()
        if not found or len(texts) > 1 or any(map(_INCLUDES_BESIDE.search, texts)):
            return []  # or which one is meant cannot be told
        told.append(found[0].removesuffix(name).rstrip("/") or ".")
        return found[:1]

    def _in_brackets(self, name: str, place: str, told: list[str]) -> list[str]:
        """Return the file that is included in angle brackets; see `_found`.

        It is not looked for by its name: the tree may have a header called as a system's. One that
        lies beside what includes it and is none of the system's is meant all the same, as it is
        with a build's `-I.`.
        """
        if there := self._among(told, name):
            return there
        beside = self._among((place,), name) if not (_SYSTEM / name).exists() else []
        if beside:
            told.append(place or ".")
        return beside

    def _among(self, folders: Iterable[str], name: str) -> list[str]:
        paths = (posixpath.normpath(posixpath.join(folder, name)) for folder in folders)
        return next(([path] for path in paths if self._is_there(path)), [])

    def _is_there(self, path: str) -> bool:
        return (self._root / path).is_file()

    @cached_property
    def _paths(self) -> dict[str, list[str]]:
        """The files by what they are called."""
        paths = self._given
        if paths is None:
            paths = [one.path for one in discover(self._root).entries if not one.is_link]
        named: dict[str, list[str]] = {}
        for path in paths:
            named.setdefault(posixpath.basename(path), []).append(path)
        return named
