"""Drops hand edits: the port's file becomes the pure conversion."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.edits.hand_edits import edited_lines, hand_edits, port_states
from porter.sync.lock.bases import Bases
from porter.sync.lock.states import EXECUTABLE, LINK
from porter.sync.plan.status import refuse_unfinished, section_for
from porter.sync.run import sync
from porter.sync.write.request import Request


def drop(settings: Settings, projects: Sequence[ProjectSettings], file: Path) -> bytes:
    """Give up the hand edits of a file; return their patch, so that they can be taken up again.

    Args:
        settings: porter.toml.
        projects: the ports.
        file: a file of one of them.

    Raises:
        PorterError: it is no file of a port, has no hand edits, or is a person's own.
    """
    path = Path(os.path.abspath(file))
    for project in projects:
        port = Path(os.path.abspath(project.port))
        if path.is_relative_to(port):
            return _drop(settings, project, path.relative_to(port).as_posix())
    raise PorterError("is not a file of a port", path=file)


def _drop(settings: Settings, project: ProjectSettings, path: str) -> bytes:
    section = section_for(settings, project)
    refuse_unfinished(settings, project, section)
    place = project.port / path
    if path not in section.files or section.files[path].base is None:
        raise PorterError(
            "rules give no such file: it is a person's own", path=place, hint="remove it yourself"
        )
    states = port_states(project, section)
    if path not in {line.path for line, _ in edited_lines(project, section, states)}:
        raise PorterError("has no hand edits", path=place)
    base = section.files[path].base
    data = None if base is None or base.kind == LINK else Bases(project.port).read(path, base)
    if data is None:
        raise PorterError("has no base to go back to", path=place, hint="run porter sync")
    assert base is not None
    (edit,) = (one for one in hand_edits(settings, project, section) if one.path == path)
    if place.is_symlink():
        place.unlink()
    write_atomically(place, data, 0o755 if base.kind == EXECUTABLE else None)
    sync(settings, project, Request(allow_dirty=True), lambda *_: nullcontext(lambda *_: None))
    return edit.patch
