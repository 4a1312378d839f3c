"""A vendored upstream: a tree in this repository that follows a git remote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.listing import listed
from porter.project.settings.settings import ProjectSettings
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import LINK, Content, content_of, state_of
from porter.sync.upstream.revisions import check_out


@dataclass(slots=True)
class Vendored:
    """What a revision of the remote makes of the vendored tree.

    Attributes:
        tree: folder with upstream as it is going to be.
        revision: `git NAME COMMIT`, for the lock.
        steps: targets and what they become.
        notes: what a person should know.
    """

    tree: Path
    revision: str
    steps: list[tuple[Path, Content | None]]
    notes: list[str]


def is_at(project: ProjectSettings, section: PortLock | None, to: str | None) -> bool:
    """Tell whether the vendored tree is at the revision that is wanted, going by the lock."""
    assert project.git is not None
    if section is None or section.commit is None:
        return False
    return (to or project.git.revision) in section.revision.split(" ")[1:]


def vendor(
    project: ProjectSettings,
    settings: Path,
    section: PortLock | None,
    to: str | None,
    scratch: Path,
) -> Vendored:
    """Fetch the wanted revision and compare it with the vendored tree.

    Args:
        project: what porter.toml says.
        settings: the porter.toml.
        section: the port's section of the lock; None before the first sync.
        to: revision that is wanted instead of that of porter.toml, which is corrected.
        scratch: an empty folder.

    Raises:
        PorterError: the revision cannot be had, or the vendored tree was changed by hand.
    """
    source, root = project.git, settings.parent
    assert source is not None
    asked = to or source.revision
    new, old = scratch / project.upstream.name, scratch / "old"
    new.mkdir()
    old.mkdir()
    commit, modules = check_out(source, root, asked, new)
    if section is not None and section.commit is not None:
        check_out(source, root, section.commit, old)
    steps = _differences(project.upstream, old, new)
    if to is not None and to != source.revision:
        steps.append((settings, _corrected(settings, source.revision, to)))
    notes = [f"submodule {path} of upstream is left out" for path in modules]
    return Vendored(new, f"git {asked} {commit}", steps, notes)


def _differences(there: Path, old: Path, new: Path) -> list[tuple[Path, Content | None]]:
    """Return the steps from the vendored tree to the new revision.

    Raises:
        PorterError: a file is neither that of the old revision nor that of the new.
    """
    steps: list[tuple[Path, Content | None]] = []
    by_hand = []
    for path in sorted(_files(old) | _files(new)):
        now, before, wanted = (state_of(folder / path) for folder in (there, old, new))
        if now == wanted:
            continue
        if now != before:
            by_hand.append(path)
        elif wanted is None:
            steps.append((there / path, None))
        else:
            steps.append((there / path, content_of(new / path)))
    if by_hand:
        raise changed_by_hand(there, by_hand)
    return steps


def changed_by_hand(upstream: Path, paths: Sequence[str]) -> PorterError:
    """Return the error of a vendored tree whose files are those of no revision."""
    return PorterError(
        f"the vendored tree was changed by hand: {listed(paths)}",
        path=upstream,
        hint="make the change in the port, or upstream; then restore the vendored file",
    )


def _files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


def _corrected(settings: Path, old: str, new: str) -> Content:
    """Return porter.toml with another revision.

    Raises:
        PorterError: it is not plain where the revision stands.
    """
    text = read_regular(settings)
    setting = f'revision = "{old}"'.encode()
    if text.count(setting) != 1:
        raise PorterError(
            f"cannot tell which {setting.decode()} is that of this port",
            path=settings,
            hint=f'write revision = "{new}" yourself, then run porter sync without --to',
        )
    state = state_of(settings)
    if state is None or state.kind == LINK:
        raise PorterError("is a symbolic link, which --to does not write through", path=settings)
    return Content(state.kind, text.replace(setting, f'revision = "{new}"'.encode()))
