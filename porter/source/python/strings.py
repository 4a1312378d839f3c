"""The text of an expression of Python strings, and how an edit of it is written.

The text is put together from segments, each with its place in the source: characters that stand
for themselves, escapes, and holes (`{value}` of an f-string, `%s`, what is added in between). A
hole is a name or a comment in the text, so that the text can be read as a program. An edit of the
text becomes an edit of the source, written as the literal needs it; what no literal can hold, and
what would cut through an escape or lose a hole, is refused.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from porter.source.python.literals import Kind, Literal, Segment, spelled

#: What cannot be the rest of a name: the text in front of it, whatever it is, ends there.
_DECLARATION = re.compile(rb"(?:__(?:global|device|host|constant|shared)__|extern|template)\b")
_HOLE = re.compile(rb"/\*porter_hole_(\d+)_\*/|porter_hole_(\d+)_")


class PythonText:
    """The text of an expression of strings.

    Args:
        source: the bytes of the Python file.
        segments: the pieces, in order.
        literals: the literals that they lie in.
    """

    def __init__(
        self, source: bytes, segments: Sequence[Segment], literals: Sequence[Literal]
    ) -> None:
        self._source = source
        self.literals = tuple(literals)
        self.segments = _named(segments)

    @cached_property
    def content(self) -> bytes:
        """The text, with a name or a comment for each hole."""
        return b"".join(segment.value for segment in self.segments)

    @cached_property
    def _begins(self) -> list[int]:
        begins, at = [], 0
        for segment in self.segments:
            begins.append(at)
            at += len(segment.value)
        return begins

    def place(self, offset: int) -> int:
        """Return the offset in the source of a byte of the text, or of the segment it is in."""
        if not self.segments:
            return self.literals[0].start
        at = max(0, bisect_right(self._begins, offset) - 1)
        segment = self.segments[at]
        within = offset - self._begins[at]
        if segment.kind is Kind.TEXT:
            return segment.start + within
        return segment.end if within >= len(segment.value) > 0 else segment.start

    def shown(self, text: str) -> str:
        """Return a message about the text with holes as the source writes them."""

        def written(match: re.Match[bytes]) -> bytes:
            hole = self._holes.get(int(match.group(1) or match.group(2)))
            return match.group() if hole is None else self._source[hole.start : hole.end]

        return _HOLE.sub(written, text.encode("utf-8", "replace")).decode("utf-8", "replace")

    @cached_property
    def _holes(self) -> dict[int, Segment]:
        holes = (segment for segment in self.segments if segment.kind is Kind.HOLE)
        return dict(enumerate(holes))

    @cached_property
    def _hole_numbers(self) -> dict[int, int]:
        """A segment that is a hole -> its number among the holes."""
        holes = (at for at, segment in enumerate(self.segments) if segment.kind is Kind.HOLE)
        return {at: number for number, at in enumerate(holes)}

    def edit(self, start: int, end: int, text: bytes) -> tuple[int, int, bytes] | None:
        """Return the edit of the source that replaces `content[start:end]` by `text`.

        Returns:
            (start, end, text) in the source; None where the literal cannot be edited so.
        """
        held = self._within(start, end)
        if held is None:
            return None
        low, high, number, holes = held
        written = self._written(text, self.literals[number], holes)
        return None if written is None else (low, high, written)

    def _within(self, start: int, end: int) -> tuple[int, int, int, list[int]] | None:
        """Return source offsets, literal and holes of a span; None where it is not in one."""
        if start == end:
            return self._gap(start)
        covered = self._covered(start, end)
        if not covered or len({self.segments[at].literal for at in covered}) != 1:
            return None
        low = _offset(self.segments[covered[0]], start - self._begins[covered[0]])
        high = _offset(self.segments[covered[-1]], end - self._begins[covered[-1]])
        literal = self.segments[covered[0]].literal
        if low is None or high is None or literal < 0:
            return None
        holes = [self._hole_numbers[at] for at in covered if at in self._hole_numbers]
        return low, high, literal, holes

    def _covered(self, start: int, end: int) -> list[int]:
        """Return which segments hold a byte of a span."""
        first = max(0, bisect_right(self._begins, start) - 1)
        behind = bisect_left(self._begins, end)
        return [
            at
            for at in range(first, behind)
            if self._begins[at] + len(self.segments[at].value) > start
        ]

    def _gap(self, offset: int) -> tuple[int, int, int, list[int]] | None:
        """Return where an insertion at `offset` goes."""
        for number in self._covered(offset, offset + 1):
            segment = self.segments[number]
            if segment.literal >= 0:
                at = _offset(segment, offset - self._begins[number])
                return None if at is None else (at, at, segment.literal, [])
        for number in range(bisect_right(self._begins, offset) - 1, -1, -1):
            segment = self.segments[number]
            behind = self._begins[number] + len(segment.value)
            if segment.literal >= 0 and behind == offset:
                return segment.end, segment.end, segment.literal, []
            if behind < offset:
                break
        if not self.segments and len(self.literals) == 1:
            return self.literals[0].start, self.literals[0].start, 0, []
        return None

    def _written(self, text: bytes, literal: Literal, holes: list[int]) -> bytes | None:
        """Return `text` as the literal has to spell it, its holes as they were."""
        parts: list[bytes] = []
        left = set(holes)
        done = 0
        for match in _HOLE.finditer(text):
            number = int(match.group(1) or match.group(2))
            if number not in left:
                return None
            left.remove(number)
            plain = spelled(text[done : match.start()], literal, self._newline)
            if plain is None:
                return None
            hole = self._holes[number]
            parts += (plain, self._source[hole.start : hole.end])
            done = match.end()
        plain = spelled(text[done:], literal, self._newline)
        if left or plain is None:
            return None
        return b"".join((*parts, plain))

    @cached_property
    def _newline(self) -> bytes:
        end = self._source.find(b"\n")
        return b"\r\n" if end > 0 and self._source[end - 1 : end] == b"\r" else b"\n"

    def canonical(self, content: bytes | None = None) -> bytes:
        """Return a text with each hole as its source between NULs, to compare texts by.

        Args:
            content: a text with this one's holes; by default this one.
        """

        def written(match: re.Match[bytes]) -> bytes:
            hole = self._holes[int(match.group(1) or match.group(2))]
            return b"\0" + self._source[hole.start : hole.end] + b"\0"

        return _HOLE.sub(written, self.content if content is None else content)


def _named(segments: Sequence[Segment]) -> list[Segment]:
    """Give each hole what stands for it in the text: a comment where it has a line for itself."""
    named: list[Segment] = []
    number = 0
    is_blank = True  # whether nothing stands in the line of the text so far
    for at, segment in enumerate(segments):
        if segment.kind is Kind.HOLE:
            name = b"porter_hole_%d_" % number
            alone = is_blank and (_ends_line(segments, at + 1) or _begins(segments, at + 1))
            segment = replace(segment, value=b"/*%b*/" % name if alone else name)
            number += 1
        named.append(segment)
        _, newline, last = segment.value.rpartition(b"\n")
        is_blank = not last.strip() and (is_blank or bool(newline))
    return named


def _begins(segments: Sequence[Segment], at: int) -> bool:
    """Tell whether a segment begins with a word that only a declaration begins with."""
    return at < len(segments) and _DECLARATION.match(segments[at].value) is not None


def _ends_line(segments: Sequence[Segment], first: int) -> bool:
    """Tell whether nothing but blanks follows in the line from a segment on."""
    for at in range(first, len(segments)):
        segment = segments[at]
        if segment.kind is Kind.HOLE:
            return False
        head, newline, _ = segment.value.partition(b"\n")
        if head.strip():
            return False
        if newline:
            return True
    return True


def _offset(segment: Segment, within: int) -> int | None:
    """Return where in the source a place of a segment is; None inside what is one piece."""
    if within <= 0:
        return segment.start if within == 0 else None
    if within == len(segment.value):
        return segment.end
    return segment.start + within if segment.kind is Kind.TEXT and within > 0 else None
