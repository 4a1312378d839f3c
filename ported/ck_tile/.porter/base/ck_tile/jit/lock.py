"""One build of a module at a time, whichever process does it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .settings import logger


@contextmanager
def build_lock(path: Path) -> Iterator[None]:
    """Hold the lock of the file `path` while the block runs.

    The kernel holds it for this process and releases it when the process ends, killed or not: no
    lock is ever left behind. Compilers that the process started do not inherit it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(handle, 32, 0).decode() or "another process"
            logger.info("waiting for %s, which builds %s", holder, path.stem)
            fcntl.flock(handle, fcntl.LOCK_EX)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()}".encode(), 0)
        yield
    finally:
        os.close(handle)
