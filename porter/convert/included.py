"""Support headers that sources already include and that are missing.

An earlier run put the inclusion there and did not get to write the header; or its folder was lost.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import TYPE_CHECKING

from porter.compat.headers import SUPPORT_FOLDER, is_support, with_dependencies
from porter.convert.result import FileResult
from porter.project.discover import Project

if TYPE_CHECKING:
    from porter.project.facts import Facts


def missing_headers(project: Project, files: Iterable[FileResult]) -> set[str]:
    """Return the support headers that the sources of a project include and that it lacks.

    Args:
        project: the code base.
        files: the results of its source files.
    """
    encoded = {one.path: one.inputs.facts for one in files}
    including = {
        path: facts.text
        for path, facts in encoded.items()
        if facts is not None and f"{SUPPORT_FOLDER}/" in facts.text
    }
    if not including:  # as a rule; what decodes facts takes time to load
        return set()
    from porter.project.facts import Facts

    wanted = {
        name for path, text in including.items() for name in _included(path, Facts.decode(text))
    }
    there = {entry.path for entry in project.entries}
    return {name for name in with_dependencies(wanted) if f"{SUPPORT_FOLDER}/{name}" not in there}


def _included(path: str, facts: Facts) -> set[str]:
    """Return the support headers that the file at `path` includes."""
    folder, found = posixpath.dirname(path), set()
    for spelling, _ in facts.includes:
        included = posixpath.normpath(posixpath.join(folder, spelling.decode("latin-1")))
        above, _, name = included.rpartition("/")
        if above == SUPPORT_FOLDER and is_support(name):
            found.add(name)
    return found
