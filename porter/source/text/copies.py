"""What an edit repeats of a file: it changes there as it changes where it stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import itemgetter

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
    plain = sorted(
        (edit.start, rank, edit)
        for rank, edit in enumerate(edits)
        if not edit.copies and edit.around is None
    )
    longest = max((edit.end - edit.start for _, _, edit in plain), default=0)
    return [_changed(data, edit, plain, longest) if edit.copies else edit for edit in edits]


def _changed(
    data: bytes, edit: Edit, others: Sequence[tuple[int, int, Edit]], longest: int
) -> Edit:
    text = edit.text
    for at, start, end in reversed(edit.copies):
        first = bisect_left(others, start - longest, key=itemgetter(0))
        behind = bisect_left(others, end, key=itemgetter(0))
        near = sorted((rank, other) for _, rank, other in others[first:behind])
        inside = [
            other._replace(
                start=max(other.start, start) - start,
                end=min(other.end, end) - start,
                text=other.text if start <= other.start else b"",
            )
            for _, other in near
            if other.rule != edit.rule and start < other.end
        ]
        copied, _, _ = apply_edits(data[start:end], inside)
        text = text[:at] + copied + text[at + end - start :]
    return edit._replace(text=text, copies=())
