"""Prints hand edits as patches, with the rules concerned as comments."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from porter.listing import number_of

if TYPE_CHECKING:
    from porter.project.settings.settings import ProjectSettings
    from porter.sync.edits.hand_edits import HandEdit


def print_edits(project: ProjectSettings, edits: Sequence[HandEdit], *, patches: bool) -> None:
    """Print the hand edits of a port.

    Args:
        project: the port.
        edits: the edits.
        patches: print the patches, too.
    """
    out = sys.stdout.buffer
    count = number_of(len(edits), "file")
    out.write(f"# {project.name}: hand edits in {count}\n".encode())
    for edit in edits:
        out.write(heading(edit) + (edit.patch if patches else b""))
    out.flush()


def heading(edit: HandEdit) -> bytes:
    """Return the lines that say where a file was edited and which rules are concerned."""
    text = "".join(f"# {line}\n" for line in _lines(edit))
    return text.encode("utf-8", "surrogateescape")


def _lines(edit: HandEdit) -> Iterator[str]:
    yield f"{edit.path}: {edit.what} by hand"
    if not edit.patch:
        yield "  a link: where it led is not known any more, there is no patch"
    for place in edit.places:
        where = f"  line {place.hunk.port_start}"
        if edit.source is not None and place.upstream_line:
            where += f" (upstream {edit.source}:{place.upstream_line})"
        comments = [f"{rule}: {message}" for rule, message in place.asked]
        comments += [f"{rule} writes the same with `unsafe = true`" for rule in place.replaced_by]
        comments += ["white space alone"] * place.is_blank
        yield where + (": " + "; ".join(comments) if comments else ": no rule for it")
