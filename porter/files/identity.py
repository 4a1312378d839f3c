"""Tells whether a file may have changed, without reading it."""

from __future__ import annotations

import os
from typing import NamedTuple


class Identity(NamedTuple):
    """What changes with a file, as git tells it."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int


def identity(place: str | os.PathLike[str]) -> Identity | None:
    """Return the identity of a file; None of what is not there."""
    try:
        found = os.stat(place)
    except OSError:
        return None
    return Identity(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
