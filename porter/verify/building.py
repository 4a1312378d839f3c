"""How long sides were built so far, which what bounds the runs does not count."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from porter.verify.spent import On, so_far, spent, told


class _Stopwatch:
    """Runs while at least one thing is built: builds nest, and go on side by side."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._started = self._seconds = 0.0

    def start(self) -> None:
        with self._lock:
            if not self._running:
                self._started = time.monotonic()
            self._running += 1

    def stop(self) -> None:
        with self._lock:
            self._running -= 1
            if not self._running:
                self._seconds += time.monotonic() - self._started

    @property
    def seconds(self) -> float:
        with self._lock:
            going_on = time.monotonic() - self._started if self._running else 0.0
            return self._seconds + going_on


_OF_THE_PROCESS = _Stopwatch()  # builds are shared by all checks of a process, and kept with it


@contextmanager
def building() -> Iterator[None]:
    """Count what is done meanwhile as building."""
    _OF_THE_PROCESS.start()
    try:
        with spent(On.BUILDING):
            yield
    finally:
        _OF_THE_PROCESS.stop()


def built_for() -> float:
    """Return for how many seconds this process has built sides."""
    return _OF_THE_PROCESS.seconds


class RunTime:
    """Bounds the time of runs, from now on.

    Args:
        within: seconds that they have; building does not count.
    """

    def __init__(self, within: float) -> None:
        self.within = within
        self._begun, self._built = time.monotonic(), built_for()
        self._spent = so_far()

    @property
    def building(self) -> float:
        """Seconds that were spent on building meanwhile."""
        return built_for() - self._built

    @property
    def went_to(self) -> str:
        """What the rest went to; "" where it was no second."""
        return told(self._spent, so_far())

    @property
    def is_over(self) -> bool:
        """Whether the time is used up."""
        return time.monotonic() - self._begun - self.building >= self.within
