"""Maps the lines of upstream to those of the conversion, and back."""

from __future__ import annotations

from bisect import bisect_right

from porter.convert.result import FileResult


class LineMap:
    """The lines of one file before and after its conversion.

    Args:
        data: upstream's bytes.
        result: what was done to them.
    """

    def __init__(self, data: bytes, result: FileResult) -> None:
        # A line may become several or none: what counts is how many line ends the edits of the
        # lines above took and gave.
        self._at: list[int] = []
        self._grown: list[int] = []
        total = 0
        for one in result.edits:
            edit = one.edit
            total += edit.text.count(b"\n") - data.count(b"\n", edit.start, edit.end)
            self._at.append(one.line)
            self._grown.append(total)
        self._lines = data.count(b"\n") + 1

    def converted(self, line: int) -> int:
        """Return the line of the conversion in which upstream's `line` ends up, from 1."""
        before = bisect_right(self._at, line - 1)
        return line + (self._grown[before - 1] if before else 0)

    def upstream(self, line: int) -> int:
        """Return the line of upstream that `line` of the conversion comes from, from 1."""
        low, high = 1, self._lines
        while low < high:
            middle = (low + high + 1) // 2
            if self.converted(middle) <= line:
                low = middle
            else:
                high = middle - 1
        return low
