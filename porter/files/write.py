"""Files written so that a crash leaves the old or the new, never half."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from porter.project.names import TEMPORARY_SUFFIX


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
    """
    try:
        status = path.lstat()
        if not _is_link(status.st_mode) and path.read_bytes() == data:
            if mode is None or status.st_mode & 0o7777 == mode:
                return False
            path.chmod(mode)
            return True
    except OSError:
        pass
    _replace(path, mode, lambda stream: stream.write(data), durable=durable)
    return True


def copy_atomically(source: Path, target: Path, mode: int) -> None:
    """Make `target` a copy of `source`, however large; folders above it are made."""

    def fill(stream: BinaryIO) -> None:
        with source.open("rb") as original:
            while piece := original.read(1 << 20):
                stream.write(piece)

    _replace(target, mode, fill)


def link_atomically(target: Path, destination: str) -> bool:
    """Make `target` a symbolic link to `destination`; return whether anything changed.

    Raises:
        OSError: a folder is in the way.
    """
    if target.is_symlink() and os.readlink(target) == destination:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = _temporary(target)
    try:
        temporary.unlink(missing_ok=True)
        temporary.symlink_to(destination)
        os.replace(temporary, target)
    except BaseException:
        _discard(temporary)
        raise
    return True


def _replace(
    path: Path,
    mode: int | None,
    fill: Callable[[BinaryIO], object],
    *,
    durable: bool = False,
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = _mode_of(path) if mode is None else mode
    temporary = _temporary(path)
    try:
        with temporary.open("wb") as stream:
            os.fchmod(stream.fileno(), mode)
            fill(stream)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        _discard(temporary)
        raise
    if durable:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Put the names in `folder` on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _temporary(path: Path) -> Path:
    """Return a name beside `path` that discovery knows and that no other process uses."""
    stem = os.fsdecode(os.fsencode(path.name)[:100])
    return path.with_name(f".{stem}.{os.getpid()}{TEMPORARY_SUFFIX}")


def _discard(temporary: Path) -> None:
    with suppress(OSError):
        temporary.unlink(missing_ok=True)


def _is_link(mode: int) -> bool:
    return (mode & 0o170000) == 0o120000


def _mode_of(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o7777
    except OSError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
