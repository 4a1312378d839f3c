"""What a run of a program gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from porter.errors import PorterError
from porter.verify.coverage import Kernels


class TookTooLong(PorterError):
    """A run or a build that was given up."""


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


class GaveNothing(PorterError):
    """A program ran and gave nothing to compare with: it crashed, or launched no kernel."""
