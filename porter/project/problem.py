"""A file that could not be processed, and why."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """A file that was not read, converted or written, and why."""

    path: str
    reason: str
