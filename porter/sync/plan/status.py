"""Whether a port is as its lock says, by digests alone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from porter import __version__
from porter.errors import PorterError
from porter.files.digests import digest_of
from porter.files.paths import above
from porter.files.regular import read_regular
from porter.project.settings.settings import ProjectSettings, Settings
from porter.rule_ids import with_current_ids
from porter.sync.journal.journal import Journal, Phase
from porter.sync.lock import lockfile
from porter.sync.lock.bases import Bases
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import State, state_of
from porter.sync.lock.tables_version import tables_digest


def key_of(settings: Settings, folder: Path) -> str:
    """Return what the lock calls a folder: its path relative to that of porter.toml."""
    return Path(os.path.relpath(folder, settings.path.parent)).as_posix()


def section_if_any(settings: Settings, project: ProjectSettings) -> PortLock | None:
    """Return the port's section of the lock, None before the first sync.

    Raises:
        PorterError: the lock cannot be read.
    """
    return lockfile.read(settings.path.parent).get(key_of(settings, project.port))


def section_for(settings: Settings, project: ProjectSettings) -> PortLock:
    """Return the port's section of the lock.

    Raises:
        PorterError: the port was never synced, the lock cannot be read, or a link is in the way.
    """
    section = section_if_any(settings, project)
    if section is None:
        raise PorterError("was never synced", path=project.port, hint="run porter sync")
    refuse_links(project, section)
    return section


def refuse_links(project: ProjectSettings, section: PortLock) -> None:
    """Refuse a port in which a symbolic link stands for a folder: what is behind it is not its own.

    Raises:
        PorterError: there is one.
    """
    for folder in sorted({folder for path in section.files for folder in above(path)}):
        place = project.port / folder
        if place.is_symlink():
            raise PorterError(
                "is a symbolic link, and the lock has files in it",
                path=place,
                hint="make it a folder again, or restore the port from version control",
            )


def options_text(settings: Settings, project: ProjectSettings) -> str:
    """Return all choices that a port depends on, for the lock."""
    more: dict[str, object] = {"to": project.to or "hip"}
    if project.rules is not None:
        if project.to == "hip":
            more["first"] = "hip"  # without it, "hip" is what a pack alone is noted with
        more["rules"] = [key_of(settings, project.rules), _digest_of(project.rules)]
    if project.exclude:
        more["exclude"] = project.exclude
    if settings.severities:
        more["findings"] = dict(settings.severities)
    return project.choices.as_json(**more)


def choices_changed(settings: Settings, project: ProjectSettings, section: PortLock) -> bool:
    """Tell whether porter.toml has other choices than the lock; ids of rules may be former ones."""
    return with_current_ids(section.options) != options_text(settings, project)


def _digest_of(rules: Path) -> str:
    try:
        return digest_of(read_regular(rules))
    except OSError as error:
        raise PorterError(f"cannot be read: {error.strerror or error}", path=rules) from error


def tree_digest(found: Mapping[str, State]) -> str:
    """Return one digest for all files of an upstream."""
    text = "\n".join(f"{path}\0{state}" for path, state in sorted(found.items()))
    return digest_of(text.encode("utf-8", "surrogateescape"))


def refuse_unfinished(
    settings: Settings, project: ProjectSettings, section: PortLock | None
) -> None:
    """Refuse to go on where the last sync has not come to its end.

    Raises:
        PorterError: it was interrupted, or conflicts are open.
    """
    phase = Journal(settings, project).phase
    if phase is Phase.INTERRUPTED:
        raise PorterError(
            "the last sync was interrupted while it wrote",
            path=project.port,
            hint="porter sync --continue finishes it, --abort takes it back",
        )
    if phase is Phase.TAKING_BACK:
        raise PorterError(
            "an abort was interrupted", path=project.port, hint="run porter sync --abort again"
        )
    conflicts = [] if section is None else section.conflicts
    if phase is Phase.CONFLICTS or conflicts:
        raise PorterError(
            f"conflicts of the last sync are open: {', '.join(conflicts)}",
            path=project.port,
            hint="resolve them, then run porter sync --continue; or --abort",
        )


def is_made_by(settings: Settings, project: ProjectSettings, section: PortLock) -> bool:
    """Tell whether this porter, with these choices, would give what the lock says."""
    return (
        section.porter == __version__
        and not choices_changed(settings, project, section)
        and section.upstream == key_of(settings, project.upstream)
        and section.tables == tables_digest()
    )


def is_current(
    settings: Settings, project: ProjectSettings, section: PortLock, found: Mapping[str, State]
) -> bool:
    """Tell whether upstream, bases and port are as the lock says."""
    if section.sources != found or not is_made_by(settings, project, section):
        return False
    if project.git is None and section.revision != f"tree {tree_digest(found)}":
        return False
    bases = Bases(project.port)
    for path, line in section.files.items():
        if line.base is None:
            continue
        if state_of(project.port / path) != line.port or not bases.holds(path, line.base):
            return False
    return True
