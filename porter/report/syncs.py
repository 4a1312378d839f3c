"""Prints the result of a sync on standard error, one line per file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.listing import number_of

if TYPE_CHECKING:
    from porter.project.settings.settings import ProjectSettings
    from porter.sync.write.request import Synced


def show(done: Synced) -> None:
    """Print what one sync did."""
    sys.stderr.write("\n".join(_lines(done)) + "\n")


def show_end(project: ProjectSettings, what: str) -> None:
    """Print how a sync that was open ended."""
    sys.stderr.write(f"{project.name}: {what}\n")


def _lines(done: Synced) -> Iterator[str]:
    if done.is_current:
        yield f"{done.project.name}: nothing to do"
    else:
        count = len(done.changes)
        summary = f"{number_of(count, 'file')} of the conversion changed"
        told = summary if count else "the conversion is as it was"
        yield f"{done.project.name}: {told}{'' if done.preview is None else ' (nothing written)'}"
    width = max((len(change.what) for change in done.changes), default=0)
    for change in done.changes:
        where = f"{change.old_path} -> {change.path}" if change.old_path else change.path
        cause = done.causes.get(change.path, "")
        line = f"  {change.what:{width}}  {where}" + (f"  [{cause}]" if cause else "")
        yield line
    for path, lines in done.superseded.items():
        cause = done.causes.get(path, "")
        at = f"{path}{'' if not lines else ':' + ','.join(map(str, lines))}"
        yield f"  hand edit no longer needed, the conversion makes it itself: {at}" + (
            f"  [{cause}]" if cause else ""
        )
    for path in done.recorded:
        yield f"  hand edit   {path}"
    for note in done.notes:
        yield f"  note: {note}"
    todo = sum(done.todo.values())
    if todo:
        errors = number_of(todo, "error")
        yield f"  {errors} for a person to resolve: {', '.join(done.todo)}"
    if done.conflicts:
        yield "conflicts:"
        for change in done.conflicts:
            yield f"  {change.path}: {change.conflict}"
        if done.preview is None:
            yield "resolve them, then: porter sync --continue (or --abort)"
