"""Whether a rename can be reversed, and which exceptions that needs."""

from __future__ import annotations

from collections.abc import Sequence

from porter.files.digests import digest_of
from porter.packs.renaming import Exceptions, Exempt, Renaming
from porter.source import Edit, SourceFile
from porter.source.text.splice import spliced


def exceptions_of(
    file: SourceFile, old: bytes, edits: Sequence[Edit], reverse: Renaming
) -> tuple[Exempt, ...] | None:
    """Return where taking back a rename must do otherwise than the names say.

    Args:
        file: the renamed file, under its new name.
        old: its bytes before the rename.
        edits: what the rename did, in order of place.
        reverse: the rename that takes it back.

    Returns:
        The exceptions in order of place; None when even with them the old bytes do not come back.
    """
    wanted: dict[tuple[int, int], bytes] = {}
    shift = 0
    for edit in edits:
        start = edit.start + shift
        wanted[start, start + len(edit.text)] = old[edit.start : edit.end]
        shift += len(edit.text) - (edit.end - edit.start)
    given_back = {
        (match.start, match.end): match.new
        for match, kept in reverse.occurrences(file)
        if kept is None
    }
    found = [Exempt(*span, None) for span in given_back.keys() - wanted.keys()]
    found += [
        Exempt(*span, text.decode("latin-1"))
        for span, text in wanted.items()
        if given_back.get(span) != text
    ]
    places = tuple(sorted(found))
    return places if _taken_back(file, places, reverse) == old else None


def _taken_back(file: SourceFile, places: tuple[Exempt, ...], reverse: Renaming) -> bytes:
    """Return what a run in reverse makes of `file`."""
    data = file.data
    noted = {file.path: Exceptions(digest_of(data), places)} if places else {}
    run = Renaming(reverse.renamer, reverse.exclusions, exceptions=noted)
    back = (match for match, kept in run.occurrences(file) if kept is None)
    return spliced(data, ((match.start, match.end, match.new) for match in back))
