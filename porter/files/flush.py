"""Flushes files and names to the disk, many at a time."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

#: A disk takes many requests together in the time of one.
_AT_ONCE = 16
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC


def flush(paths: Iterable[Path]) -> None:
    """Return when the content of files, and the names in folders, would outlast a loss of power.

    Args:
        paths: files and folders; the name of a file is on the disk only when its folder is.

    Raises:
        OSError: one of them cannot be read, or the disk failed.
    """
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for _ in pool.map(_flush, paths):
            pass


def _flush(path: Path) -> None:
    handle = os.open(path, _READ)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that keeps nothing on a disk
            raise
    finally:
        os.close(handle)
