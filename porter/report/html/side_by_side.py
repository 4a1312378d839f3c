"""Side-by-side differences of a file, made from its edits, each of which tells its rule."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from porter.source import Edit
from porter.source.build_files.quoting import visible

CONTEXT = 3
#: Characters of a line that are shown; generated code has lines of megabytes.
LONGEST = 2000

#: A piece of a line: text, or text with the number of what changed it.
Piece = str | tuple[str, int]
Line = list[Piece]
#: A row: a line that both sides have, or the line of each, None where a side has none.
Row = str | tuple[Line | None, Line | None]


class Hunk(NamedTuple):
    """Rows that stand together.

    Attributes:
        old: number of the first line on the left.
        new: number of the first line on the right.
        rows: the rows.
    """

    old: int
    new: int
    rows: list[Row]


class _Group(NamedTuple):
    """Edits of the lines `first` to `last` (exclusive), which are shown as one change."""

    first: int
    last: int
    edits: list[Edit]


def hunks(
    data: bytes, edits: Sequence[Edit], shown: Iterable[int], number: Callable[[Edit], int]
) -> list[Hunk]:
    """Return the parts of a file that edits change, and the lines that shall be seen.

    Args:
        data: the old bytes.
        edits: edits in order of place that do not overlap.
        shown: numbers of lines to show as they are, from 1, such as those of findings.
        number: returns what a piece that an edit changes or makes is marked with.
    """
    lines = data.splitlines(keepends=True) if b"\r" not in data else _split(data)
    starts = [0, *accumulate(map(len, lines))]
    groups = list(_groups(data, starts, edits))
    wanted = [(group.first, group.last) for group in groups]
    wanted += [(line - 1, line) for line in shown if 0 < line <= len(lines)]
    found, grown, at = [], 0, 0
    for first, last in _windows(sorted(wanted), len(lines)):
        rows: list[Row] = []
        old, new, line = first + 1, first + 1 + grown, first
        while at < len(groups) and groups[at].last <= last:
            group = groups[at]
            rows += (_text(one) for one in lines[line : group.first])
            changed = _rows(data, starts, group, number)
            rows += changed
            grown += sum(row[1] is not None for row in changed) - (group.last - group.first)
            line, at = group.last, at + 1
        rows += (_text(one) for one in lines[line:last])
        found.append(Hunk(old, new, rows))
    return found


def _split(data: bytes) -> list[bytes]:
    """Split at line feeds alone."""
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _groups(data: bytes, starts: Sequence[int], edits: Sequence[Edit]) -> Iterator[_Group]:
    """Yield the changes; edits of one line, or of lines that become one, are one."""
    current: _Group | None = None
    for edit in edits:
        first, last = _lines_of(data, starts, edit)
        if current is not None:
            current = _closed(data, starts, current)
            if first < current.last or first == current.first or _runs_on(data, starts, current):
                current = _Group(current.first, max(current.last, last), [*current.edits, edit])
                continue
            yield current
        current = _Group(first, last, [edit])
    if current is not None:
        yield _closed(data, starts, current)


def _closed(data: bytes, starts: Sequence[int], group: _Group) -> _Group:
    """Return a change with the line that it runs on into, if it does."""
    while group.last < len(starts) - 1 and _runs_on(data, starts, group):
        group = group._replace(last=group.last + 1)
    return group


def _runs_on(data: bytes, starts: Sequence[int], group: _Group) -> bool:
    """Tell whether what a change makes ends within a line."""
    at, last = starts[group.first], b""
    for edit in group.edits:
        last = edit.text or data[at : edit.start] or last
        at = edit.end
    last = data[at : starts[group.last]] or last
    return bool(last) and not last.endswith(b"\n")


def _lines_of(data: bytes, starts: Sequence[int], edit: Edit) -> tuple[int, int]:
    """Return the lines that an edit changes; none for whole lines that it inserts."""
    count = len(starts) - 1
    first = min(bisect_right(starts, edit.start) - 1, max(count - 1, 0))
    if edit.start == starts[-1] and data.endswith(b"\n"):
        first = count
    at_start = first == count or edit.start == starts[first]
    whole = not edit.text or edit.text.endswith(b"\n")
    if edit.start == edit.end:
        return (first, first) if at_start and whole else (first, min(first + 1, count))
    end = bisect_right(starts, edit.end - 1)
    takes_feed = edit.end == starts[min(end, count)] and data[edit.end - 1 : edit.end] == b"\n"
    if takes_feed and not (at_start and whole) and not edit.text.endswith(b"\n"):
        end += 1
    return first, min(end, count)


def _windows(wanted: Iterable[tuple[int, int]], count: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of lines with context, those that touch as one."""
    current: tuple[int, int] | None = None
    for first, last in wanted:
        first, last = max(0, first - CONTEXT), min(count, last + CONTEXT)
        if current is not None and first <= current[1]:
            current = (current[0], max(current[1], last))
            continue
        if current is not None:
            yield current
        current = (first, last)
    if current is not None:
        yield current


def _rows(
    data: bytes, starts: Sequence[int], group: _Group, number: Callable[[Edit], int]
) -> list[tuple[Line | None, Line | None]]:
    """Return the rows of a change."""
    begin, end = starts[group.first], starts[group.last]
    left: list[tuple[bytes, int | None]] = []
    right: list[tuple[bytes, int | None]] = []
    at = begin
    for edit in group.edits:
        between = data[at : edit.start]
        mark = number(edit)
        left += [(between, None), (data[edit.start : edit.end], mark)]
        right += [(between, None), (edit.text, mark)]
        at = edit.end
    rest = data[at:end]
    old, new = _lines([*left, (rest, None)]), _lines([*right, (rest, None)])
    length = max(len(old), len(new))
    old_lines: list[Line | None] = [*old, *[None] * (length - len(old))]
    new_lines: list[Line | None] = [*new, *[None] * (length - len(new))]
    return list(zip(old_lines, new_lines, strict=True))


def _lines(parts: Iterable[tuple[bytes, int | None]]) -> list[Line]:
    """Return pieces by line."""
    lines: list[Line] = [[]]
    for data, mark in parts:
        for at, part in enumerate(data.split(b"\n")):
            if at:
                lines.append([])
            if part:
                text = _text(part)
                lines[-1].append(text if mark is None else (text, mark))
    if not lines[-1]:
        lines.pop()
    return lines


def _text(data: bytes) -> str:
    """Return bytes as text that shows what it holds."""
    text = data.rstrip(b"\r\n").decode("utf-8", "replace")
    cut = text[:LONGEST] + (" …" if len(text) > LONGEST else "")
    return cut if cut.isascii() and cut.isprintable() else "\t".join(map(visible, cut.split("\t")))
