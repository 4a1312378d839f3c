"""The standards of C++ by which sources are compiled, and that of PyTorch's headers."""

from __future__ import annotations

from collections.abc import Iterable

#: What a standard is called before it is out.
WORKING_NAMES = {"0x": "11", "1y": "14", "1z": "17", "2a": "20", "2b": "23", "2c": "26"}
_LAST_OF_CENTURY = 90


def year(std: str) -> int:
    """Return the year of a standard, such as 17 of "gnu++17" and 20 of "c++2a"; 0 for another text.

    Args:
        std: as `-std=` takes it; "c++98" is before all others.
    """
    last = WORKING_NAMES.get(std[-2:], std[-2:])
    if not last.isdecimal():
        return 0
    return int(last) - (100 if int(last) >= _LAST_OF_CENTURY else 0)


def raised(asked: str, least: str) -> str:
    """Return the standard for a source that asks for one and includes headers that want another.

    Args:
        asked: the source's own.
        least: the oldest that the headers take.
    """
    return least if year(asked) < year(least) else asked


def said_of(asked: Iterable[str | None], least: str) -> str:
    """Return what to say of standards that are raised; empty where none is.

    Args:
        asked: the sources' own; None for one that names none.
        least: the oldest that PyTorch's headers take.
    """
    older = sorted({std for std in asked if std and raised(std, least) != std})
    return f"{', '.join(older)} raised to {least}, which torch asks for" if older else ""
