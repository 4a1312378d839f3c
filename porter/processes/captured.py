"""What a program writes, kept while it runs, up to a number of bytes."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, NamedTuple

#: Seconds that a killed program's output may take to end.
_DRAINING = 5.0
_CHUNK = 1 << 16


class Ended(NamedTuple):
    """How a program ended.

    Args:
        returncode: its exit status; negative when a signal ended it.
        stdout: what it wrote; empty when it was not captured.
        stderr: likewise.
        timed_out: it was stopped because its time was over.
        is_cut: it was stopped because it had written more than it may.
    """

    returncode: int
    stdout: str
    stderr: str
    timed_out: bool
    is_cut: bool = False


class Limits(NamedTuple):
    """What a program may use; None for any number.

    Args:
        seconds: after which it is killed, by whoever has started it.
        bytes: that it may write.
    """

    seconds: float | None = None
    bytes: int | None = None


def captured(
    child: subprocess.Popen[bytes],
    kill: Callable[[], None],
    over: threading.Event,
    limits: Limits,
    given: str | None,
) -> Ended:
    """Wait for a program, and return what it wrote.

    Args:
        child: the program, whose output and errors are pipes.
        kill: ends it and what it has started.
        over: is set where its time was over.
        limits: what it may use.
        given: what is on its standard input, where that is a pipe.
    """
    output = _Output(kill, limits.bytes)
    threads = [output.reader(pipe) for pipe in (child.stdout, child.stderr) if pipe is not None]
    threads += [threading.Thread(target=_give, args=(child.stdin, given or ""), daemon=True)]
    for thread in threads:
        thread.start()
    end = None if limits.seconds is None else time.monotonic() + limits.seconds + _DRAINING
    for thread in threads:
        thread.join(None if end is None else max(0.0, end - time.monotonic()))
    if any(thread.is_alive() for thread in threads):  # a process out of reach holds on to the pipes
        return Ended(child.wait(), "", "", True)
    child.wait()
    stdout, stderr = map(_text, output.texts)
    return Ended(child.returncode, stdout, stderr, over.is_set(), output.is_cut)


def _text(data: bytearray) -> str:
    text = bytes(data).decode(errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _Output:
    """What a program writes."""

    def __init__(self, kill: Callable[[], None], most: int | None) -> None:
        self.texts: list[bytearray] = []
        self.is_cut = False
        self._kill = kill
        self._most = most

    def reader(self, pipe: IO[Any]) -> threading.Thread:
        """Return a thread that reads a pipe to its end."""
        text = bytearray()
        self.texts.append(text)
        return threading.Thread(target=self._read, args=(pipe, text), daemon=True)

    def _read(self, pipe: IO[Any], text: bytearray) -> None:
        with suppress(OSError, ValueError), pipe:
            while chunk := pipe.read1(_CHUNK):  # type: ignore[attr-defined]
                if self._most is None or sum(map(len, self.texts)) < self._most:
                    text += chunk
                elif not self.is_cut:
                    self.is_cut = True
                    self._kill()


def _give(pipe: IO[bytes] | None, text: str) -> None:
    """Write a program's input; it may end before it has read that."""
    if pipe is not None:
        with suppress(OSError), pipe:
            pipe.write(text.encode(errors="replace"))
