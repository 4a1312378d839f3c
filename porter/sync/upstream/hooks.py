"""The ports that the files of a commit concern."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.files.names import LOCK
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.upstream.changed_files import changed_files, is_under


def affected_projects(settings: Settings, files: Sequence[str]) -> list[ProjectSettings]:
    """Return the ports that a commit touches: upstream, port or rule pack of one's own.

    All of them are, where it touches porter.toml or the lock.

    Args:
        settings: porter.toml.
        files: what pre-commit hands over, relative to the current folder.

    Raises:
        PorterError: there is no git.
    """
    root = settings.path.parent
    changed = changed_files(root, files)
    if changed & {str(settings.path), str(root / LOCK)}:
        return list(settings.projects)
    return [
        project
        for project in settings.projects
        if any(
            is_under(path, str(folder))
            for path in changed
            for folder in (project.upstream, project.port, *_rules(project))
        )
    ]


def _rules(project: ProjectSettings) -> list[Path]:
    return [] if project.rules is None else [project.rules]
