"""The exit statuses of all commands; docs/exit-status.md explains them."""

from __future__ import annotations

import sys
from enum import IntEnum
from typing import NoReturn


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


def ended_by_signal(number: int, frame: object) -> NoReturn:
    """Handle a signal: a request to end is an exception, so that nothing is left half written."""
    sys.exit(by_signal(number))
