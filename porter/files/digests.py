"""Digests of files on disk: of any size, and of links by their destination."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import BinaryIO

from porter.files.confined import ConfinedTree
from porter.files.regular import open_regular


def digest_of(data: bytes) -> str:
    """Return the digest by which contents are compared."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def digest_of_file(path: Path) -> str:
    """Return the digest of a file's content, read piece by piece.

    Raises:
        OSError: it cannot be read.
    """
    with open_regular(path) as stream:
        return digest_of_stream(stream)


def digest_if_there(tree: ConfinedTree, path: str) -> str | None:
    """Return the digest of a file or link of a tree, None when there is none.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    status = tree.status(path)
    if status is None:
        return None
    if stat.S_ISLNK(status.st_mode):
        return link_digest(tree.destination(path))
    with os.fdopen(tree.open(path), "rb") as stream:
        return digest_of_stream(stream)


def link_digest(destination: str) -> str:
    """Return what stands in the record for a symbolic link."""
    return "link " + digest_of(destination.encode("utf-8", "surrogateescape"))


def digest_of_stream(stream: BinaryIO) -> str:
    """Return the digest of what is left of a stream, read piece by piece."""
    total = hashlib.blake2b(digest_size=16)
    while piece := stream.read(1 << 20):
        total.update(piece)
    return total.hexdigest()
