"""The files that git tracks, read from the index of a work tree without running git.

What is tracked is not ignored, whatever `.gitignore` says. Reading the index runs nothing that a
repository may name (`core.fsmonitor`), and needs no git.

Source: git's "Index format", versions 2 to 4 (`Documentation/gitformat-index.txt`).
"""

from __future__ import annotations

import errno
import os
from functools import cached_property
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project.work_tree import git_folder, work_tree
from porter.source.text.languages import Language, language_of

#: Bytes of the largest index that is read: that of some million files.
_LARGEST = 512_000_000
_HEADER = 12
#: Bytes of an entry in front of the object's name: times, device, inode, mode, owner, size.
_STATUS = 40
_EXTENDED = 0x4000


class Tracked:
    """The files under `root` that git tracks; nothing is read before it is asked.

    Args:
        root: a folder, in a work tree of git or not.
        unreadable: takes `.git/index`, with the reason, where it cannot be read when asked.
    """

    def __init__(self, root: Path, unreadable: dict[str, str]) -> None:
        self._root = root
        self._unreadable = unreadable

    def holds(self, path: str) -> bool:
        """Tell whether git tracks a file, or a file in a folder; `path` is relative to the root."""
        return os.fsencode(path) in self._paths

    def may_be_given(self, path: str) -> bool:
        """Tell whether a file that a pattern matches came with an archive, which has no `.git`.

        What is ignored and yet there is tracked, then: a `*.txt` takes `CMakeLists.txt` with it.
        Makefiles are left out, since CMake and scripts write them among the sources.
        """
        return self._is_archive and language_of(path) in (Language.CMAKE, Language.CUDA)

    @cached_property
    def _is_archive(self) -> bool:
        return work_tree(self._root) is None

    @cached_property
    def _paths(self) -> frozenset[bytes]:
        tree = work_tree(self._root)
        if tree is None:
            return frozenset()
        root = real_path(self._root)
        prefix = os.fsencode(root.relative_to(tree).as_posix()) + b"/"
        try:
            paths = index_paths(tree)
        except FileNotFoundError:  # nothing was ever added
            return frozenset()
        except OSError as error:
            self._unreadable[".git/index"] = error.strerror or str(error)
            return frozenset()
        return _with_folders(paths, b"" if tree == root else prefix)


def _with_folders(paths: list[bytes], prefix: bytes) -> frozenset[bytes]:
    """Return the paths below `prefix`, relative to it, and all folders that they lie in."""
    found: set[bytes] = set()
    for path in paths:
        if not path.startswith(prefix):
            continue
        path = path[len(prefix) :].rstrip(b"/")
        while path and path not in found:
            found.add(path)
            path = path.rpartition(b"/")[0]
    return frozenset(found)


def index_paths(root: Path) -> list[bytes]:
    """Return the paths in the index of a work tree.

    Args:
        root: its topmost folder.

    Raises:
        OSError: it cannot be read.
    """
    data = read_regular(git_folder(root) / "index", _LARGEST)
    for name_length in (20, 32):  # of SHA-1 and of SHA-256, which the index does not tell
        paths = _paths(data, name_length)
        if paths is not None:
            return paths
    raise OSError(errno.EINVAL, "is not a git index in a known format")


def _paths(data: bytes, name_length: int) -> list[bytes] | None:
    """Return the paths of an index with object names of a length; None when it is none such."""
    version = int.from_bytes(data[4:8], "big")
    if data[:4] != b"DIRC" or version not in (2, 3, 4):
        return None
    found: list[bytes] = []
    path = b""
    at = _HEADER
    for _ in range(int.from_bytes(data[8:12], "big")):
        flags_at = at + _STATUS + name_length
        flags = int.from_bytes(data[flags_at : flags_at + 2], "big")
        start = flags_at + (4 if flags & _EXTENDED else 2)
        if version == 4:
            dropped, start = _number(data, start)
            path = path[: max(0, len(path) - dropped)]
        else:
            path = b""
        end = data.find(b"\0", start)
        path += data[start:end]
        if end < 0 or not path or not _fits(len(path), flags & 0xFFF):
            return None
        found.append(path)
        at = end + 1 if version == 4 else at + (end - at + 8) // 8 * 8
    return found


def _fits(length: int, recorded: int) -> bool:
    """Tell whether a path is as long as its entry tells, which counts no further than 4095."""
    return length == recorded or recorded == 0xFFF <= length


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number as git packs offsets, and where it ends."""
    value = 0
    for behind, byte in enumerate(data[at : at + 5], at + 1):
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, behind
        value += 1
    return value, at + 5
