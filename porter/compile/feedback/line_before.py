"""Which line of a source a line of its port comes from."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

#: Files with more lines are matched by the lines around an error only.
_MOST_LINES = 20_000
_WORD = re.compile(rb"[A-Za-z_]\w*+")


def line_before(before: Sequence[bytes], after: Sequence[bytes], line: int) -> int:
    """Return which line of a source a line of its port comes from."""
    if max(len(before), len(after)) <= _MOST_LINES:
        matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
        for _, start, end, first, last in matcher.get_opcodes():
            if first < line <= last and end - start == last - first:
                return start + line - first
            if first < line <= last:
                return max(1, _most_alike(before, start, end, after[line - 1]))
    return min(line, len(before))


def _most_alike(lines: Sequence[bytes], start: int, end: int, line: bytes) -> int:
    """Return the number of the line behind `start`, up to `end`, that is most like `line`."""
    words = set(_WORD.findall(line))
    shared = [len(words.intersection(_WORD.findall(one))) for one in lines[start:end]]
    most = max(shared, default=0)
    return start + 1 + shared.index(most) if most else end
