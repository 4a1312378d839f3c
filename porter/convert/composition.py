"""Composes two successive conversions of a file into one conversion of the original file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from porter.convert.result import FileResult, LocatedAccepted, LocatedEdit, LocatedFinding, Place
from porter.source import Edit, SourceFile
from porter.source.text.splice import spliced


class _Piece(NamedTuple):
    """What an edit of the first conversion wrote, as offsets in the bytes between the two."""

    start: int
    end: int
    edit: Edit


def composed(first: FileResult, second: FileResult, old: SourceFile, middle: bytes) -> FileResult:
    """Return what two conversions make of a file together.

    Where the second changes what the first wrote, both are one edit of the first's rule, whose
    detail names the second's.

    Args:
        first: the result of the first conversion.
        second: the result of the second, of the bytes that the first gave.
        old: the file as it was.
        middle: the bytes that the first conversion gave.
    """
    if not (second.changes or second.findings or second.accepted):
        return first
    offsets = _Offsets([one.edit for one in first.edits])
    edits = offsets.joined([one.edit for one in second.edits], middle)
    findings = [
        *first.findings,
        *(offsets.located(one, old) for one in second.findings),
    ]
    findings.sort(key=lambda one: (one.finding.start, one.finding.rule))
    located = [LocatedEdit(edit, old.position(edit.start)[0]) for edit in edits]
    made = first.with_changes(located, tuple(findings), first.supports)
    later = (
        LocatedAccepted(*offsets.located(LocatedFinding(one.finding, one.place), old), one.reason)
        for one in second.accepted
    )
    made.accepted = (*first.accepted, *later)
    return made


class _Offsets:
    """Offsets between two conversions, in terms of the file before the first.

    Args:
        edits: what the first did, in order of place.
    """

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._pieces: list[_Piece] = []
        shift = 0
        for edit in edits:
            start = edit.start + shift
            self._pieces.append(_Piece(start, start + len(edit.text), edit))
            shift += len(edit.text) - (edit.end - edit.start)
        self._starts = [piece.start for piece in self._pieces]

    def old(self, offset: int) -> int:
        """Return the offset before the first conversion; of what it wrote, where that begins."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return offset
        start, end, edit = self._pieces[at]
        return edit.start if start <= offset < end else edit.end + offset - end

    def located(self, one: LocatedFinding, old: SourceFile) -> LocatedFinding:
        """Return a finding of the second conversion at its place in the file as it was."""
        finding = one.finding
        start = self.old(finding.start)
        end = max(start, self.old(finding.end))
        finding = finding._replace(start=start, end=end)
        return LocatedFinding(finding, Place(*old.position(start)))

    def joined(self, edits: Sequence[Edit], middle: bytes) -> list[Edit]:
        """Return the edits of both conversions, in order of place.

        Args:
            edits: what the second did, in order of place.
            middle: the bytes that it did it to.
        """
        found: list[Edit] = []
        pieces, rest = list(self._pieces), list(edits)
        while pieces or rest:
            if not rest or (
                pieces and not _overlaps(pieces[0], rest[0]) and pieces[0].end <= rest[0].start
            ):
                found.append(pieces.pop(0).edit)
            elif not pieces or not _overlaps(pieces[0], rest[0]):
                edit = rest.pop(0)
                start = self.old(edit.start)
                found.append(edit._replace(start=start, end=start + edit.end - edit.start))
            else:
                found.append(self._merged(pieces, rest, middle))
        return found

    def _merged(self, pieces: list[_Piece], rest: list[Edit], middle: bytes) -> Edit:
        """Take what overlaps from the front of both lists; return it as one edit."""
        taken, changes = [pieces.pop(0)], [rest.pop(0)]
        low = min(taken[0].start, changes[0].start)
        while True:
            high = max(taken[-1].end, changes[-1].end)
            if pieces and pieces[0].start < high:
                taken.append(pieces.pop(0))
            elif rest and rest[0].start < high:
                changes.append(rest.pop(0))
            else:
                break
        before, behind = taken[0], taken[-1]
        rule, detail = before.edit.rule, before.edit.detail
        then = ", ".join(dict.fromkeys(f"{one.rule} {one.detail}".strip() for one in changes))
        return Edit(
            before.edit.start - (before.start - low),
            behind.edit.end + (high - behind.end),
            spliced(middle, changes, low, high),
            rule,
            f"{detail}, then {then}" if detail else f"then {then}",
        )


def _overlaps(piece: _Piece, edit: Edit) -> bool:
    """Tell whether an edit changes what a piece holds, or the bytes around a piece without any."""
    return (
        piece.start < edit.end
        and edit.start < max(piece.end, piece.start + 1)
        and (piece.end > piece.start or edit.start < piece.start)
    )
