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


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return `did you mean …?` with the names that are most like `given`; empty where none is."""
    from difflib import get_close_matches

    by_spelling = {name.lower(): name for name in known}
    close = get_close_matches(given.lower(), by_spelling, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(by_spelling[one] for one in close)}?" if close else ""
