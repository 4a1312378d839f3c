"""The data files of a tree that a program names: where it is run, and what a port has not."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from porter.project.discover import Project
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.verify.program.found import Data

_PATH = re.compile(rb"[\w./+-]{4,200}")
#: What is read by compilers and builds; an executable names its sources in assertions.
_NO_DATA = frozenset(
    ".cu .cuh .c .cc .cpp .cxx .h .hh .hpp .hxx .inl .inc .py .o .a .so .d .ptx .cubin .cmake .mk"
    " .md .sln .vcxproj".split()
)
_NO_DATA_BY_NAME = frozenset(("CMakeLists.txt", "README", "LICENSE", *MAKEFILE_NAMES))


class Named(NamedTuple):
    """What a program names of a tree's data.

    Attributes:
        place: the folder in which it finds a file that it names; empty for its own.
        note: why it runs there, for a reader; empty for its own.
        unported: the files that it names and a port has not.
    """

    place: str
    note: str
    unported: tuple[Data, ...]


class NamedData:
    """The data files of a tree, by their names.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: Project) -> None:
        self._root = root = tree.root
        own = (one.path for one in tree.entries if not one.is_link)
        left_out = (path for path in tree.excluded if (root / path).is_file())
        self._left_out = sorted(filter(_is_data, left_out))
        self._paths = frozenset((*filter(_is_data, own), *self._left_out))

    def of(self, path: str, content: bytes) -> Named:
        """Return what a program names of them.

        Args:
            path: the program, or its source; folders that it lies in are looked at, its own first.
            content: the program, or its source.
        """
        words = _words(content)
        folder, note = self._place(path, words)
        return Named(folder, note, self._unported(words))

    def _unported(self, words: Sequence[str]) -> tuple[Data, ...]:
        """Return the files that a port has not: Git ignores them.

        A person fetched them beside the sources, as a README or a script says.
        """
        names = {word.rpartition("/")[2] for word in words}
        named = (path for path in self._left_out if PurePosixPath(path).name in names)
        return tuple(Data(path, self._root / path) for path in named)

    def _place(self, path: str, words: Sequence[str]) -> tuple[str, str]:
        """Return the folder in which a program finds a file that it names, and why it is that."""
        relative = [word for word in words if not word.startswith("/")]
        folders = [one.as_posix() for one in PurePosixPath(path).parents]
        for folder in folders:
            for found in _within(folder, relative):
                if found in self._paths:
                    return ("", "") if folder == folders[0] else (folder, _note(folder, found))
        return "", ""


def _is_data(path: str) -> bool:
    name = PurePosixPath(path)
    return name.suffix.lower() not in _NO_DATA and name.name not in _NO_DATA_BY_NAME


def _note(folder: str, found: str) -> str:
    return f"without arguments it is run in {folder}, where {found} is, which it names"


def _words(content: bytes) -> list[str]:
    return sorted({word.decode() for word in _PATH.findall(content) if word.isascii()})


def _within(folder: str, words: Iterable[str]) -> Iterator[str]:
    return (posixpath.normpath(posixpath.join(folder, word)) for word in words)
