"""What can be made again is kept until it has not been used for a month.

A folder below porter's home directory holds entries that stand alone: objects, programs, the builds
of ports. Each use of an entry renews its time of change; now and then the entries beside it that
nobody renewed are removed.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from contextlib import suppress
from pathlib import Path

#: Entries live this long after their last use.
DAYS = 30
_DAY = 86_400
_STAMP = ".looked-through"


def used(entry: Path) -> None:
    """Note that `entry` is in use, and remove from its folder, once a day, what is not.

    Args:
        entry: a file or folder that need not be there yet. A folder whose disk is full or may not
            be written stays as it is.
    """
    with suppress(OSError):
        os.utime(entry)
    with suppress(OSError):
        stamp = entry.parent / _STAMP
        now = time.time()
        if not stamp.exists():
            stamp.touch()
        elif now - stamp.stat().st_mtime > _DAY:
            os.utime(stamp)
            _remove_unused(entry.parent, now - DAYS * _DAY)


def kept(path: Path, most: int) -> bytes | None:
    """Return the content of a file that porter keeps, None when there is none to be had.

    Args:
        path: the file; what is no plain file is never opened for long.
        most: bytes that porter writes there at most; a larger file is none of porter's.
    """
    try:
        place = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    with suppress(OSError), open(place, "rb") as stream:
        status = os.fstat(place)
        if stat.S_ISREG(status.st_mode) and status.st_size <= most:
            return stream.read(most)
    return None


def _remove_unused(folder: Path, since: float) -> None:
    for entry in folder.iterdir():
        with suppress(OSError):
            if entry.lstat().st_mtime >= since:
                continue
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink()
