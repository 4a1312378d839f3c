"""The error for recordings that cannot be used as the CUDA side."""

from __future__ import annotations

from pathlib import Path

from porter.errors import PorterError


class UnusableRecording(PorterError):
    """A recording that is missing, damaged, or not one of the case as it is now.

    Args:
        message: what is wrong.
        reason: the same without the case's name: one note stands for many cases.
        path: the file.
        hint: what to do about it.
    """

    def __init__(self, message: str, *, reason: str, path: Path, hint: str) -> None:
        super().__init__(message, path=path, hint=hint)
        self.reason = reason
