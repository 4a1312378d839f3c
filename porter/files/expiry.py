"""Evicts cache entries that were not used for 30 days.

A folder below porter's home directory holds entries that stand alone: objects, programs, the builds
of ports. Each use of an entry renews its time of change; now and then the entries beside it that
nobody renewed are removed.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

#: Entries live this long after their last use.
DAYS = 30
_DAY = 86_400
_STAMP = ".looked-through"


def touch(entry: Path) -> None:
    """Mark `entry` as used, and evict expired entries from its folder once a day.

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


def keep_newest(entries: Iterable[Path], count: int) -> None:
    """Evict all but the folders that were used last, of those whose entries are large.

    Args:
        entries: folders; what uses one that is evicted does without.
        count: how many stay.
    """
    with suppress(OSError):
        for entry in sorted(entries, key=lambda one: one.stat().st_mtime)[:-count]:
            shutil.rmtree(entry, ignore_errors=True)


def _remove_unused(folder: Path, since: float) -> None:
    for entry in folder.iterdir():
        with suppress(OSError):
            if entry.lstat().st_mtime >= since:
                continue
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink()
