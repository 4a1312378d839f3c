"""How far a build of extensions is, as people see it."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """Says how far a build is, which can take minutes: beside the bar of the cases on a terminal.

    A log gets one line, when the build begins.

    Args:
        project: whose extensions they are.
        arch: what is built for.
        what: is counted.
    """

    project: str
    arch: str
    what: str = "objects"

    def __call__(self, done: int, total: int) -> None:
        """Say how many of how many are there."""
        text = f"porter: building {self.project} for {self.arch}: "
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\r{text}{done} of {total} {self.what}", end=end, file=sys.stderr, flush=True)
        elif done == 0:
            print(f"{text}{total} {self.what}", file=sys.stderr, flush=True)
