"""Reads CMake scripts of a project that share variables: those around one, and those that call it.

Source: CMake's manual, cmake-language(7), "Variables"; `add_subdirectory`, `include`.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project.discover import never_walked
from porter.source.text.languages import Language, language_of

_LARGEST = 1 << 20
#: From so many folders on, other scripts are not looked for.
_MOST_FOLDERS = 5000


class CMakeScripts:
    """The CMake scripts of a project beside one of them.

    Args:
        root: the project's folder; None when nothing but the script is known.
        path: the script, relative to it.
    """

    def __init__(self, root: Path | None, path: str) -> None:
        self.root = root
        self.path = path
        self._all: list[bytes] | None = None

    def around(self) -> Iterator[bytes]:
        """Yield the scripts of the folders around, the nearest first.

        Their variables hold in the folder, too.
        """
        for _, data in self.folders_around():
            yield data

    def folders_around(self) -> Iterator[tuple[str, bytes]]:
        """Yield (folder, script) of each folder around that has one, the nearest first."""
        if self.root is None:
            return
        folder = posixpath.dirname(self.path)
        if posixpath.basename(self.path) == "CMakeLists.txt":
            if not folder:
                return
            folder = posixpath.dirname(folder)
        while True:
            data = _read(self.root, posixpath.join(folder, "CMakeLists.txt"))
            if data is not None:
                yield folder, data
            if not folder:
                return
            folder = posixpath.dirname(folder)

    def naming(self, name: bytes) -> Iterator[bytes]:
        """Yield all other scripts that hold `name`, whatever the case of its letters."""
        if self._all is None:
            self._all = list(self._walked())
        wanted = name.lower()
        for data in self._all:
            if wanted in data.lower():
                yield data

    def _walked(self) -> Iterator[bytes]:
        if self.root is None:
            return
        for count, (folder, folders, names) in enumerate(os.walk(self.root)):
            if count == _MOST_FOLDERS:
                return
            folders[:] = sorted(one for one in folders if not never_walked(one))
            prefix = Path(folder).relative_to(self.root).as_posix()
            for name in sorted(names):
                if language_of(name) is Language.CMAKE:
                    path = posixpath.normpath(posixpath.join(prefix, name))
                    data = _read(self.root, path) if path != self.path else None
                    if data is not None:
                        yield data


def _read(root: Path, path: str) -> bytes | None:
    """Return the bytes of a script of the project; None of what is none, or leads outside."""
    place = root / path
    try:
        if not place.is_file() or place.stat().st_size > _LARGEST:
            return None
        if not real_path(place).is_relative_to(real_path(root)):
            return None
        return read_regular(place)
    except OSError:
        return None
