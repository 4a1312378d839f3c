"""Times choices on an AMD GPU: a command of the user's, run in a copy of the port with each."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.tune.choices import Choice
from porter.tune.header import Header, write
from porter.tune.tuner import Kernel
from porter.tune.writing import name_kernel

_RUNS = 3


class Clock:
    """Runs a command with one kernel's choice in place.

    Args:
        copy: a copy of the port; it is changed.
        command: what builds and runs it, for the shell. The last line that it prints is the time in
            seconds when it is a number; otherwise the least wall time of three runs counts.
        macros: kernel -> its macro.
        header: what the port's header says of all else.
    """

    def __init__(
        self,
        copy: Path,
        command: str,
        macros: Callable[[Kernel], str],
        header: Header,
    ) -> None:
        self.copy = copy
        self.command = command
        self.macros = macros
        self.header = header

    def __call__(self, kernel: Kernel, choice: Choice) -> float:
        """Return the seconds that a choice takes.

        Raises:
            PorterError: the command fails.
        """
        macro = self.macros(kernel)
        name_kernel(self.copy, kernel, macro)
        header = self.header.copy()
        header.choose(macro, kernel.processor, choice)
        write(self.copy, header)
        self._run()  # builds, and warms up
        return min(self._run() for _ in range(_RUNS))

    def _run(self) -> float:
        started = time.perf_counter()
        done = subprocess.run(
            self.command, shell=True, cwd=self.copy, capture_output=True, text=True,
            errors="replace", check=False,
        )  # fmt: skip
        taken = time.perf_counter() - started
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise PorterError(f"the command of --time failed: {' '.join(last)}", path=self.copy)
        return _told(done.stdout.splitlines(), taken)


def _told(lines: Sequence[str], taken: float) -> float:
    try:
        return float(lines[-1])
    except (IndexError, ValueError):
        return taken
