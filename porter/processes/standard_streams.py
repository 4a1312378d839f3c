"""Makes standard input, output and error usable, whatever state the caller left them in."""

from __future__ import annotations

import errno
import io
import os
import sys

from porter.exit_status import Exit


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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names of any bytes, any locale


def flush(status: int) -> int:
    """Write what is left to be written.

    Args:
        status: how the process is to end.

    Returns:
        How it ends: where output is lost, it has failed. A reader that wants no more is no fault.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        _lead_nowhere(sys.stdout)
        if error.errno != errno.EPIPE:
            sys.stderr.write(f"porter: standard output: {error.strerror}\n")
            status = status or Exit.FAILED
    try:
        sys.stderr.flush()
    except OSError:
        _lead_nowhere(sys.stderr)
        status = status or Exit.FAILED
    return status


def _lead_nowhere(stream: io.TextIOBase | object) -> None:
    """Keep Python from trying once more when it ends, and from telling of it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1 if stream is sys.stdout else 2)
    os.close(nowhere)
