"""Answers in a forked process, and in another one in its place after it died.

Code under test that runs outside its memory ends its process, at one point of a drafted case after
the other. What imports PyTorch, which takes seconds, is forked, so that the next point begins at
once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

#: The exit status of a process whose device is lost: it has said so, and another one goes on.
_LOST = 78
_TASKS = Path("/proc/self/task")


def threads() -> int:
    """Return how many threads this process has: a forked one has none of them but the first."""
    return sum(1 for _ in _TASKS.glob("*"))


def leave_to_another() -> NoReturn:
    """End a forked process without a word: another one answers what comes."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(_LOST)


def answer(answers: Callable[[], None], died: Callable[[int], None]) -> None:
    """Answer until all is answered, in as many processes one after the other as that takes.

    Returns in the process that it was called in, and in the last forked one, which both end then.

    Args:
        answers: answers what comes; returns when nothing more does.
        died: is given how a process ended that did not return from it: its exit status, or a
            signal's number, negative.
    """
    while True:
        process = os.fork()
        if not process:
            answers()
            return
        _, waited = os.waitpid(process, 0)
        status = os.waitstatus_to_exitcode(waited)
        if not status:
            return
        if status != _LOST:
            died(status)
