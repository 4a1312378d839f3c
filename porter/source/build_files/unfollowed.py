"""Notes on what the readers of build files left out at their bounds."""

from __future__ import annotations

from pathlib import Path


class TooLarge(ValueError):
    """What a script computes is more than is kept of it; the message is what."""


class Unfollowed:
    """Collects what was not followed in which file, each thing once.

    Args:
        root: the port; files are named relative to it.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._notes: dict[str, None] = {}

    def add(self, file: Path, reason: str) -> None:
        """Note that something in `file` is not followed, and why."""
        shown = file.relative_to(self.root) if file.is_relative_to(self.root) else file
        self._notes[f"{shown.as_posix()}: not followed: {reason}"] = None

    @property
    def notes(self) -> tuple[str, ...]:
        """A line for each, in the order in which they were met."""
        return tuple(self._notes)
