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
    if kept is None:
        return None
    try:
        if kept.idle and not _nothing_to_do(kept.ninja, kept.idle):
            return None
        for path in kept.used:
            os.utime(path)
    except OSError:
        return None
    sys.stdout.write(kept.said)
    sys.stdout.flush()
    sys.stderr.write(kept.told)
    return kept.status


def _nothing_to_do(ninja: str, folder: str) -> bool:
    """Tell whether ninja would do nothing in a folder, without what Python needs for more.

    The program is one that would be found anyway: a damaged record starts no other.
    """
    found_in = (f"{sys.prefix}/bin", *os.environ.get("PATH", "").split(os.pathsep))
    if os.path.basename(ninja) != "ninja" or os.path.dirname(ninja) not in found_in:
        return False
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        try:
            actions = [(os.POSIX_SPAWN_DUP2, writing, 1)]
            command = [ninja, "-C", folder, "-n"]
            process = os.posix_spawn(ninja, command, os.environ, file_actions=actions)
        finally:
            os.close(writing)
        told = stream.read()
    _, status = os.waitpid(process, 0)
    return status == 0 and told.rstrip().endswith(b"ninja: no work to do.")
