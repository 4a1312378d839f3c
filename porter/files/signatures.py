"""Signatures of files: equal while a file is unchanged, taken without reading it, as git does."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

#: Size in bytes, times of the last change of content and of anything (ns), and inode.
Signature = tuple[int, int, int, int]
#: A file changed this shortly before it was looked at may change again unnoticed.
_RACE_NS = 50_000_000


def signature(path: Path | str) -> Signature:
    """Return the signature of a file.

    Raises:
        OSError: it is not there.
    """
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def unless_racily_clean(found: Signature, taken_at: int | None = None) -> Signature | None:
    """Return `found` if a later change of the file is sure to change it, else None.

    Args:
        found: the signature.
        taken_at: when it was taken, in ns since the epoch; by default now.
    """
    taken_at = time.time_ns() if taken_at is None else taken_at
    return found if max(found[1:3]) < taken_at - _RACE_NS else None


def signatures(folder: str, suffixes: tuple[str, ...] = ("",)) -> Iterator[tuple[str, Signature]]:
    """Yield path and signature of the files under `folder` that end in one of `suffixes`."""
    with os.scandir(folder) as listing:
        for child in listing:
            if child.name == "__pycache__":
                continue
            if child.is_dir():
                yield from signatures(child.path, suffixes)
            elif child.name.endswith(suffixes):
                yield child.path, signature(child.path)
