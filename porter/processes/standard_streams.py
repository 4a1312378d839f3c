"""Makes standard input, output and error usable, whatever state the caller left them in."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

from porter.exit_status import Exit

if TYPE_CHECKING:
    from typing_extensions import Buffer


def make_usable() -> None:
    """Give the process three open streams, the outputs able to take any text.

    A stream that the caller closed (`>&-`) leads nowhere: otherwise the next file that is opened
    would take its number, and what a child prints would land in that file.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", closefd=False))
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _written_to(number, stream))


class _Abandoned(io.FileIO):
    """An output whose reader may leave early: what comes after that leads nowhere.

    The work goes on, and its status is that of the work.
    """

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            _lead_nowhere(self.fileno())
            return super().write(data)


def _written_to(number: int, stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return a stream like another one that takes names of any bytes in any locale."""
    return io.TextIOWrapper(
        io.BufferedWriter(_Abandoned(number, "wb", closefd=False)),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering,
    )


def flush(status: int) -> int:
    """Write what is left to be written.

    Args:
        status: how the process is to end.

    Returns:
        How it ends: where output is lost, it has failed.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        _lead_nowhere(1)
        sys.stderr.write(f"porter: standard output: {error.strerror}\n")
        status = status or Exit.FAILED
    try:
        sys.stderr.flush()
    except OSError:
        _lead_nowhere(2)
        status = status or Exit.FAILED
    return status


def _lead_nowhere(number: int) -> None:
    """Keep Python from trying once more when it ends, and from telling of it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
