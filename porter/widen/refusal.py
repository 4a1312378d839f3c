"""Why a kernel is not widened."""

from __future__ import annotations


class Refused(Exception):
    """A kernel is left as it is; the text says why, and where."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
