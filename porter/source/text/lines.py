"""The start of a line of code."""

from __future__ import annotations

#: Bytes in front of a name that are looked at for what belongs to it.
REACH = 1000


def line_start(code: bytes, offset: int) -> int:
    """Return where the line of `offset` starts, or the place that is `REACH` bytes before it.

    What matters to a name stands close in front of it; to look through all of a generated line
    of megabytes for each of its names would take for ever.
    """
    least = max(0, offset - REACH)
    return max(code.rfind(b"\n", least, offset) + 1, least)
