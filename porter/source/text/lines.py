"""The start of a line of code."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

_DIRECTIVE = re.compile(rb"[ \t\r\f\v]*+#")
#: Bytes in front of a name that are looked at for what belongs to it.
REACH = 1000


def line_start(code: bytes, offset: int) -> int:
    """Return where the line of `offset` starts, or the place that is `REACH` bytes before it.

    What matters to a name stands close in front of it; to look through all of a generated line
    of megabytes for each of its names would take for ever.
    """
    least = max(0, offset - REACH)
    return max(code.rfind(b"\n", least, offset) + 1, least)


def is_in_directive_line(code: bytes, offset: int) -> bool:
    """Tell whether the line of `offset` begins with `#`, however far in front of it."""
    starts = _starts(code)
    return _DIRECTIVE.match(code, starts[bisect_right(starts, offset) - 1]) is not None


@lru_cache(maxsize=4)
def _starts(code: bytes) -> tuple[int, ...]:
    return (0, *(match.end() for match in re.finditer(rb"\n", code)))
