"""Which files git tracks, as the index of a work tree says; git itself is not run.

What is tracked is not ignored, whatever `.gitignore` says. Reading the index runs nothing that a
repository may name (`core.fsmonitor`), and needs no git.

Source: git's "Index format", versions 2 to 4 (`Documentation/gitformat-index.txt`).
"""

from __future__ import annotations

import os
import re
from functools import cached_property
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SETTINGS, read_regular

#: Bytes of the largest index that is read: that of some million files.
_LARGEST = 512_000_000
_HEADER = 12
#: Bytes of an entry in front of the object's name: times, device, inode, mode, owner, size.
_STATUS = 40
_EXTENDED = 0x4000
_GITDIR = re.compile(rb"gitdir: ([^\n]+)\n*\Z")


class Tracked:
    """The files under `root` that git tracks; nothing is read before it is asked.

    Args:
        root: a folder, in a work tree of git or not.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def holds(self, path: str) -> bool:
        """Tell whether git tracks a file, or a file in a folder; `path` is relative to the root."""
        return os.fsencode(path) in self._paths

    @cached_property
    def _paths(self) -> frozenset[bytes]:
        root = real_path(self._root)
        for folder in (root, *root.parents):
            if os.path.lexists(folder / ".git"):
                prefix = os.fsencode(root.relative_to(folder).as_posix()) + b"/"
                return _with_folders(index_paths(folder), b"" if folder == root else prefix)
        return frozenset()


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


def index_paths(work_tree: Path) -> list[bytes]:
    """Return the paths in the index of a work tree; none when it cannot be read.

    Args:
        work_tree: its topmost folder.
    """
    try:
        folder = _git_folder(work_tree)
        data = read_regular(folder / "index", _LARGEST)
    except OSError:
        return []
    for name_length in (20, 32):  # of SHA-1 and of SHA-256, which the index does not tell
        paths = _paths(data, name_length)
        if paths is not None:
            return paths
    return []


def _git_folder(work_tree: Path) -> Path:
    """Return git's own folder, which `.git` is, or names where it is a file."""
    place = work_tree / ".git"
    if place.is_dir():
        return place
    match = _GITDIR.match(read_regular(place, LARGEST_SETTINGS))
    return work_tree / os.fsdecode(match[1]) if match else place


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


def _fits(length: int, told: int) -> bool:
    """Tell whether a path is as long as its entry tells, which counts no further than 4095."""
    return length == told or told == 0xFFF <= length


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number as git packs offsets, and where it ends."""
    value = 0
    for behind, byte in enumerate(data[at : at + 5], at + 1):
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, behind
        value += 1
    return value, at + 5
