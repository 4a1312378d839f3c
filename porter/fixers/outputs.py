"""What a rule can yield: edits, headers and findings, each with the id of the rule."""

from __future__ import annotations

from collections.abc import Iterator

from porter.source import Edit, Finding, Include, Severity, Support
from porter.source.text.edits import PLACES, Copy
from porter.source.text.spans import Place, span_of


class Outputs:
    """Makes what a rule yields.

    Args:
        id: that of the rule.
    """

    def __init__(self, id: str) -> None:
        self.id = id

    def replace(
        self,
        place: Place,
        text: bytes,
        detail: str = "",
        *,
        support: str = "",
        copies: tuple[Copy, ...] = (),
    ) -> Edit:
        """Replace what stands at `place` by `text`.

        Args:
            place: a span, or anything that has one.
            text: what stands there afterwards.
            detail: what the rule went by, such as the library of a table row.
            support: the header of `porter/compat` that `text` needs.
            copies: what `text` repeats of the file; see `porter.source.text.copies`.
        """
        start, end = span_of(place)
        return Edit(start, end, text, self.id, detail, support=support, copies=copies)

    def insert(
        self,
        offset: int,
        text: bytes,
        detail: str = "",
        *,
        support: str = "",
        copies: tuple[Copy, ...] = (),
    ) -> Edit:
        """Insert `text` at `offset`; see `replace`."""
        return self.replace((offset, offset), text, detail, support=support, copies=copies)

    def wrap(
        self, place: Place, before: bytes, after: bytes, *, support: str = ""
    ) -> Iterator[Edit]:
        """Put `before` and `after` around what stands at `place` and stays as it is.

        Both are applied or neither, and pairs of several rules at one place nest.
        """
        span = start, end = span_of(place)
        yield Edit(start, start, before, self.id, around=span, support=support)
        yield Edit(end, end, after, self.id, around=span)

    def together(self, *edits: Edit) -> Iterator[Edit]:
        """Bind `edits`, so that all are applied or, where one cannot be, none is."""
        span = (min(edit.start for edit in edits), max(edit.end for edit in edits))
        for edit in edits:
            yield edit._replace(group=span)

    def include(self, header: str, *, by_hipcc: bool = False, is_first: bool = False) -> Include:
        """Ask for `header`, as `<hip/hip_fp16.h>`; see `Include`."""
        return Include(header.encode(), self.id, by_hipcc, is_first)

    def support(self, name: str) -> Support:
        """Ask for the support header `name` of `porter/compat` for what no edit puts there."""
        return Support(name, self.id)

    def error(
        self,
        place: Place,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report what keeps the port from being right."""
        severity = Severity.ERROR
        return self.finding(
            place, severity, message, hint, occurrences=occurrences, counted=counted
        )

    def warning(
        self,
        place: Place,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report what may go wrong."""
        severity = Severity.WARNING
        return self.finding(
            place, severity, message, hint, occurrences=occurrences, counted=counted
        )

    def note(
        self,
        place: Place,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report what is good to know."""
        severity = Severity.NOTE
        return self.finding(
            place, severity, message, hint, occurrences=occurrences, counted=counted
        )

    def finding(
        self,
        place: Place,
        severity: Severity,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report something about what stands at `place`, in words that any report can hold.

        Args:
            place: a span, or anything that has one.
            severity: how much it matters.
            message: one sentence, with the name concerned.
            hint: what to do about it.
            occurrences: number of places that it stands for; `place` is the first.
            counted: what these are.
        """
        (start, end), message, hint = span_of(place), _readable(message), _readable(hint)
        return Finding(self.id, severity, message, start, end, hint, occurrences, counted)


def _readable(text: str) -> str:
    """Return a text in which bytes of the source that are no UTF-8 are shown as escapes."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
