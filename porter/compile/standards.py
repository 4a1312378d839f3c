"""The standards of C++ by which sources are compiled, and that of PyTorch's headers."""

from __future__ import annotations

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
