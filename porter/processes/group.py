"""Runs programs as a process group, of which no process outlives them or porter.

A process may leave the group (`setsid`), but keeps the environment that it was started with, and
in it the group's mark, by which it is found. Out of reach is what does both: it leaves the group
and starts a program with another environment.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from porter.processes.captured import Ended, Limits, captured
from porter.processes.guard import Guard

#: The variable that tells when a group is killed, in nanoseconds of the monotonic clock: programs
#: may say before what they are at.
_DEADLINE = "PORTER_PROCESS_DEADLINE"
#: How often to look for marked processes that are still there, and seconds in between.
_ROUNDS, _PAUSE = 100, 0.01
_PASSED_ON = (
    signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP, signal.SIGCONT,
    signal.SIGUSR1, signal.SIGUSR2,
)  # fmt: skip


class ProcessGroup:
    """A group of processes that ends with `end`, or with this process, even by SIGKILL."""

    def __init__(self) -> None:
        self._guard = Guard()
        self._lock = threading.RLock()  # a signal may come while this thread holds it

    @property
    def id(self) -> int:
        """The group's number."""
        return self._guard.process.pid

    def start(self, command: Sequence[str] | str, **options: Any) -> subprocess.Popen[Any]:
        """Start a program in the group.

        Args:
            command: its words; a string goes to the shell.
            options: of `subprocess.Popen`.
        """
        is_shell = isinstance(command, str)
        given = options.pop("env", None)
        environment = self._guard.marked(os.environ if given is None else given)
        return subprocess.Popen(
            command, shell=is_shell, process_group=self.id, env=environment, **options
        )

    def send(self, number: int) -> None:
        """Send a signal to all processes of the group."""
        with self._lock:
            if self._guard.process.returncode is None:  # afterwards the number may be another's
                with suppress(ProcessLookupError):
                    os.killpg(self.id, number)

    def kill(self) -> None:
        """Kill what is left of the group, and what has left it."""
        self.send(signal.SIGKILL)
        for _ in range(_ROUNDS):
            if not self._guard.kill_marked():
                return
            time.sleep(_PAUSE)

    def end(self) -> None:
        """Kill what is left, and the guard."""
        self.kill()
        with self._lock:
            if self._guard.process.returncode is None:
                self._guard.close()


def run_in_group(
    command: Sequence[str] | str,
    *,
    capture: bool = True,
    timeout: float | None = None,
    cwd: Path | str | None = None,
    env: Mapping[str, str] | None = None,
    given: str | None = None,
    most: int | None = None,
) -> Ended:
    """Run a program to its end, and end what it has started, too.

    A program that is not captured stands where this process does: it gets the signals that reach
    this process, when this is the main thread, and the terminal, as a shell's foreground job does.

    Args:
        command: its words; a string goes to the shell.
        capture: keep what it writes; otherwise it writes where this process does.
        timeout: seconds after which the group is killed.
        cwd: the directory it runs in.
        env: its environment; this process's by default.
        given: what is on its standard input when it is captured; by default what is on this
            process's.
        most: bytes after which the group is killed when it is captured; None for any number.
    """
    environment = dict(os.environ if env is None else env)
    if timeout is not None:
        environment[_DEADLINE] = str(time.monotonic_ns() + round(timeout * 1e9))
    options: dict[str, Any] = {"cwd": cwd, "env": environment}
    if capture:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options |= {} if given is None else {"stdin": subprocess.PIPE}
    group = ProcessGroup()
    over = threading.Event()

    def stop() -> None:
        over.set()
        group.kill()

    timer = threading.Timer(timeout, stop) if timeout is not None else None
    try:
        if timer is not None:
            timer.daemon = True
            timer.start()
        if capture:
            child = group.start(command, **options)
            return captured(child, group.kill, over, Limits(timeout, most), given)
        with _signals_passed_on(group), _Terminal(group) as terminal:
            child = group.start(command, **options)
            return Ended(_wait(child, group, terminal), "", "", over.is_set())
    finally:
        if timer is not None:
            timer.cancel()
        group.end()


def _wait(child: subprocess.Popen[Any], group: ProcessGroup, terminal: _Terminal) -> int:
    """Wait for a program; when it is stopped, this process stops, too, and they go on together."""
    while True:
        _, status = os.waitpid(child.pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode
        terminal.take()
        os.kill(os.getpid(), signal.SIGSTOP)
        terminal.give()
        group.send(signal.SIGCONT)


@contextmanager
def _signals_passed_on(group: ProcessGroup) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def pass_on(number: int, _: FrameType | None) -> None:
        group.send(number)

    before = {number: signal.getsignal(number) for number in _PASSED_ON}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # nohup's children stay deaf
            signal.signal(number, pass_on)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)


class _Terminal:
    """The terminal, lent to a group as a shell lends it to the job in the foreground.

    Without it, a program that reads from the terminal would be stopped.
    """

    def __init__(self, group: ProcessGroup) -> None:
        self._group = group
        self._descriptor: int | None = None
        with suppress(AttributeError, OSError, ValueError):  # closed, or a test's
            descriptor = sys.stdin.fileno()
            if os.isatty(descriptor) and os.tcgetpgrp(descriptor) == os.getpgrp():
                self._descriptor = descriptor

    def give(self) -> None:
        """Put the group in the foreground."""
        self._set(self._group.id)

    def take(self) -> None:
        """Put this process in the foreground."""
        self._set(os.getpgrp())

    def _set(self, group: int) -> None:
        if self._descriptor is None:
            return
        # The kernel stops a process of the background that does this, unless it ignores the signal.
        before = signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        try:
            with suppress(OSError):
                os.tcsetpgrp(self._descriptor, group)
        finally:
            signal.signal(signal.SIGTTOU, before)

    def __enter__(self) -> _Terminal:
        self.give()
        return self

    def __exit__(self, *_: object) -> None:
        self.take()
