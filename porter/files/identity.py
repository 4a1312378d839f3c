"""Tells whether a file may have changed, without reading it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Identity(NamedTuple):
    """What changes with a file, as git tells it."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int


def identity(place: Path) -> Identity | None:
    """Return the identity of a file; None of what is not there."""
    try:
        found = place.stat()
    except OSError:
        return None
    return Identity(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
