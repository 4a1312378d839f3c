"""Components on their way: made aside, proved, then moved into place, all or none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from porter.errors import PorterError
from porter.files.lock import exclusive
from porter.toolchain.discovery import find
from porter.toolchain.home import Prefix
from porter.toolchain.selftest import ARCHS, NEWEST_ARCHS, verify_hip

#: What a run that was killed leaves, beside what it replaced.
_PATTERN = "staging-*"


class Staging:
    """Where components are made before they are moved into place.

    Args:
        prefix: where they go.
        folder: where they are made, on the same file system.
        say: called with each step.

    Attributes:
        staged: component -> its root here, once it is complete.
    """

    def __init__(self, prefix: Prefix, folder: Path, say: Callable[[str], None]) -> None:
        self.prefix = prefix
        self.staged: dict[str, Path] = {}
        self._folder = folder
        self._say = say

    def folder_of(self, component: str) -> Path:
        """Return an empty folder to make a component in."""
        root = self._folder / component
        root.mkdir(parents=True)
        return root

    def now(self) -> Prefix:
        """Return the components as they will be."""
        return Prefix(self.prefix.home, dict(self.staged))

    def put_in_place(self) -> None:
        """Prove what is staged by compiling, where there is enough for it, and move it.

        Raises:
            PorterError: something does not compile; nothing is moved.
        """
        if not self.staged:
            return
        self._prove()
        for name, root in self.staged.items():
            place = self.prefix.place(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.exists():
                place.rename(self._folder / f"old-{name}")
            root.rename(place)

    def _prove(self) -> None:
        proofs = [ARCHS] if {"compiler", "host", "rocm"} & self.staged.keys() else []
        if "compiler-22" in self.staged:
            proofs.append(NEWEST_ARCHS)
        for archs in proofs:
            try:
                toolchain = find(self.now(), archs)
            except PorterError as error:
                self._say(f"not verified: {error.message}")
                continue
            self._say(f"verifying: a hipcub kernel for {' and '.join(archs)}, host and device")
            verify_hip(toolchain, archs)


@contextmanager
def staging(prefix: Prefix, say: Callable[[str], None]) -> Iterator[Staging]:
    """Hold the lock of a prefix, and a folder beside it that is removed at the end.

    Args:
        prefix: where components go.
        say: called with each step.
    """
    with exclusive(prefix.lock, say):
        for abandoned in prefix.home.glob(_PATTERN):
            shutil.rmtree(abandoned, ignore_errors=True)
        folder = prefix.home / f"staging-{os.getpid()}"
        try:
            yield Staging(prefix, folder, say)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def is_abandoned(prefix: Prefix) -> bool:
    """Tell whether a run that was killed left its folder."""
    return next(prefix.home.glob(_PATTERN), None) is not None
