"""Errors of a conversion that no hand edit has resolved."""

from __future__ import annotations

from porter.emit.summary import Summary
from porter.sync.hunks import hunks
from porter.sync.places import Places
from porter.sync.states import is_binary
from porter.sync.upstream import errors_by_source


def unresolved(summary: Summary, source: str, pure: bytes, port: bytes | None) -> int:
    """Return how many errors that the conversion of a file reports are still to be resolved.

    An error counts as resolved when the line that it is about was changed by hand in the port, or
    when the port does without the file.

    Args:
        summary: the conversion.
        source: the file's path in upstream.
        pure: what the conversion made of it.
        port: the port's file; None when a person removed it.
    """
    lines = errors_by_source(summary).get(source, [])
    if not lines or port is None:
        return 0
    if port == pure or is_binary(pure):
        return len(lines) if port == pure else 0
    changed = hunks(pure, port, source)
    result = summary.outcomes[source].result
    if result is None:
        return 0
    places = Places((summary.project.root / source).read_bytes(), result)
    at = [places.converted(line) for line in lines]
    return sum(not any(hunk.covers(line) for hunk in changed) for line in at)
