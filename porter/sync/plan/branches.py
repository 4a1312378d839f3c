"""Reconciles a `porter.lock` that two branches changed.

Git knows nothing of what the lines say: where both branches changed lines side by side it leaves
markers, or, with `merge=union` in .gitattributes, the lines of both. Each line checks itself, and
the bases on disk tell which of two lines for a file holds.
"""

from __future__ import annotations

from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.lock import lockfile
from porter.sync.lock.bases import Bases
from porter.sync.lock.lines import MERGED, FileLine
from porter.sync.lock.states import state_of
from porter.sync.plan.status import key_of


def reconcile(settings: Settings) -> bool:
    """Make one lock of the lines of two branches; tell whether there were any.

    Args:
        settings: porter.toml. The section of a port that it does not name stays as it is.

    Raises:
        PorterError: a line was edited by hand, or is from a newer porter; nothing is written.
    """
    folder = settings.path.parent
    found = lockfile.read_both(folder)
    if found is None:
        return False
    sections, others = found
    projects = {key_of(settings, project.port): project for project in settings.projects}
    for section, line in others:
        project = projects.get(section.port)
        if project is not None and not _holds(project, section.files[line.path]):
            section.files[line.path] = line
    for section in sections.values():
        section.tables = MERGED
        if (project := projects.get(section.port)) is not None:
            section.files = {
                path: line
                for path, line in section.files.items()
                if line.base is None or _holds(project, line) or _is_upstream(project, line)
            }
    lockfile.write(folder, sections)
    return True


def _holds(project: ProjectSettings, line: FileLine) -> bool:
    """Tell whether the base on disk is that of a line."""
    return line.base is not None and Bases(project.port).holds(line.path, line.base)


def _is_upstream(project: ProjectSettings, line: FileLine) -> bool:
    """Tell whether upstream still has the file; the other branch may have removed it."""
    return line.source is not None and state_of(project.upstream / line.source) is not None
