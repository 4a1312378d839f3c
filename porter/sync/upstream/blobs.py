"""Whether a file is as git has it, by its digest.

git itself would run the filters that a repository's settings name for it; so nothing but the line
ends may differ from what git keeps.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import LARGEST_FILE, read_regular
from porter.sync.upstream.git import checked, git, paths_of

_LINK, _EXECUTABLE = "120000", "100755"
#: Objects, and bytes of them, that are held in memory together; one object may be larger.
_AT_ONCE, _BYTES_AT_ONCE = 32, 64_000_000


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


def versions(tree: Path, names: Sequence[str]) -> Iterator[bytes]:
    """Yield what git has had of files: what is staged, then what was committed, the newest first.

    A content comes once, whichever files had it and how often. The history is that of the commit
    which is checked out; merges are followed to both sides.

    Args:
        tree: root of a work tree.
        names: paths of files, relative to it.

    Raises:
        PorterError: there is no git.
    """
    wanted = frozenset(names)
    listed = git("ls-files", "--stage", "-z", folder=tree)
    found = [words[1] for words, path in _lines(listed.stdout) if path in wanted]
    listed = git(
        "rev-list", "--objects", "--in-commit-order", "--full-history", "--stdin", folder=tree,
        data=b"\n".join(map(os.fsencode, ["HEAD", "--", *names])),
    )  # fmt: skip
    lines = (line.partition(" ") for line in os.fsdecode(listed.stdout).split("\n"))
    found = list(dict.fromkeys([*found, *(name for name, _, path in lines if path in wanted)]))
    for batch in _batches(tree, found):
        yield from _contents(tree, batch)


def _batches(tree: Path, names: Sequence[str]) -> Iterator[list[str]]:
    """Yield objects, in order, in parts of bounded size; none that is larger than any source."""
    told = git(
        "cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", folder=tree,
        data="\n".join([*names, ""]).encode(),
    ).stdout  # fmt: skip
    batch: list[str] = []
    held = 0
    for line in told.decode("ascii", "replace").splitlines():
        name, kind, *size = line.split()
        if kind != "blob" or not size or int(size[0]) > LARGEST_FILE:
            continue
        if batch and (len(batch) == _AT_ONCE or held + int(size[0]) > _BYTES_AT_ONCE):
            yield batch
            batch, held = [], 0
        batch.append(name)
        held += int(size[0])
    if batch:
        yield batch


def _contents(tree: Path, names: Sequence[str]) -> Iterator[bytes]:
    """Yield the contents of objects, up to one that cannot be read; of no file comes nothing."""
    told = git("cat-file", "--batch", folder=tree, data="\n".join([*names, ""]).encode()).stdout
    at = 0
    while (end := told.find(b"\n", at)) >= 0:
        _, kind, *size = told[at:end].split(b" ")
        at = end + 1
        if size:  # else it is "missing"
            end = at + int(size[0])
            if kind == b"blob":
                yield told[at:end]
            at = end + 1


def _lines(output: bytes) -> Iterator[tuple[list[str], str]]:
    """Yield the three words before a path, and the path."""
    for line in paths_of(output):
        words, _, path = line.partition("\t")
        yield words.split(), path
