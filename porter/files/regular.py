"""Reads regular files of bounded size, and refuses everything else.

A pipe waits for ever, a device may never end and may do something when it is opened. Whoever reads
a file that a tree brought, or that a file of the tree names, reads it here.
"""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader

#: Bytes of the largest source file that is read.
LARGEST_SOURCE = 64_000_000
#: Bytes of the largest file of any kind that is held in memory, such as data beside the sources.
LARGEST_FILE = 2_000_000_000
#: Bytes of the largest record that porter keeps of a tree: a line for each file of it.
LARGEST_RECORD = 256_000_000
#: Bytes of the largest file of settings, such as porter.toml, a rule pack or .gitignore.
LARGEST_SETTINGS = 4_000_000
_MEGABYTE = 1_000_000


def read_regular(
    path: str | os.PathLike[str], largest: int = LARGEST_SOURCE, *, follow: bool = True
) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: the file.
        largest: how many bytes it may have.
        follow: read what a symbolic link leads to; where not, a link is refused.

    Raises:
        OSError: it cannot be read, is no regular file, or is too large; `strerror` tells which.
    """
    with open_regular(path, follow=follow) as stream:
        return read_bounded(stream, largest)


def open_regular(path: str | os.PathLike[str], *, follow: bool = True) -> BufferedReader:
    """Open a regular file of any size, to be read piece by piece.

    Args:
        path: the file.
        follow: open what a symbolic link leads to; where not, a link is refused.

    Raises:
        OSError: it cannot be read, or is no regular file; `strerror` tells which.
    """
    try:
        status = os.stat(path, follow_symlinks=follow)
    except ValueError as error:  # a NUL or half a character in it
        raise OSError(errno.EINVAL, "is a name that no file can have") from error
    _check(status)
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
    stream = os.fdopen(os.open(path, flags if follow else flags | os.O_NOFOLLOW), "rb")
    try:
        _check(os.fstat(stream.fileno()))  # it may have been exchanged in between
    except BaseException:
        stream.close()
        raise
    return stream


def read_bounded(stream: BufferedReader, largest: int) -> bytes:
    """Return the bytes of a regular file that is open.

    Raises:
        OSError: it is too large.
    """
    size = os.fstat(stream.fileno()).st_size
    if size > largest:
        raise _too_large(largest, f": {size:,} bytes")
    data = stream.read(size + 1)  # room for what is there alone: a larger one costs a mapping
    if len(data) > size:  # it grew, or is of a file system that does not tell sizes
        data += stream.read(largest + 1 - len(data))
        if len(data) > largest:
            raise _too_large(largest)
    return data


def read_regular_text(
    path: str | os.PathLike[str], largest: int = LARGEST_SETTINGS, errors: str = "strict"
) -> str:
    """Return the text of a regular file in UTF-8, a byte order mark left out.

    Args:
        path: the file.
        largest: how many bytes it may have.
        errors: what becomes of bytes that are no UTF-8, as of `bytes.decode`.

    Raises:
        OSError: as of `read_regular`.
        UnicodeDecodeError: it is not UTF-8.
    """
    return read_regular(path, largest).decode("utf-8-sig", errors)


def _check(status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "is a symbolic link")
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "is a pipe, device or socket, not a file")


def _too_large(largest: int, size: str = "") -> OSError:
    return OSError(errno.EFBIG, f"has more than {largest // _MEGABYTE} MB{size}")
