"""Whether a file is as git has it, by its digest.

git itself would run the filters that a repository's settings name for it; so nothing but the line
ends may differ from what git keeps.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import LARGEST_FILE, read_regular
from porter.sync.upstream.git import checked, git, paths_of

_LINK, _EXECUTABLE = "120000", "100755"


class Blob(NamedTuple):
    """A file as git keeps it.

    Attributes:
        mode: as git writes it.
        name: of the object.
    """

    mode: str
    name: str

    def is_at(self, path: Path) -> bool:
        """Tell whether the file or link at `path` is this one."""
        try:
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                return self.mode == _LINK and self._names(os.fsencode(os.readlink(path)))
            if not stat.S_ISREG(mode) or (self.mode == _EXECUTABLE) != bool(mode & stat.S_IXUSR):
                return False
            data = read_regular(path, LARGEST_FILE)
        except OSError:
            return False
        return self.mode != _LINK and (
            self._names(data) or self._names(data.replace(b"\r\n", b"\n"))
        )

    def _names(self, data: bytes) -> bool:
        digest = hashlib.sha256() if len(self.name) == 64 else hashlib.sha1(usedforsecurity=False)
        digest.update(b"blob %d\0" % len(data))
        digest.update(data)
        return digest.hexdigest() == self.name


def staged(tree: Path, folder: str) -> dict[str, Blob | None]:
    """Return path -> what is staged of each file that git tracks; None for an open conflict.

    Args:
        tree: root of a work tree.
        folder: in it; paths are relative to the root.

    Raises:
        PorterError: there is no git, or it failed.
    """
    listed = checked("ls-files", "--stage", "-z", "--", folder, folder=tree)
    return {
        path: Blob(mode, name) if stage == "0" else None
        for (mode, name, stage), path in _lines(listed)
    }


def committed(tree: Path, revision: str) -> dict[str, Blob]:
    """Return path -> what a commit has of each file; nothing where there is no such commit.

    Args:
        tree: root of a work tree.
        revision: names the commit.

    Raises:
        PorterError: there is no git.
    """
    listed = git("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", revision, folder=tree)
    if listed.returncode != 0:
        return {}
    return {path: Blob(mode, name) for (mode, _, name), path in _lines(listed.stdout)}


def _lines(output: bytes) -> Iterator[tuple[list[str], str]]:
    """Yield the three words before a path, and the path."""
    for line in paths_of(output):
        words, _, path = line.partition("\t")
        yield words.split(), path
