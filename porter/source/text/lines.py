"""Lines of code: where they start and end."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

_DIRECTIVE = re.compile(rb"[ \t\r\f\v]*+#")


def line_start(code: bytes, offset: int) -> int:
    """Return where the line of `offset` starts.

    All starts are found once: to look through all of a generated line of megabytes for each of
    its names would take for ever.
    """
    starts = line_starts(code)
    return starts[bisect_right(starts, offset) - 1]


def whole_lines(code: bytes, start: int, end: int) -> tuple[int, int]:
    """Return the span of the lines from that of `start` to that of `end`, with their ends."""
    starts = line_starts(code)
    after = bisect_right(starts, end)
    return line_start(code, start), starts[after] if after < len(starts) else len(code)


def is_in_directive_line(code: bytes, offset: int) -> bool:
    """Tell whether the line of `offset` begins with `#`."""
    return _DIRECTIVE.match(code, line_start(code, offset)) is not None


@lru_cache(maxsize=4)
def line_starts(code: bytes) -> tuple[int, ...]:
    """Return where the lines start, in order."""
    return (0, *[match.end() for match in re.finditer(rb"\n", code)])
