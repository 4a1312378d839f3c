"""Locks on folders and files, which are released when their owner dies.

They are `flock`s: the kernel releases one when its owner ends, however it ends, so none is stale.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from porter.files.real_path import real_path


@contextmanager
def locked(folder: Path, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the lock of `folder` for as long as the block runs; two runs take turns.

    The folder itself is locked, so that no file is left in it. Where folders cannot be locked (some
    network file systems), a file in the system's folder for temporary files is.

    Args:
        folder: made when it is not there.
        on_wait: called once when another run holds the lock.
    """
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            _take(handle, on_wait)
        except OSError:
            os.close(handle)
            handle = os.open(_substitute(folder), os.O_RDWR | os.O_CREAT, 0o600)
            _take(handle, on_wait)
        yield
    finally:
        os.close(handle)


@contextmanager
def exclusive(path: Path, on_wait: Callable[[str], None], what: str = "install") -> Iterator[None]:
    """Hold the lock file `path`, which names its owner for whoever waits.

    Args:
        path: the lock file; made when absent, never removed.
        on_wait: called once, when the lock is taken, with who holds it.
        what: what the lock is held for, for that message.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="ascii") as stream:

        def tell() -> None:
            stream.seek(0)
            holder = stream.read().strip() or "unknown"
            on_wait(f"waiting for another {what} (process {holder})")

        _take(stream.fileno(), tell)
        stream.seek(0)
        stream.truncate()
        stream.write(str(os.getpid()))
        stream.flush()
        yield


def _take(handle: int, on_wait: Callable[[], None]) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        on_wait()
        fcntl.flock(handle, fcntl.LOCK_EX)


def _substitute(folder: Path) -> Path:
    import tempfile  # takes longer than the lock, and is seldom needed

    name = hashlib.sha256(os.fsencode(real_path(folder))).hexdigest()[:24]
    locks = Path(tempfile.gettempdir()) / f"porter-{os.getuid()}"
    locks.mkdir(mode=0o700, exist_ok=True)
    return locks / f"{name}.lock"
