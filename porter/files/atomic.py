"""Atomic operations on one name in an open folder.

All that porter writes comes through here. A folder is named by its descriptor, so that nobody can
exchange it on the way; the last part of a path is never followed where it is a link.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BufferedReader
from typing import NamedTuple, Protocol

from porter.files.names import TEMPORARY_SUFFIX

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_PIECE = 1 << 20


class Readable(Protocol):
    """Something that is read piece by piece."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, `size` at most; none at the end."""


class Hole(NamedTuple):
    """A part of a file that reads as zeros and takes no room."""

    size: int


def write_at(
    folder: int, name: str, data: bytes, mode: int | None = None, *, durable: bool = False
) -> bool:
    """Put `data` at `name` unless it is there already.

    Args:
        folder: descriptor of the folder.
        name: of the file.
        data: its new content.
        mode: permission bits; by default those of the file that is there, else those of the umask.
        durable: return only when the content and the name are on the disk.

    Returns:
        Whether anything was written.

    Raises:
        OSError: it cannot be written; what was there is as it was.
    """
    there = status_at(folder, name)
    is_file = there is not None and stat.S_ISREG(there.st_mode)
    if there is not None and is_file:
        kept = stat.S_IMODE(there.st_mode) & 0o777
        if there.st_size == len(data) and _holds(folder, name, data, durable=durable):
            if mode is None or kept == mode & 0o777:
                return False
            set_mode_at(folder, name, mode)
            return True
        mode = kept if mode is None else mode
    replace_at(folder, name, (data,), mode, durable=durable)
    return True


def replace_at(
    folder: int,
    name: str,
    pieces: Iterable[bytes | Hole],
    mode: int | None = None,
    *,
    durable: bool = False,
) -> None:
    """Let a new file that holds `pieces` take the place of `name`.

    The set-id bits are left out, as the kernel clears them where a file is written.

    Args:
        folder: descriptor of the folder.
        name: of the file.
        pieces: its content, one after the other.
        mode: permission bits; by default those of the umask.
        durable: return only when the content and the name are on the disk.

    Raises:
        OSError: it cannot be written, or a folder is in the way; what was there is as it was.
    """
    temporary = _temporary(name)
    handle = _create(folder, temporary, 0o666 if mode is None else 0o600)
    try:
        try:
            if mode is not None:
                os.fchmod(handle, mode & 0o777)
            for piece in pieces:
                if isinstance(piece, Hole):
                    os.truncate(handle, os.lseek(handle, piece.size, os.SEEK_CUR))
                else:
                    write_all(handle, piece)
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        _discard(folder, temporary)
        raise
    if durable:
        os.fsync(folder)


def link_at(folder: int, name: str, destination: str) -> bool:
    """Make `name` a symbolic link to `destination`; return whether anything changed.

    Raises:
        OSError: it cannot be made, or a folder is in the way.
    """
    there = status_at(folder, name)
    is_link = there is not None and stat.S_ISLNK(there.st_mode)
    if is_link and os.readlink(name, dir_fd=folder) == destination:
        return False
    temporary = _temporary(name)
    with suppress(FileNotFoundError):
        os.unlink(temporary, dir_fd=folder)
    try:
        os.symlink(destination, temporary, dir_fd=folder)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        _discard(folder, temporary)
        raise
    return True


def set_mode_at(folder: int, name: str, mode: int) -> None:
    """Set the permission bits of a file, which can be read; the set-id bits are left out."""
    handle = os.open(name, _READ, dir_fd=folder)
    try:
        os.fchmod(handle, mode & 0o777)
    finally:
        os.close(handle)


def open_at(folder: int, name: str) -> int:
    """Open a file for reading; return its descriptor.

    Raises:
        OSError: it is not there, cannot be read, or is no regular file.
    """
    handle = os.open(name, _READ, dir_fd=folder)
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise OSError(None, "is not a regular file", name)
    return handle


def status_at(folder: int, name: str) -> os.stat_result | None:
    """Return what is known of `name`, a link not followed; None when there is none.

    Raises:
        OSError: the folder cannot be searched.
    """
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def sweep_at(folder: int) -> None:
    """Remove the temporary files that a killed run left in a folder."""
    for name in os.listdir(folder):
        if is_temporary(name):
            _discard(folder, name)


def is_temporary(name: str) -> bool:
    """Tell whether a file is called as porter calls one that it has not written to its end."""
    return name.startswith(".") and name.endswith(TEMPORARY_SUFFIX)


def pieces_of(stream: Readable) -> Iterator[bytes | Hole]:
    """Yield what is left of a stream, never much of it at a time; of a file, its holes as such."""
    if isinstance(stream, BufferedReader) and (handle := _handle(stream)) is not None:
        yield from _extents(handle, stream.tell())
        return
    while piece := stream.read(_PIECE):
        yield piece


def _handle(stream: BufferedReader) -> int | None:
    """Return the descriptor of a stream that is a regular file."""
    try:
        handle = stream.fileno()
    except (OSError, AttributeError):
        return None  # a member of an archive
    return handle if stat.S_ISREG(os.fstat(handle).st_mode) else None


def _extents(handle: int, at: int) -> Iterator[bytes | Hole]:
    """Yield a file's content from an offset on.

    Source: lseek(2), SEEK_DATA and SEEK_HOLE; where a file system knows no holes, all is data.
    """
    size = os.fstat(handle).st_size
    while at < size:
        try:
            start = os.lseek(handle, at, os.SEEK_DATA)
            end = os.lseek(handle, start, os.SEEK_HOLE)
        except OSError as error:
            start, end = (size if error.errno == errno.ENXIO else at), size
        if start > at:
            yield Hole(start - at)
        at = start
        while at < end and (piece := os.pread(handle, min(_PIECE, end - at), at)):
            yield piece
            at += len(piece)
        if at < end:
            return  # it became shorter meanwhile


def write_all(handle: int, data: bytes) -> None:
    """Write all of `data` to an open file, in as many pieces as it takes."""
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def _holds(folder: int, name: str, data: bytes, *, durable: bool) -> bool:
    """Tell whether a file of the size of `data` holds it; see to it that it does so on the disk."""
    try:
        handle = open_at(folder, name)
    except OSError:
        return False
    try:
        at = 0
        while piece := os.read(handle, _PIECE):
            if data[at : at + len(piece)] != piece:
                return False
            at += len(piece)
        if durable:
            os.fsync(handle)
            os.fsync(folder)
        return at == len(data)
    except OSError:
        return False
    finally:
        os.close(handle)


def _create(folder: int, name: str, mode: int) -> int:
    """Create a file that is not there; one of a killed process that had our number goes first."""
    try:
        return os.open(name, _CREATE, mode, dir_fd=folder)
    except FileExistsError:
        os.unlink(name, dir_fd=folder)
        return os.open(name, _CREATE, mode, dir_fd=folder)


def _temporary(name: str) -> str:
    """Return a name for the same folder that discovery knows and that no one else uses.

    Threads of one process may write the same file, as two builds write the toolkit's headers.
    """
    stem = os.fsdecode(os.fsencode(name)[:100])
    is_main = threading.current_thread() is threading.main_thread()
    who = f"{os.getpid()}" if is_main else f"{os.getpid()}-{threading.get_native_id()}"
    return f".{stem}.{who}{TEMPORARY_SUFFIX}"


def _discard(folder: int, name: str) -> None:
    with suppress(OSError):
        os.unlink(name, dir_fd=folder)
