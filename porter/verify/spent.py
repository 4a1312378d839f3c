"""What the time of runs went to: starting processes, either side, comparing.

What is begun inside of something else is taken off it, so that nothing counts twice.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum


class On(Enum):
    """What time is spent on, as a reader is told."""

    STARTING = "starting Python and what extensions import"
    PORT = "the port's runs"
    CUDA = "the reference's runs"
    CUDA_AGAIN = "runs of CUDA's side once more, which show what it does not determine"
    COMPARING = "comparing"
    BUILDING = "building"


_lock = threading.Lock()
_seconds: defaultdict[On, float] = defaultdict(float)
_times: Counter[On] = Counter()
_going_on = threading.local()  # for each that a thread is at: what was spent inside of it


@contextmanager
def spent(on: On) -> Iterator[None]:
    """Count what is done meanwhile, by this thread, as spent on something.

    Args:
        on: what.
    """
    inside: list[float] = _going_on.__dict__.setdefault("inside", [])
    inside.append(0.0)
    begun = time.monotonic()
    try:
        yield
    finally:
        took = time.monotonic() - begun
        own = took - inside.pop()
        if inside:
            inside[-1] += took
        with _lock:
            _seconds[on] += own
            _times[on] += 1


def so_far() -> Mapping[On, tuple[float, int]]:
    """Return the seconds that this process has spent on each so far, and how many times."""
    with _lock:
        return {on: (_seconds[on], _times[on]) for on in _seconds}


def told(before: Mapping[On, tuple[float, int]], after: Mapping[On, tuple[float, int]]) -> str:
    """Say what time went to in between, the most first; "" where it was no second.

    Building, which `--within` does not count, is left out.

    Args:
        before: what was spent so far at the beginning.
        after: likewise at the end.
    """
    parts = []
    for on, (seconds, times) in after.items():
        was, had = before.get(on, (0.0, 0))
        if on is not On.BUILDING and seconds - was >= 1:
            count = f" ({times - had} times)" if on is On.STARTING else ""
            parts.append((seconds - was, f"{seconds - was:.0f} s to {on.value}{count}"))
    return ", ".join(text for _, text in sorted(parts, reverse=True))
