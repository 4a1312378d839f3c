"""A hang is a failure: what takes longer than it may is interrupted."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooSlow(BaseException):
    """It would have gone on; nothing that catches errors of files takes this for one."""


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Interrupt what takes longer, also where it waits for a pipe."""

    def stop(*_: object) -> None:
        raise TooSlow(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
