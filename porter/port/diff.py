"""Unified diffs made directly from edits, in one pass."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from porter.source import Edit

CONTEXT = 3
_NO_NEWLINE = b"\n\\ No newline at end of file\n"


class _Change(NamedTuple):
    """Lines `first` to `last` (exclusive) of the old file and the lines that replace them."""

    first: int
    last: int
    lines: list[bytes]


def unified_diff(old_name: str, new_name: str, data: bytes, edits: Sequence[Edit]) -> bytes:
    """Return the diff that `edits` make of `data`, empty when they change nothing.

    Args:
        old_name: what the old file is called, as `a/x.cu`.
        new_name: what the new file is called.
        data: the old bytes.
        edits: edits in order of place that do not overlap.
    """
    lines = _split(data)
    changes = _joined(change for change in _changes(data, lines, edits) if _is_real(change, lines))
    if not changes and old_name[2:] == new_name[2:]:
        return b""
    head = f"--- {old_name}\n+++ {new_name}\n".encode("utf-8", "surrogateescape")
    shift = 0
    parts = [head] if changes else []
    for hunk in _hunks(changes):
        parts += _lines_of(hunk, lines, shift)
        shift += sum(len(change.lines) - (change.last - change.first) for change in hunk)
    return b"".join(parts)


def _split(data: bytes) -> list[bytes]:
    """Split at line feeds alone; `bytes.splitlines` would split at a carriage return, too."""
    return re.findall(rb"[^\n]++\n?|\n", data)


def _changes(data: bytes, lines: Sequence[bytes], edits: Sequence[Edit]) -> Iterator[_Change]:
    """Yield the groups of lines that change: each starts and ends at a line of both files."""
    line_starts = [0, *accumulate(len(line) for line in lines)]
    at = 0
    while at < len(edits):
        first = _line_at(line_starts, edits[at].start, data)
        parts: list[bytes] = []
        done = line_starts[first]
        while True:
            edit = edits[at]
            parts += (data[done : edit.start], edit.text)
            done = edit.end
            at += 1
            last = bisect_left(line_starts, done)
            ends = next((part for part in reversed(parts) if part), b"\n").endswith(b"\n")
            if line_starts[last] == done and not ends:
                last = min(last + 1, len(lines))
            if at == len(edits):
                break
            follows = edits[at].start
            whole = data.endswith(b"\n") and (ends or done < len(data))
            runs_on = line_starts[last] == len(data) and not whole
            if follows > line_starts[last] or (follows == line_starts[last] and not runs_on):
                break
        text = b"".join(parts) + data[done : line_starts[last]]
        yield _Change(first, last, _split(text))


def _line_at(line_starts: Sequence[int], offset: int, data: bytes) -> int:
    """Return the index of the line of `offset`; behind the last line end stands a new line."""
    if offset < len(data) or data.endswith(b"\n"):
        return bisect_right(line_starts, offset) - 1
    return max(0, len(line_starts) - 2)


def _is_real(change: _Change, lines: Sequence[bytes]) -> bool:
    return list(lines[change.first : change.last]) != change.lines


def _joined(changes: Iterable[_Change]) -> list[_Change]:
    """Make one change of those that touch, so that old lines stand together before new ones."""
    joined: list[_Change] = []
    for change in changes:
        if joined and joined[-1].last == change.first:
            before = joined.pop()
            before.lines.extend(change.lines)
            change = _Change(before.first, change.last, before.lines)
        joined.append(change)
    return joined


def _hunks(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.first - hunk[-1].last > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _lines_of(hunk: Sequence[_Change], lines: Sequence[bytes], shift: int) -> Iterator[bytes]:
    first = max(0, hunk[0].first - CONTEXT)
    last = min(len(lines), hunk[-1].last + CONTEXT)
    growth = sum(len(change.lines) - (change.last - change.first) for change in hunk)
    old, new = _range(first, last - first), _range(first + shift, last - first + growth)
    yield f"@@ -{old} +{new} @@\n".encode()
    at = first
    for change in hunk:
        yield from (_line(b" ", line) for line in lines[at : change.first])
        yield from (_line(b"-", line) for line in lines[change.first : change.last])
        yield from (_line(b"+", line) for line in change.lines)
        at = change.last
    yield from (_line(b" ", line) for line in lines[at:last])


def _range(start: int, length: int) -> str:
    """Return `start,length` with a 1-based start; an empty range stands behind a line."""
    return f"{start + (length > 0)},{length}" if length != 1 else f"{start + 1}"


def _line(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + _NO_NEWLINE
