"""How many compilers to run at a time."""

import os
from pathlib import Path

#: What a compiler of a large template may take.
GIB_A_JOB = 2.0


def max_jobs() -> int:
    """MAX_JOBS, else as many as cores and memory allow.

    Raises:
        ValueError: MAX_JOBS is no positive number.
    """
    text = os.environ.get("MAX_JOBS", "").strip()
    if text:
        if not text.isdigit() or int(text) < 1:
            raise ValueError(f"MAX_JOBS={text!r} is no positive number")
        return int(text)
    return jobs_for(len(os.sched_getaffinity(0)), memory_gib())


def jobs_for(cores: int, gib: float) -> int:
    """The number of jobs for a machine with so many cores and so much free memory."""
    return max(1, min(cores, int(gib / GIB_A_JOB)))


def memory_gib(
    meminfo: Path = Path("/proc/meminfo"), limit: Path = Path("/sys/fs/cgroup/memory.max")
) -> float:
    """Free memory, or what the container may have, whichever is less."""
    found = float("inf")
    for line in meminfo.read_text().splitlines():
        if line.startswith("MemAvailable:"):
            found = int(line.split()[1]) / 2**20
    try:
        text = limit.read_text().strip()
    except OSError:
        return found
    return min(found, int(text) / 2**30) if text.isdigit() else found
