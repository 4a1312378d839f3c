"""Sources of the host's that links have compiled as device code: `kernel.cu -> kernel.cpp`."""

from __future__ import annotations

import posixpath
from contextlib import suppress

from porter.project.discover import Project
from porter.source.text.languages import DEVICE_SUFFIXES


def compiled_by_links(project: Project) -> frozenset[str]:
    """Return the files that links lead to whose own names say device code.

    Args:
        project: the files; no link is followed further than it says itself.
    """
    found = set()
    for entry in project.entries:
        if entry.is_link and entry.path.endswith(tuple(DEVICE_SUFFIXES)):
            folder = posixpath.dirname(entry.path)
            with suppress(OSError):  # whoever copies it says so
                path = posixpath.join(folder, project.destination(entry.path))
                found.add(posixpath.normpath(path))
    return frozenset(found)
