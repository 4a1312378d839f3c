"""Formats lists of names, and numbers of things, for a message."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: Iterable[str], most: int = 5) -> str:
    """Return the first names, parted by commas, and the number of the others."""
    every = list(names)
    more = len(every) - most
    return ", ".join(every[:most]) + (f" and {more} more" if more > 0 else "")


def number_of(count: int, thing: str) -> str:
    """Return a number with what it counts, such as `1 file` and `2 files`."""
    return f"{count} {thing}" + "s" * (count != 1)
