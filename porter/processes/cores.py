"""The number of processes worth starting."""

from __future__ import annotations

import os
import sys


def cores() -> int:
    """Return the number of cores that this process may use."""
    if sys.platform != "linux":  # others have no set of cores for a process
        return os.cpu_count() or 1
    return len(os.sched_getaffinity(0))
