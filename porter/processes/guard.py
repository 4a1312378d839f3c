"""Ends what a process has started when that process ends, however it ends.

All that is started bears a mark in its environment, which it hands on: by it a process is found
that has left its group. One that is started within another guard's reach bears both marks, so that
the outer guard need not wait for the inner one.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

#: The variable that holds the marks.
_MARKS = "PORTER_PROCESS_GROUP"
#: Waits until porter closes its end of a pipe, which it does however it ends, and takes the marked
#: with it, then its own group; twice, for what they may have started meanwhile. Signals for the
#: group are not meant for it.
_SCRIPT = """\
trap '' HUP INT QUIT TERM TSTP TTIN TTOU USR1 USR2
read -r _
for _ in 1 2; do
  for found in $(grep -lsF "$1" /proc/[0-9]*/environ); do
    found=${found#/proc/}
    kill -KILL "${found%/environ}"
  done
done
kill -KILL 0
"""


class Guard:
    """A process that waits for the end of this one, in a group of its own that others may join."""

    def __init__(self) -> None:
        self._mark = secrets.token_hex(16)
        ours, theirs = os.pipe()
        try:
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT, "sh", self._mark],
                stdin=ours,
                process_group=0,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except BaseException:
            os.close(theirs)
            raise
        finally:
            os.close(ours)
        self._pipe = theirs

    def marked(self, environment: Mapping[str, str]) -> dict[str, str]:
        """Return an environment in which what is started ends with this process."""
        marks = filter(None, (environment.get(_MARKS), self._mark))
        return {**environment, _MARKS: " ".join(marks)}

    def kill_marked(self) -> bool:
        """Kill the processes with the mark; tell whether there were any."""
        if sys.platform != "linux":  # no /proc, and nothing else that tells an environment
            return False
        found = False
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            with suppress(OSError):  # gone meanwhile, or another user's
                process = os.pidfd_open(int(name))
                try:
                    if self._mark.encode() in Path("/proc", name, "environ").read_bytes():
                        found = True
                        signal.pidfd_send_signal(process, signal.SIGKILL)
                finally:
                    os.close(process)
        return found

    def close(self) -> None:
        """Let go of the guard, which has ended."""
        self.process.wait()
        os.close(self._pipe)


@cache
def end_children_with_this_process() -> Guard:
    """Have the compilers and programs that this process starts end when it does, by any signal.

    Returns:
        The guard of all of them, the same however often it is asked for.
    """
    guard = Guard()
    os.environ.update(guard.marked(os.environ))
    return guard
