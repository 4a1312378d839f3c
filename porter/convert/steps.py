"""The progress interface of a run."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Progress(Protocol):
    """Shows how far a step has got."""

    def __call__(self, files: int, /) -> None:
        """Note that so many files more are done."""
        ...


class Steps(Protocol):
    """Shows the steps of a run."""

    def __call__(self, title: str, total: int) -> AbstractContextManager[Progress]:
        """Begin a step of `total` files."""
        ...


def silently(title: str, total: int) -> AbstractContextManager[Progress]:
    """Show nothing."""
    return nullcontext(lambda files, /: None)
