"""What a run of a program gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from porter.errors import PorterError
from porter.processes.captured import Ended
from porter.verify.coverage import Kernels


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """What a run gave.

    Attributes:
        returncode: the exit status.
        stdout: what it printed.
        stderr: what it printed as errors.
        files: content of the case's files that it wrote.
        seconds: how long it ran.
        kernels: which it has and launched, where that can be seen.
    """

    returncode: int
    stdout: str
    stderr: str
    files: Mapping[str, bytes]
    seconds: float
    kernels: Kernels = field(default_factory=Kernels)


class TookTooLong(PorterError):
    """A run or a build that was given up.

    Attributes:
        kernels: which a run had launched until then, where that can be seen.
    """

    kernels: Kernels = Kernels()


#: Bytes that a program may print: one that asks on and on for what it is not given has no end.
MOST_PRINTED = 1 << 26


class GaveNothing(PorterError):
    """A program ran and gave nothing to compare with: it crashed, or launched no kernel.

    Attributes:
        printed: what it printed, which may say how it is to be called.
    """

    printed: str = ""


def expect_end(ended: Ended, what: str, timeout: float, kernels: Kernels | None = None) -> None:
    """Raise an error for a program that was stopped.

    Args:
        ended: how it ended.
        what: the program, for the message.
        timeout: seconds that it had.
        kernels: which it had and launched; None where that cannot be seen.

    Raises:
        GaveNothing: it printed without end.
        TookTooLong: it did not end in time.
    """
    if ended.is_cut:
        raise GaveNothing(f"{what} was stopped: it printed more than {MOST_PRINTED >> 20} MB")
    if ended.timed_out:
        error = TookTooLong(f"{what} took longer than {timeout:.0f} s")
        error.kernels = kernels or Kernels()
        raise error
