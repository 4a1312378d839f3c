"""The exit statuses of all commands; docs/exit-status.md explains them."""

from __future__ import annotations

import signal
import sys
from enum import IntEnum
from types import FrameType
from typing import NoReturn

#: Seconds in which a callback is over.
_A_LITTLE = 0.001


class Exit(IntEnum):
    """How a command ended."""

    #: Everything that was asked for is done, and the answer is good.
    DONE = 0
    #: Something failed or could not be read or written, or what was asked about does not hold.
    FAILED = 1
    #: Wrong use, or settings or tools that the command cannot begin with.
    REFUSED = 2
    #: `porter verify` found no difference, but could not compare all, or too little of it.
    NOT_COMPARED = 3
    #: `porter run --timeout` ended the program, as `timeout` of GNU's coreutils says it.
    TIMED_OUT = 124


def end(*, failed: bool) -> NoReturn:
    """End the process."""
    sys.exit(Exit.FAILED if failed else Exit.DONE)


def by_signal(number: int) -> int:
    """Return the exit status of a process that a signal ended, as shells count it."""
    return 128 + number


def ended_by_signal(number: int, frame: FrameType | None) -> None:
    """Handle a signal: a request to end is an exception, so that nothing is left half written.

    Args:
        number: the signal.
        frame: what it interrupted. A callback of Python's imports prints an exception as ignored
            and goes on; the signal is handled a little later then.
    """
    if _is_callback_of_imports(frame):
        signal.signal(signal.SIGALRM, lambda _, later: ended_by_signal(number, later))
        signal.setitimer(signal.ITIMER_REAL, _A_LITTLE)
        return
    sys.exit(by_signal(number))


def _is_callback_of_imports(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "cb" and frame.f_code.co_filename.startswith(
            "<frozen importlib"
        ):
            return True
        frame = frame.f_back
    return False
