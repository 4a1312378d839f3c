"""The exception that reaches a user as a message instead of a traceback."""

from __future__ import annotations

from pathlib import Path


class PorterError(Exception):
    """Something the user can act on.

    Args:
        message: what is wrong, one sentence.
        path: the file concerned, if there is one.
        line: 1-based line in `path`.
        hint: what to do about it, one sentence.
    """

    def __init__(
        self,
        message: str,
        *,
        path: Path | str | None = None,
        line: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.hint = hint

    def __str__(self) -> str:
        place = "" if self.path is None else f"{self.path}: "
        if self.path is not None and self.line is not None:
            place = f"{self.path}:{self.line}: "
        advice = "" if self.hint is None else f"\n  hint: {self.hint}"
        return f"{place}{self.message}{advice}"


def described(error: BaseException) -> str:
    """Return type, message and innermost place of an error that is a bug in porter."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
