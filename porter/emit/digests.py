"""Digests of what lies on disk: files of any size, and links by where they lead."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from porter.cache import digest_of


def digest_of_file(path: Path) -> str:
    """Return the digest of a file's content, read piece by piece.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as stream:
        total = hashlib.blake2b(digest_size=16)
        while piece := stream.read(1 << 20):
            total.update(piece)
    return total.hexdigest()


def digest_if_there(path: Path) -> str | None:
    """Return the digest of a file or link, None when there is none.

    Raises:
        OSError: it cannot be read.
    """
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        return link_digest(os.readlink(path))
    return digest_of_file(path)


def link_digest(destination: str) -> str:
    """Return what stands in the record for a symbolic link."""
    return "link " + digest_of(destination.encode("utf-8", "surrogateescape"))
