"""`porter check` of one port: whether it is current with upstream, rules and hand edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.errors import PorterError
from porter.files.regular import LARGEST_FILE, read_regular
from porter.listing import number_of
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.edits.hand_edits import added_paths, edited_lines, left_to_rules, port_states
from porter.sync.lock.bases import Bases
from porter.sync.lock.lines import FileLine, PortLock
from porter.sync.lock.states import LINK, State, is_binary
from porter.sync.plan.status import (
    choices_changed,
    is_made_by,
    refuse_links,
    refuse_unfinished,
    section_if_any,
    tree_digest,
)
from porter.sync.upstream.current import sources

if TYPE_CHECKING:
    from porter.convert.steps import Steps
    from porter.sync.baseline import OpenError

STALE, OPEN, UNRECORDED, UNCONVERTED, NEEDLESS = (
    "stale",
    "open",
    "not recorded",
    "unconverted",
    "needless",
)


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something that keeps a port from being in step.

    Attributes:
        kind: one word or two.
        path: the file, relative to the port; empty for the whole port.
        message: what is wrong, and what to do about it.
    """

    kind: str
    path: str
    message: str


def by_gravity(found: Iterable[Discrepancy]) -> list[Discrepancy]:
    """Return discrepancies in the order to mend them in: open conflicts first."""
    order = (OPEN, UNCONVERTED, STALE, UNRECORDED, NEEDLESS)
    return sorted(found, key=lambda one: order.index(one.kind))


def check(
    settings: Settings,
    project: ProjectSettings,
    steps: Steps,
    *,
    again: bool = False,
    errors: Sequence[OpenError] | None = None,
) -> list[Discrepancy]:
    """Return what is wrong with a port; nothing is written.

    Digests come first: upstream is converted only where porter, the tables or the choices are not
    those of the lock, where upstream changed and there are hand edits, or with `again`.

    Args:
        settings: porter.toml.
        project: the port.
        steps: shows progress.
        again: convert whatever the digests say.
        errors: those that a baseline does not have; by default the lock tells how many there are.

    Raises:
        PorterError: the lock cannot be read, or upstream is missing.
    """
    section = section_if_any(settings, project)
    if section is None:
        return [Discrepancy(STALE, "", "was never synced: run porter sync")]
    try:
        refuse_unfinished(settings, project, section)
    except PorterError as error:
        return [Discrepancy(OPEN, "", f"{error.message}: {error.hint}")]
    refuse_links(project, section)
    now = sources(project, project.upstream)
    found = list(_against_upstream(settings, project, section, now))
    stale, ours = bool(found), is_made_by(settings, project, section)
    states = port_states(project, section)
    edited = list(edited_lines(project, section, states))
    if again or not ours or (stale and edited):
        found += _ahead(settings, project, section, now, steps)
    found += _against_lock(project, section, states)
    if not stale:
        found += _unresolved(section) if errors is None else map(_new_error, errors)
        found += _left_to_rules(settings, project, section, edited)
    found += _needless(project, edited)
    return found


def _against_upstream(
    settings: Settings, project: ProjectSettings, section: PortLock, now: Mapping[str, State]
) -> Iterator[Discrepancy]:
    then = section.sources
    for path in sorted(then.keys() | now.keys()):
        if path not in then:
            yield Discrepancy(STALE, path, "is new upstream: run porter sync")
        elif path not in now:
            yield Discrepancy(STALE, path, "is gone upstream: run porter sync")
        elif then[path] != now[path]:
            yield Discrepancy(STALE, path, "changed upstream: run porter sync")
    if project.git is not None:
        from porter.sync.upstream.vendoring import is_at

        if not is_at(project, section, None):
            wanted = project.git.revision
            yield Discrepancy(STALE, "", f"upstream is not vendored at {wanted}: run porter sync")
    elif section.revision != f"tree {tree_digest(then)}":
        yield Discrepancy(STALE, "", "the lock's tree is not that of its files: run porter sync")
    if choices_changed(settings, project, section):
        yield Discrepancy(STALE, "", "porter.toml has other choices: run porter sync")


def _ahead(
    settings: Settings,
    project: ProjectSettings,
    section: PortLock,
    now: Mapping[str, State],
    steps: Steps,
) -> Iterator[Discrepancy]:
    """Yield what upstream's files alone do not tell: what the conversion of them would do.

    The files that porter or the choices convert differently are told apart from those that
    upstream changed; hand edits that the conversion makes itself are told.
    """
    from porter.sync.plan.causes import UPSTREAM
    from porter.sync.plan.forecast import forecast

    ahead = forecast(settings, project, section, now, steps)
    if ahead is None:
        return
    changed = {path for path in section.sources.keys() | now.keys() if _differ(section, now, path)}
    for path, causes in sorted(ahead.causes.items()):
        for cause in causes:
            if cause != UPSTREAM:
                yield Discrepancy(
                    STALE, path, f"is converted differently by {cause}: run porter sync"
                )
            elif changed.isdisjoint({path, _source(section, path)}):
                why = "for what changed in other files upstream"
                yield Discrepancy(STALE, path, f"is converted differently {why}: run porter sync")
    for path, lines in sorted(ahead.superseded.items()):
        by = " and ".join(ahead.causes.get(path, []))
        where = f" in line {', '.join(map(str, lines))}" if lines else ""
        message = f"the hand edit{where} is what the new conversion writes itself ({by})"
        yield Discrepancy(NEEDLESS, path, f"{message}: porter sync drops it")
    for path, why in sorted(ahead.conflicts.items()):
        yield Discrepancy(STALE, path, f"porter sync will leave a conflict: {why}")
    for note in ahead.notes:
        yield Discrepancy(STALE, "", note)


def _differ(section: PortLock, now: Mapping[str, State], path: str) -> bool:
    return section.sources.get(path) != now.get(path)


def _source(section: PortLock, path: str) -> str | None:
    return section.files[path].source if path in section.files else None


def _against_lock(
    project: ProjectSettings, section: PortLock, states: Mapping[str, State | None]
) -> Iterator[Discrepancy]:
    bases = Bases(project.port)
    for path, state in states.items():
        line = section.files[path]
        if line.base is not None and not bases.holds(path, line.base):
            yield Discrepancy(STALE, path, "its base is missing or was changed: run porter sync")
        if state != line.port:
            what = "was changed by hand since the last sync"
            yield Discrepancy(UNRECORDED, path, f"{what}: porter sync records it")


def _unresolved(section: PortLock) -> Iterator[Discrepancy]:
    for path, count in section.todo.items():
        errors = number_of(count, "error")
        yield Discrepancy(UNCONVERTED, path, f"{errors} of its conversion for a person to resolve")


def _new_error(one: OpenError) -> Discrepancy:
    finding, place = one.finding
    message = f"line {place.line}, not in the baseline: {finding.full_message} [{finding.rule}]"
    return Discrepancy(UNCONVERTED, one.entry.path, message)


def _left_to_rules(
    settings: Settings,
    project: ProjectSettings,
    section: PortLock,
    edited: Sequence[tuple[FileLine, State | None]],
) -> Iterator[Discrepancy]:
    by_hand = [line.path for line, now in edited if now is not None]
    by_hand += added_paths(project, section)
    for path, rules in left_to_rules(settings, project, by_hand).items():
        message = f"people wrote into it what rules convert: {rules}"
        yield Discrepancy(UNCONVERTED, path, message)


def _needless(
    project: ProjectSettings, edited: Sequence[tuple[FileLine, State | None]]
) -> Iterator[Discrepancy]:
    """Yield the hand edits that change nothing but white space."""
    from porter.sync.edits.hunks import hunks

    for line, now in edited:
        if now is None or line.base is None or LINK in (now.kind, line.base.kind):
            continue
        base = Bases(project.port).read(line.path, line.base)
        port = read_regular(project.port / line.path, LARGEST_FILE)
        if base is None or is_binary(base + port) or base == port:
            continue
        if all(hunk.is_blank for hunk in hunks(base, port)):
            message = "the hand edit changes only white space"
            yield Discrepancy(NEEDLESS, line.path, f"{message}: porter edits --drop {line.path}")
