"""The journal of an in-place rename, with which another run can go on."""

from __future__ import annotations

import posixpath
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from porter.files.confined import ConfinedTree
from porter.files.digests import digest_if_there
from porter.files.json_values import fields, name, parsed, row, rows
from porter.files.regular import LARGEST_RECORD
from porter.project.discover import Project

#: What is on its way while a tree is renamed in place.
JOURNAL = ".porter/moving.json"
FOLDER = posixpath.dirname(JOURNAL)


class Journal(NamedTuple):
    """What a run that was cut short had begun.

    Attributes:
        moves: (old place, new place) of files.
        becomes: (path, digest) of files that change and stay where they are.
    """

    moves: list[tuple[str, str]]
    becomes: list[tuple[str, str]]


def without_done(project: Project) -> bool:
    """Leave out of `project` what a run that was cut short has done; tell whether there was one."""
    with ConfinedTree(project.root) as tree:
        journal = read(tree)
        if journal is None:
            return False
        done = {new for _, new in journal.moves}
        for path, digest in journal.becomes:
            with suppress(OSError):
                if digest_if_there(tree, path) == digest:
                    done.add(path)
    project.entries = [entry for entry in project.entries if entry.path not in done]
    made = {str(folder) for path in done for folder in PurePosixPath(path).parents} | done
    project.empty_folders = [path for path in project.empty_folders if path not in made]
    return True


def read(tree: ConfinedTree) -> Journal | None:
    """Return the journal of a tree, None where no run was cut short."""
    try:
        found = fields(parsed(tree.read(JOURNAL, LARGEST_RECORD)), Journal._fields)
        return Journal(_pairs(found["moves"]), _pairs(found["becomes"]))
    except (OSError, ValueError):
        return None


def _pairs(value: Any) -> list[tuple[str, str]]:
    return [(name(first), name(second)) for first, second in (row(one, 2) for one in rows(value))]


def was_cut_short(project: Project) -> bool:
    """Tell whether a rename of the project in place was cut short."""
    with ConfinedTree(project.root) as tree:
        return read(tree) is not None
