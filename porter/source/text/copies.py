"""What an edit repeats of a file: it changes there as it changes where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    plain = [edit for edit in edits if not edit.copies]
    return [_changed(data, edit, plain) if edit.copies else edit for edit in edits]


def _changed(data: bytes, edit: Edit, others: Sequence[Edit]) -> Edit:
    text = edit.text
    for at, start, end in reversed(edit.copies):
        inside = [
            other._replace(
                start=max(other.start, start) - start,
                end=min(other.end, end) - start,
                text=other.text if start <= other.start else b"",
            )
            for other in others
            if other.rule != edit.rule
            and other.around is None
            and other.start < end
            and start < other.end
        ]
        copied, _, _ = apply_edits(data[start:end], inside)
        text = text[:at] + copied + text[at + end - start :]
    return edit._replace(text=text, copies=())
