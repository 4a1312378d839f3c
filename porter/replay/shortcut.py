"""The way past everything else, for a command line that would say again what it said last."""

from __future__ import annotations

import os
import sys

from porter.replay.asked import Asked
from porter.replay.kept import recall


def say_again(asked: Asked) -> int | None:
    """Say what the same command line said last, if it would say that once more.

    Args:
        asked: the command line.

    Returns:
        The exit status; None where nothing was said, and the command has to be run.
    """
    kept = recall(asked)
    if kept is None or (kept.idle and not _nothing_to_do(kept.idle)):
        return None
    try:
        for path in kept.used:
            os.utime(path)
    except OSError:
        return None
    sys.stdout.write(kept.said)
    sys.stdout.flush()
    sys.stderr.write(kept.told)
    return kept.status


def _nothing_to_do(folder: str) -> bool:
    from pathlib import Path

    from porter.compile.ninja_program import nothing_to_do
    from porter.errors import PorterError

    try:
        return nothing_to_do(Path(folder))
    except PorterError:
        return False
