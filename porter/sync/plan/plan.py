"""Plans a sync of one port, file by file; nothing of the port is changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.files.regular import LARGEST_FILE, read_regular
from porter.sync.edits.own_section import README, parted, with_section
from porter.sync.lock.lines import FileLine
from porter.sync.lock.states import LINK, Content, State, content_of, state_of
from porter.sync.plan.decisions import Action, decide
from porter.sync.plan.merge import merge
from porter.sync.plan.renames import renames
from porter.sync.upstream.current import Pure

_WHAT = {
    Action.STAYS: "unchanged",
    Action.TAKE: "changed",
    Action.REMOVE: "removed",
    Action.STAYS_REMOVED: "stays removed by hand",
    Action.MERGE: "merged with hand edits",
    Action.EDITED_AND_GONE: "gone upstream",
}


@dataclass(frozen=True, slots=True)
class Base:
    """One file of the last pure conversion.

    Attributes:
        state: its content and kind.
        place: file that holds it.
    """

    state: State
    place: Path


@dataclass(slots=True)
class Change:
    """What happens to one file of the port.

    Attributes:
        path: in the port.
        what: in a word or two.
        old_path: where the file was before, when upstream moved it.
        conflict: why a person has to look; empty when nobody has to.
    """

    path: str
    what: str
    old_path: str = ""
    conflict: str = ""


@dataclass(slots=True)
class Plan:
    """What is going to be done.

    Attributes:
        changes: path -> change, of the files for which the conversion changed.
        contents: path -> what the port's file becomes; None for none. Files that stay have none.
        lines: path -> line of the lock, without the number of places left to do.
        moved: new path -> old path.
    """

    changes: dict[str, Change] = field(default_factory=dict)
    contents: dict[str, Content | None] = field(default_factory=dict)
    lines: dict[str, FileLine] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)

    @property
    def conflicts(self) -> list[str]:
        """Paths that a person has to look at."""
        return sorted(path for path, change in self.changes.items() if change.conflict)


def make_plan(port: Path, bases: dict[str, Base], pure: Pure, sources: Mapping[str, State]) -> Plan:
    """Decide for every file.

    Args:
        port: the port's folder.
        bases: path -> file of the last pure conversion.
        pure: the new one.
        sources: path -> file of upstream's.

    Raises:
        PorterError: git is missing, or the port has something in the way.
    """
    plan = Plan()
    bases = dict(bases)
    for old, new in _renamed(bases, pure).items():
        if state_of(port / new) is None:
            bases[new] = bases.pop(old)
            plan.moved[new] = old
    for path in sorted(bases.keys() | pure.files.keys()):
        _decide(plan, path, port, bases.get(path), pure, sources)
    known = {line.source for line in plan.lines.values()}
    for path in sources.keys() - known:
        plan.lines[path] = FileLine(path, path, 0, sources[path])
    _refuse_clashes(port, plan)
    return plan


def _renamed(bases: Mapping[str, Base], pure: Pure) -> dict[str, str]:
    """Return old path -> new path of the files that moved in the conversion."""
    gone = {
        path: read_regular(base.place, LARGEST_FILE)
        for path, base in bases.items()
        if path not in pure.files and base.state.kind != LINK
    }
    came = {
        path: read_regular(pure.root / path, LARGEST_FILE)
        for path, file in pure.files.items()
        if path not in bases and file.state.kind != LINK
    }
    return renames(gone, came)


def _decide(
    plan: Plan, path: str, port: Path, base: Base | None, pure: Pure, sources: Mapping[str, State]
) -> None:
    """Add to `plan` what becomes of the file at `path`."""
    new = pure.files.get(path)
    old_path = plan.moved.get(path, path)
    place = port / old_path
    now = state_of(place)
    wanted = None if new is None else new.state
    action = decide(None if base is None else base.state, now, wanted)
    change = Change(path, _WHAT[action], old_path if old_path != path else "")
    content: Content | None = None
    if action is Action.MERGE:
        assert now is not None and new is not None
        content, change.conflict = _merged(base, place, now, pure.root / path, new.state)
    elif action is Action.TAKE:
        content = content_of(pure.root / path)
        change.what = "added" if base is None else "changed"
    elif action is Action.EDITED_AND_GONE:
        content = content_of(place)
        change.conflict = "gone upstream, and changed by hand in the port"
    elif action is Action.STAYS and now is not None:
        content = content_of(place) if change.old_path else None
    writes = content is not None or action is Action.REMOVE
    if writes:
        plan.contents[path] = content
    if change.old_path and now is not None:
        plan.contents[old_path] = None
        change.what = "moved" if change.what == _WHAT[Action.STAYS] else f"moved, {change.what}"
    if (base is None or wanted != base.state or change.old_path) and (base or new):
        if action is Action.STAYS and not change.old_path:
            change.what = "the port has it already"
        plan.changes[path] = change
    became = None if content is None else content.state
    after = became if writes else now
    is_open = bool(change.conflict)
    if new is not None:
        upstream = None if new.source is None else sources[new.source]
        shown = None if is_open else after
        line = FileLine(path, new.source, 0, upstream, new.state, shown, is_open)
        plan.lines[path] = line
    elif is_open:
        plan.lines[path] = FileLine(path, None, 0, None, conflict=True)


def _merged(
    base: Base | None, port: Path, now: State, new: Path, wanted: State
) -> tuple[Content, str]:
    """Merge the content and the kind of a file that both sides changed."""
    before = None if base is None else base.state
    kind = now.kind
    if before is not None and now.kind == before.kind:
        kind = wanted.kind
    if LINK in (now.kind, wanted.kind):
        if before is not None and now == before:
            return content_of(new), ""
        return content_of(port), "both sides changed it, and one of them is a symbolic link"
    old = (
        None if base is None or base.state.kind == LINK else read_regular(base.place, LARGEST_FILE)
    )
    ours, section = read_regular(port, LARGEST_FILE), b""
    if port.name == README:  # what was compared stays: next to it every change would be a conflict
        ours, section = parted(ours)
    merged = merge(old, ours, read_regular(new, LARGEST_FILE))
    return Content(kind, with_section(merged.data, section)), merged.conflict


def _refuse_clashes(port: Path, plan: Plan) -> None:
    """Refuse a plan that would need a file where a folder stays, or write outside of the port.

    Raises:
        PorterError: there is such a file.
    """
    real = real_path(port)
    hint = "move it away, or rename it upstream"
    for path, content in plan.contents.items():
        target = port / path
        if content is None:
            continue
        if not real_path(target.parent).is_relative_to(real):
            raise PorterError("lies behind a symbolic link out of the port", path=target)
        for folder in target.relative_to(port).parents[:-1]:
            name = folder.as_posix()
            in_the_way = (port / folder).is_symlink() or (port / folder).is_file()
            if plan.contents.get(name) or (in_the_way and name not in plan.contents):
                raise PorterError(f"is in the way of {path}", path=port / folder, hint=hint)
        if target.is_dir() and not target.is_symlink():
            inside = [
                os.path.relpath(os.path.join(above, file), port)
                for above, _, files in os.walk(target)
                for file in files
            ]
            if any(name not in plan.contents for name in inside):
                raise PorterError("a folder is in the way of a file", path=target, hint=hint)
