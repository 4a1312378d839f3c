"""A folder that nothing is written outside of, whatever links a tree contains."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from porter.files import atomic
from porter.files.regular import LARGEST_SOURCE, read_bounded

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class OutOfBounds(OSError):
    """A path that leads, or may lead, out of the folder that it belongs to."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(errno.ELOOP, f"{path} {reason}", path)


class ConfinedTree:
    """A folder whose content is changed through its descriptor, part by part of each path.

    The folder itself may be a link, which is followed once. Below it no link is followed: each
    part of a path is opened in the one before it (openat(2) with O_NOFOLLOW), so that a link in
    the way is an `OutOfBounds` that names it, even one that appears at this moment. The last part
    of a path stands for itself: a link there is replaced or removed, and what it leads to stays.

    Paths are relative, with `/`. Every method raises OSError when something cannot be done;
    folders above what is written are made.

    Args:
        root: the folder; it has to be there.

    Attributes:
        root: as it was named.

    Raises:
        OSError: it is no folder, or cannot be read.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._root = os.open(root, _FOLDER)
        #: The folder that was asked for last, since files come folder by folder.
        self._open = ("", self._root)

    def __enter__(self) -> ConfinedTree:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open."""
        self._keep_open("", self._root)
        os.close(self._root)

    def write(
        self, path: str, data: bytes, mode: int | None = None, *, durable: bool = False
    ) -> bool:
        """Put `data` at `path` unless it is there already; see `atomic.write_at`."""
        folder, name = self._place(path, make=True)
        return atomic.write_at(folder, name, data, mode, durable=durable)

    def copy(self, source: atomic.Readable, path: str, mode: int, *, durable: bool = False) -> None:
        """Make `path` a copy of what is left of a stream, however large."""
        folder, name = self._place(path, make=True)
        atomic.replace_at(folder, name, atomic.pieces_of(source), mode, durable=durable)

    def link(self, path: str, destination: str) -> bool:
        """Make `path` a symbolic link to `destination`; return whether anything changed."""
        folder, name = self._place(path, make=True)
        return atomic.link_at(folder, name, destination)

    def hard_link(self, path: str, existing: str) -> None:
        """Let `path` stand for the file that `existing` stands for, which is no link."""
        if not stat.S_ISREG(self._status_of(existing).st_mode):
            raise OutOfBounds(existing, "is not a regular file")
        folder, name = self._place(path, make=True)
        target = os.dup(folder)
        try:
            source, old = self._place(existing)
            os.link(old, name, src_dir_fd=source, dst_dir_fd=target, follow_symlinks=False)
        finally:
            os.close(target)

    def append(self, path: str) -> int:
        """Open a file to write at its end; return its descriptor, for the caller to close."""
        folder, name = self._place(path, make=True)
        there = atomic.status_at(folder, name)
        if there is not None and not stat.S_ISREG(there.st_mode):
            raise OutOfBounds(path, "is not a regular file")
        return os.open(name, _APPEND, 0o666, dir_fd=folder)

    def rename(self, old: str, new: str) -> None:
        """Give a file or link another place; a file or link that is there goes."""
        source, name = self._place(old)
        source = os.dup(source)
        try:
            target, other = self._place(new, make=True)
            os.replace(name, other, src_dir_fd=source, dst_dir_fd=target)
        finally:
            os.close(source)

    def remove(self, path: str) -> None:
        """Remove a file or a link; where there is none, nothing is done."""
        with suppress(FileNotFoundError):
            folder, name = self._place(path)
            os.unlink(name, dir_fd=folder)

    def make_folder(self, path: str) -> None:
        """Make a folder, and those above it, unless it is there."""
        self._folder(path, make=True)

    def remove_folder(self, path: str) -> bool:
        """Remove a folder unless something is in it; return whether it is gone."""
        try:
            folder, name = self._place(path)
            os.rmdir(name, dir_fd=folder)
        except FileNotFoundError:
            return True
        except OSError as error:
            if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                return False
            raise
        return True

    def set_mode(self, path: str, mode: int) -> None:
        """Set the permission bits of a file."""
        folder, name = self._place(path)
        atomic.set_mode_at(folder, name, mode)

    def sweep(self, path: str) -> None:
        """Remove the temporary files that a killed run left in a folder, if it is there."""
        with suppress(FileNotFoundError, NotADirectoryError, OutOfBounds):
            atomic.sweep_at(self._folder(path))

    def check(self, path: str) -> None:
        """Raise `OutOfBounds` where a link is in the way of `path`; folders may be missing."""
        with suppress(FileNotFoundError):
            self._place(path)

    def status(self, path: str) -> os.stat_result | None:
        """Return what is known of a file, folder or link; None when there is none."""
        try:
            folder, name = self._place(path)
        except FileNotFoundError:
            return None
        return atomic.status_at(folder, name)

    def destination(self, path: str) -> str:
        """Return where a link leads."""
        folder, name = self._place(path)
        return os.readlink(name, dir_fd=folder)

    def open(self, path: str) -> int:
        """Open a regular file for reading; return its descriptor, for the caller to close."""
        folder, name = self._place(path)
        try:
            return atomic.open_at(folder, name)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise OutOfBounds(path, IS_LINK) from error
            raise

    def read(self, path: str, largest: int = LARGEST_SOURCE) -> bytes:
        """Return the content of a regular file that has `largest` bytes at most."""
        with os.fdopen(self.open(path), "rb") as stream:
            return read_bounded(stream, largest)

    def _status_of(self, path: str) -> os.stat_result:
        found = self.status(path)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return found

    def _place(self, path: str, *, make: bool = False) -> tuple[int, str]:
        """Return the descriptor of the folder that `path` lies in, and its name there."""
        above, _, name = path.rpartition("/")
        _check(name, path)
        return self._folder(above, make=make), name

    def _folder(self, path: str, *, make: bool = False) -> int:
        """Return the descriptor of a folder; it stays open until another one is asked for."""
        if path == self._open[0] and os.fstat(self._open[1]).st_nlink:
            return self._open[1]
        names = path.split("/") if path else []
        for name in names:
            _check(name, path)
        handle = os.dup(self._root)
        try:
            for number, name in enumerate(names, 1):
                inner = _enter(handle, name, "/".join(names[:number]), make=make)
                os.close(handle)
                handle = inner
        except BaseException:
            os.close(handle)
            raise
        self._keep_open(path, handle)
        return handle

    def _keep_open(self, path: str, handle: int) -> None:
        if self._open[1] != self._root:
            os.close(self._open[1])
        self._open = (path, handle)


IS_LINK = "is a symbolic link, and nothing is written through it"


def _check(name: str, path: str) -> None:
    if name in ("", ".", "..") or "\0" in name:
        raise OutOfBounds(repr(path), "is not a path inside the folder")


def _enter(folder: int, name: str, path: str, *, make: bool) -> int:
    """Open the folder `name` in another one."""
    for _ in range(2):
        try:
            return os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
        except FileNotFoundError:
            if not make:
                raise
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=folder)
        except OSError as error:  # ELOOP or ENOTDIR for a link, as the kernel likes
            there = atomic.status_at(folder, name)
            if there is not None and stat.S_ISLNK(there.st_mode):
                raise OutOfBounds(path, IS_LINK) from error
            if there is not None and not stat.S_ISDIR(there.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, f"{path} is not a folder", path) from error
            raise
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
