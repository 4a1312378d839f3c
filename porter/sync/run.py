"""`porter sync` of one port: whether it is needed, and whether it is possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from porter.errors import PorterError
from porter.project.settings.remotes import is_revision
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.journal.journal import Journal
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import State
from porter.sync.plan.converter import is_as_noted, note
from porter.sync.plan.status import is_current, refuse_links, refuse_unfinished, section_if_any
from porter.sync.upstream.current import sources
from porter.sync.upstream.vendoring import changed_by_hand, is_at
from porter.sync.write.request import Request, Synced
from porter.sync.write.transaction import SyncTransaction

if TYPE_CHECKING:
    from porter.convert.steps import Steps


def sync(settings: Settings, project: ProjectSettings, request: Request, steps: Steps) -> Synced:
    """Bring one port along with upstream. The folder of porter.toml is locked by the caller.

    Args:
        settings: porter.toml.
        project: the port.
        request: what is asked.
        steps: shows progress.

    Raises:
        PorterError: the port is not in a state to be synced, or cannot be; nothing was written.
    """
    section = section_if_any(settings, project)
    refuse_unfinished(settings, project, section)
    if section is not None:
        refuse_links(project, section)
    journal = Journal(settings, project)
    if request.to_revision is not None and project.git is None:
        raise PorterError(
            "--to is for an upstream that is vendored from a git remote",
            path=settings.path,
            hint="bring the folder to that revision yourself, then run porter sync",
        )
    if request.to_revision is not None and not is_revision(request.to_revision):
        raise PorterError(
            f"{request.to_revision!r} is not a branch, tag or commit", hint="name one with --to"
        )
    stays = project.git is None or is_at(project, section, request.to_revision)
    found = sources(project, project.upstream) if stays else {}
    if stays and section is not None and section.commit is not None:
        _refuse_foreign(project, section, found)
    looks = stays and not request.again and request.from_revision is None
    is_as_locked = section is not None and looks and is_current(settings, project, section, found)
    if is_as_locked and section is not None and is_as_noted(project.port):
        return Synced(project, is_current=True, todo=section.todo)
    try:
        transaction = SyncTransaction(settings, project, request, section, journal, steps)
        done = transaction.run(found, stays)
    except BaseException:
        journal.discard()
        raise
    if not request.preview:
        note(project.port)
    done.is_current = is_as_locked and not done.changes
    return done


def _refuse_foreign(
    project: ProjectSettings, section: PortLock, found: Mapping[str, State]
) -> None:
    """Refuse a vendored tree that is not that of the revision in the lock.

    Raises:
        PorterError: it is not.
    """
    known = section.sources
    other = sorted(
        path for path in known.keys() | found.keys() if known.get(path) != found.get(path)
    )
    if other:
        raise changed_by_hand(project.upstream, other)
