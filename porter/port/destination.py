"""The destination of a port: a folder, in place, a diff or standard output."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class OutputMode(StrEnum):
    """Where converted bytes go."""

    OUT = "out"
    IN_PLACE = "in place"
    DIFF = "diff"
    PRINT = "print"


class Destination(NamedTuple):
    """Where a port goes: a mode, and the folder for `OutputMode.OUT`."""

    mode: OutputMode
    folder: Path | None = None

    @classmethod
    def of(cls, out: str | None, *, in_place: bool, diff: bool) -> Destination:
        """Return the destination that the command line names."""
        if diff:
            return cls(OutputMode.DIFF)
        if in_place:
            return cls(OutputMode.IN_PLACE)
        if out == "-":
            return cls(OutputMode.PRINT)
        assert out is not None
        return cls(OutputMode.OUT, Path(out))

    @property
    def is_dry(self) -> bool:
        """Whether nothing is written to disk."""
        return self.mode in (OutputMode.DIFF, OutputMode.PRINT)
