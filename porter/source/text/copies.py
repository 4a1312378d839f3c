"""What an edit repeats of a file: it changes there as it changes where it stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

from porter.source.text.apply import apply_edits
from porter.source.text.edits import Copy, Edit
from porter.source.text.spans import Span

#: New text, or the span of the file whose text is repeated.
Piece = bytes | Span


def composed(data: bytes, pieces: Iterable[Piece]) -> tuple[bytes, tuple[Copy, ...]]:
    """Return the text of an edit that is made of new text and of spans of the file.

    Args:
        data: the bytes of the file.
        pieces: what the text is made of, in order.
    """
    text = bytearray()
    copies = []
    for piece in pieces:
        if isinstance(piece, bytes):
            text += piece
        else:
            copies.append(Copy(len(text), *piece))
            text += data[piece[0] : piece[1]]
    return bytes(text), tuple(copies)


def with_copies_changed(data: bytes, edits: Sequence[Edit]) -> Sequence[Edit]:
    """Return the edits, with what they repeat of the file as other rules leave it.

    Args:
        data: the bytes of the file.
        edits: all edits of the file, in order of precedence.
    """
    if not any(edit.copies for edit in edits):
        return edits
    plain = _Overlaps([edit for edit in edits if not edit.copies and edit.around is None])
    return [_changed(data, edit, plain) if edit.copies else edit for edit in edits]


class _Overlaps:
    """Finds the edits that overlap a span, without looking at all of them."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._ordered = sorted(enumerate(edits), key=lambda numbered: numbered[1].start)
        self._starts = [edit.start for _, edit in self._ordered]
        #: The furthest end of an edit and those before it.
        self._reach = list(accumulate((edit.end for _, edit in self._ordered), max))

    def of(self, start: int, end: int) -> list[Edit]:
        """Return them in their order of precedence."""
        found = []
        at = bisect_left(self._starts, end) - 1
        while at >= 0 and self._reach[at] > start:
            if self._ordered[at][1].end > start:
                found.append(self._ordered[at])
            at -= 1
        return [edit for _, edit in sorted(found, key=lambda numbered: numbered[0])]


def _changed(data: bytes, edit: Edit, others: _Overlaps) -> Edit:
    text = edit.text
    for at, start, end in reversed(edit.copies):
        inside = [
            other._replace(
                start=max(other.start, start) - start,
                end=min(other.end, end) - start,
                text=other.text if start <= other.start else b"",
            )
            for other in others.of(start, end)
            if other.rule != edit.rule
        ]
        copied, _, _ = apply_edits(data[start:end], inside)
        text = text[:at] + copied + text[at + end - start :]
    return edit._replace(text=text, copies=())
