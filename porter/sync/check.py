"""`porter check` of one port: is it what upstream, rules and hand edits give?"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from porter import __version__
from porter.errors import PorterError
from porter.project.settings import ProjectSettings, Settings
from porter.sync import lockfile
from porter.sync.bases import Bases
from porter.sync.lockfile import PortLock
from porter.sync.states import LINK, is_binary, state_of
from porter.sync.status import is_made_by, key_of, open_matters, options_text, tree_digest
from porter.sync.upstream import convert, sources

if TYPE_CHECKING:
    from porter.emit.port import Steps

STALE, OPEN, UNRECORDED, UNCONVERTED, NEEDLESS = (
    "stale",
    "open",
    "not recorded",
    "unconverted",
    "needless",
)


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something that keeps a port from being in step.

    Attributes:
        kind: one word or two.
        path: the file, relative to the port; empty for the whole port.
        message: what is wrong, and what to do about it.
    """

    kind: str
    path: str
    message: str


def check(
    settings: Settings, project: ProjectSettings, steps: Steps, *, again: bool = False
) -> list[Complaint]:
    """Return what is wrong with a port; nothing is written.

    Digests come first: upstream is converted only where porter, the tables or the choices are not
    those of the lock, or with `again`.

    Args:
        settings: porter.toml.
        project: the port.
        steps: shows progress.
        again: convert whatever the digests say.

    Raises:
        PorterError: the lock cannot be read, or upstream is missing.
    """
    section = lockfile.read(settings.path.parent).get(key_of(settings, project.port))
    if section is None:
        return [Complaint(STALE, "", "was never synced: run porter sync")]
    try:
        open_matters(settings, project, section)
    except PorterError as error:
        return [Complaint(OPEN, "", f"{error.message}: {error.hint}")]
    found = list(_against_upstream(settings, project, section))
    stale = bool(found)
    if not stale and (again or not is_made_by(settings, project, section)):
        found += _against_rules(settings, project, section, steps)
    found += _against_lock(project, section)
    if not stale:
        found += _unconverted(settings, project, section)
    found += _needless(project, section)
    return found


def _against_upstream(
    settings: Settings, project: ProjectSettings, section: PortLock
) -> Iterator[Complaint]:
    then, now = section.sources, sources(project, project.upstream)
    for path in sorted(then.keys() | now.keys()):
        if path not in then:
            yield Complaint(STALE, path, "is new upstream: run porter sync")
        elif path not in now:
            yield Complaint(STALE, path, "is gone upstream: run porter sync")
        elif then[path] != now[path]:
            yield Complaint(STALE, path, "changed upstream: run porter sync")
    if project.git is not None:
        from porter.sync.vendoring import is_at

        if not is_at(project, section, None):
            wanted = project.git.revision
            yield Complaint(STALE, "", f"upstream is not vendored at {wanted}: run porter sync")
    elif section.revision != f"tree {tree_digest(then)}":
        yield Complaint(STALE, "", "the lock's tree is not that of its files: run porter sync")
    if section.options != options_text(settings, project):
        yield Complaint(STALE, "", "porter.toml has other choices: run porter sync")


def _against_rules(
    settings: Settings, project: ProjectSettings, section: PortLock, steps: Steps
) -> Iterator[Complaint]:
    """Yield the files that this porter converts differently."""
    expected = sources(project, project.upstream)
    scratch = Path(tempfile.mkdtemp(prefix="porter-check-"))
    try:
        pure = convert(project, settings.severities, project.upstream, scratch, expected, steps)
        by = f"porter {__version__}"
        for path in sorted(section.files.keys() | pure.files.keys()):
            line, file = section.files.get(path), pure.files.get(path)
            if (None if line is None else line.base) != (None if file is None else file.state):
                yield Complaint(STALE, path, f"{by} converts it differently: run porter sync")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _against_lock(project: ProjectSettings, section: PortLock) -> Iterator[Complaint]:
    bases = Bases(project.port)
    for path, line in sorted(section.files.items()):
        if line.base is None:
            continue
        if not bases.holds(path, line.base):
            yield Complaint(STALE, path, "its base is missing or was changed: run porter sync")
        if state_of(project.port / path) != line.port:
            what = "was changed by hand since the last sync"
            yield Complaint(UNRECORDED, path, f"{what}: porter sync records it")


def _unconverted(
    settings: Settings, project: ProjectSettings, section: PortLock
) -> Iterator[Complaint]:
    for path, count in section.todo.items():
        errors = f"{count} error" + "s" * (count != 1)
        yield Complaint(UNCONVERTED, path, f"{errors} of its conversion for a person to resolve")
    from porter.sync.edits import added_paths, edited_lines, holds_cuda

    by_hand = [line.path for line, now in edited_lines(project, section) if now is not None]
    by_hand += added_paths(project, section)
    for path, rules in holds_cuda(settings, project, by_hand).items():
        yield Complaint(UNCONVERTED, path, f"people wrote CUDA into it; rules convert it: {rules}")


def _needless(project: ProjectSettings, section: PortLock) -> Iterator[Complaint]:
    """Yield the hand edits that change nothing but white space."""
    from porter.sync.edits import edited_lines
    from porter.sync.hunks import hunks

    for line, now in edited_lines(project, section):
        if now is None or line.base is None or LINK in (now.kind, line.base.kind):
            continue
        base = Bases(project.port).read(line.path, line.base)
        port = (project.port / line.path).read_bytes()
        if base is None or is_binary(base + port) or base == port:
            continue
        if all(hunk.is_blank for hunk in hunks(base, port, line.path)):
            told = "the hand edit changes only white space"
            yield Complaint(NEEDLESS, line.path, f"{told}: porter edits --drop {line.path}")
