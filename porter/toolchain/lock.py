"""One install or build at a time: a lock that dies with its owner."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path, on_wait: Callable[[str], None], what: str = "install") -> Iterator[None]:
    """Hold the lock file `path`; wait for it when another process has it.

    The kernel releases a `flock` when its owner ends, however it ends, so no lock is ever stale.

    Args:
        path: the lock file; made when absent, never removed.
        on_wait: told once, when the lock is taken, who holds it.
        what: what the lock is held for, for that message.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="ascii") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.seek(0)
            holder = stream.read().strip() or "unknown"
            on_wait(f"waiting for another {what} (process {holder})")
            fcntl.flock(stream, fcntl.LOCK_EX)
        stream.seek(0)
        stream.truncate()
        stream.write(str(os.getpid()))
        stream.flush()
        yield
