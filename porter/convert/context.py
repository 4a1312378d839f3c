"""Builds the context of a file's conversion from its facts and its view of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.fixers import Context
from porter.project.ownership import own_places, wholly_own
from porter.tables.names import tables_of

if TYPE_CHECKING:
    from porter.fixers.conversion import Convert
    from porter.options import Options
    from porter.project.facts import Facts
    from porter.project.file_view import FileView
    from porter.source.file import SourceFile


def prepare(
    file: SourceFile,
    facts: Facts,
    view: FileView,
    options: Options,
    convert: Convert,
) -> Context:
    """Mark in `file` what is the project's own, and return the context of its conversion.

    Args:
        file: the file.
        facts: what it says about itself.
        view: what it sees of its project.
        options: the user's choices.
        convert: converts a text that the file holds.
    """
    if view.seen:
        file.own = own_places(file, view.seen, facts.definitions)
    if options.left_out_targets:
        file.left_out_targets = frozenset(one.encode() for one in options.left_out_targets)
    return Context(
        options,
        tables_of(options),
        wholly_own(view.seen),
        view.headers,
        definitions=facts.definitions,
        included=tuple(one for one in view.seen if one.path),
        renamed=view.renamed,
        convert=convert,
        elsewhere=view.elsewhere,
        is_linked=view.is_linked,
    )
