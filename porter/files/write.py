"""Writes a file atomically: a crash leaves the old or the new content.

Links on the way to such a file are the user's own and are followed. What a tree of strangers names
is written by `porter.files.confined`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from porter.files.atomic import write_at


def write_atomically(
    path: Path, data: bytes, mode: int | None = None, *, durable: bool = False
) -> bool:
    """Put `data` at `path` unless it is there already.

    The bytes go to a new file in the same folder, which then takes the place of the old.

    Args:
        path: file to write; folders above it are made.
        data: its new content.
        mode: permission bits; by default those of the file that is there, else those of the umask.
        durable: return only when the content and the name are on the disk, so that what is done
            next can rely on them even if the machine loses power.

    Returns:
        Whether anything was written.

    Raises:
        OSError: it cannot be written; what was there is as it was.
    """
    with _folder_of(path) as folder:
        return write_at(folder, path.name, data, mode, durable=durable)


@contextmanager
def _folder_of(path: Path) -> Iterator[int]:
    """Open the folder that a file is to lie in; it is made when it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield handle
    finally:
        os.close(handle)
