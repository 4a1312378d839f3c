"""The data files of a tree that a program names: where it is run, and what a port has not."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.verify.program.found import Data

_PATH = re.compile(rb"[\w./+-]{4,200}")
#: What is read by compilers and builds; an executable names its sources in assertions.
_NO_DATA = frozenset(
    ".cu .cuh .c .cc .cpp .cxx .h .hh .hpp .hxx .inl .inc .py .o .a .so .d .ptx .cubin .cmake .mk"
    " .md .sln .vcxproj".split()
)
_NO_DATA_BY_NAME = frozenset(("CMakeLists.txt", "README", "LICENSE", *MAKEFILE_NAMES))


class NamedData:
    """The data files of a tree, by their names.

    Args:
        project: whose upstream it is.
    """

    def __init__(self, project: ProjectSettings) -> None:
        self._root = root = project.upstream
        tree = discover(root, exclude=project.excluded_from(root))
        self._own = {one.path for one in tree.entries if not one.is_link}
        paths = (*self._own, *(path for path in tree.excluded if (root / path).is_file()))
        self._paths = sorted(filter(_is_data, paths))

    def unported(self, content: bytes) -> tuple[Data, ...]:
        """Return the files that a program names and a port has not: Git ignores them.

        A person fetched them beside the sources, as a README or a script says.

        Args:
            content: the program, or its source.
        """
        words = {word.rpartition("/")[2] for word in _words(content)}
        left_out = (path for path in self._paths if path not in self._own)
        named = (path for path in left_out if PurePosixPath(path).name in words)
        return tuple(Data(path, self._root / path) for path in named)

    def place(self, path: str, content: bytes) -> tuple[str, str]:
        """Return the folder in which a program finds a file that it names, and why it is that one.

        Args:
            path: the program, or its source; folders that it lies in are looked at, its own first.
            content: the program, or its source.

        Returns:
            The folder and a note for a reader; "" twice for the program's own.
        """
        known = set(self._paths)
        words = [word for word in _words(content) if not word.startswith("/")]
        folders = [one.as_posix() for one in PurePosixPath(path).parents]
        for folder in folders:
            for found in _within(folder, words):
                if found in known:
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
