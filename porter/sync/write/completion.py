"""Completes a sync: applies its steps, resolves its conflicts, or rolls it back."""

from __future__ import annotations

from dataclasses import replace

from porter.errors import PorterError
from porter.files.names import LOCK
from porter.files.regular import LARGEST_FILE, read_regular
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.journal.journal import Journal, Phase
from porter.sync.lock import lockfile
from porter.sync.lock.lines import PortLock, text_of
from porter.sync.lock.states import LINK, state_of
from porter.sync.plan.merge import has_markers
from porter.sync.plan.status import key_of, section_if_any


def finish(settings: Settings, project: ProjectSettings) -> PortLock:
    """Put the steps that are decided in place; return the port's section of the lock."""
    journal = Journal(settings, project)
    journal.apply(lambda text: put_section(settings, project, text))
    section = section_if_any(settings, project)
    assert section is not None  # it was put there
    if section.conflicts:
        journal.keep_open()
    else:
        journal.finish()
    return section


def put_section(settings: Settings, project: ProjectSettings, text: str | None) -> None:
    """Put the port's section into the lock, or take it out."""
    root, key = settings.path.parent, key_of(settings, project.port)
    sections = lockfile.read(root)
    if text is None:
        sections.pop(key, None)
    else:
        sections[key] = lockfile.section_of(text, root / LOCK)
    lockfile.write(root, sections)


def resume(settings: Settings, project: ProjectSettings) -> PortLock | None:
    """Finish a sync that was interrupted, or whose conflicts a person has resolved.

    Returns:
        The port's section of the lock; None when there was nothing to finish.

    Raises:
        PorterError: markers of a conflict are left, or the sync was being taken back.
    """
    port = project.port
    journal = Journal(settings, project)
    if journal.phase is Phase.TAKING_BACK:
        raise PorterError(
            "an abort was interrupted", path=port, hint="run porter sync --abort again"
        )
    if journal.phase is Phase.INTERRUPTED:
        return finish(settings, project)
    section = section_if_any(settings, project)
    if section is None or (journal.phase is Phase.NONE and not section.conflicts):
        return None
    left = []
    for path in section.conflicts:
        place, line = port / path, section.files[path]
        state = state_of(place)
        if (
            state is not None
            and state.kind != LINK
            and has_markers(read_regular(place, LARGEST_FILE))
        ):
            left.append(path)
        elif line.base is None:
            del section.files[path]  # gone upstream: what a person left of it is theirs alone
        else:
            section.files[path] = replace(line, port=state, conflict=False)
    if left:
        raise PorterError(
            f"markers of a conflict are left in {', '.join(left)}",
            path=port,
            hint="resolve them and run porter sync --continue, or porter sync --abort",
        )
    put_section(settings, project, text_of(section))
    journal.finish()
    return section


def abort(settings: Settings, project: ProjectSettings) -> bool:
    """Give everything the content that it had before the last sync; tell whether there was one.

    Raises:
        PorterError: conflicts are open, and the journal of their sync is not here.
    """
    journal = Journal(settings, project)
    if journal.phase is Phase.NONE:
        section = section_if_any(settings, project)
        if section is not None and section.conflicts:
            raise PorterError(
                "the sync that left conflicts ran in another checkout: it cannot be taken back",
                path=project.port,
                hint="put the port and porter.lock back by version control",
            )
        return False
    journal.take_back(lambda text: put_section(settings, project, text))
    return True
