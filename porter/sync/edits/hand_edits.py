"""Finds the hand edits of a port, file by file and place by place, with the rules concerned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from porter.errors import PorterError
from porter.files.digests import digest_of
from porter.files.regular import LARGEST_FILE, read_regular
from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings, Settings
from porter.source.text.languages import Language, language_of
from porter.sync.edits.hunks import Hunk, hunks
from porter.sync.edits.line_map import LineMap
from porter.sync.edits.own_section import README, without_section
from porter.sync.edits.patches import patch
from porter.sync.lock.bases import Bases
from porter.sync.lock.lines import FileLine, PortLock
from porter.sync.lock.states import LINK, Content, State, content_of, is_binary, state_of
from porter.sync.upstream.rules import Rules

if TYPE_CHECKING:
    from porter.convert.result import FileResult

CHANGED, ADDED, REMOVED = "changed", "added", "removed"


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a hand edit.

    Attributes:
        hunk: the lines.
        upstream_line: line of upstream's file that it is about, from 1; 0 for none.
        asked: findings of the conversion that asked for it, as (rule, message).
        replaced_by: rules whose unsafe fix writes the very same lines.
        is_blank: it changes nothing but white space and line ends.
    """

    hunk: Hunk
    upstream_line: int = 0
    asked: tuple[tuple[str, str], ...] = ()
    replaced_by: tuple[str, ...] = ()
    is_blank: bool = False


@dataclass(slots=True)
class HandEdit:
    """What people did with one file of the port.

    Attributes:
        path: in the port.
        what: `CHANGED`, `ADDED` or `REMOVED`.
        source: path in upstream; None where there is none.
        patch: as `git apply` takes it; empty for a link whose base nothing holds any more.
        places: where; none for a file that is binary, added or removed.
    """

    path: str
    what: str
    source: str | None
    patch: bytes
    places: list[Place] = field(default_factory=list)


def port_states(project: ProjectSettings, section: PortLock) -> dict[str, State | None]:
    """Return path -> what the port has of each file that the conversion gives, by path."""
    files = sorted(section.files.items())
    return {path: state_of(project.port / path) for path, line in files if line.base is not None}


def edited_lines(
    project: ProjectSettings, section: PortLock, states: Mapping[str, State | None]
) -> Iterator[tuple[FileLine, State | None]]:
    """Yield the line of each file that differs from its base, and what the port has now.

    The section that `porter verify` writes into the port's README is no difference.
    """
    for path, now in states.items():
        line = section.files[path]
        written = now
        if path == README and now is not None and now.kind != LINK:
            data = without_section(read_regular(project.port / path, LARGEST_FILE))
            written = State(digest_of(data), now.kind)
        if written != line.base:
            yield line, now


def added_paths(project: ProjectSettings, section: PortLock) -> list[str]:
    """Return the files of the port that no conversion gives, but for what .gitignore leaves out.

    The README in which `porter verify` says what it compared is none of a person's: it made it.
    """
    known = {path for path, line in section.files.items() if line.base is not None}
    found = discover(project.port).entries
    return [entry.path for entry in found if entry.path not in known and entry.path != README]


def hand_edits(settings: Settings, project: ProjectSettings, section: PortLock) -> list[HandEdit]:
    """Return all hand edits of a port, by path.

    Raises:
        PorterError: a base is missing, or git is.
    """
    lines = list(edited_lines(project, section, port_states(project, section)))
    rules = Rules(project, settings.severities)
    results, unsafe = (
        _results(rules, project.upstream, unsafe=one) if lines else {} for one in (False, True)
    )
    found = []
    for line, now in lines:
        base, after = _base(project, line), None
        if now is not None:
            after = content_of(project.port / line.path)
        what, source = REMOVED if now is None else CHANGED, line.source
        one = HandEdit(
            line.path, what, source, b"" if base is None else patch(line.path, base, after)
        )
        found.append(one)
        if base is None or after is None or LINK in (base.kind, after.kind):
            continue
        if source in results and source is not None and not is_binary(base.data):
            upstream = read_regular(project.upstream / source, LARGEST_FILE)
            pair = results[source], unsafe[source]
            one.places = list(_places(base.data, after.data, upstream, *pair))
        else:
            one.places = [Place(hunk) for hunk in hunks(base.data, after.data)]
    for path in added_paths(project, section):
        content = content_of(project.port / path)
        found.append(HandEdit(path, ADDED, None, patch(path, None, content)))
    return sorted(found, key=lambda one: one.path)


def _base(project: ProjectSettings, line: FileLine) -> Content | None:
    """Return the base of a file; None for a link that upstream does not have as it is."""
    assert line.base is not None
    if line.base.kind == LINK:
        place = project.upstream / (line.source or line.path)
        content = content_of(place) if place.is_symlink() else None
        is_it = content is not None and digest_of(content.data) == line.base.digest
        return content if is_it else None
    data = Bases(project.port).read(line.path, line.base)
    if data is None:
        raise PorterError(
            f"the base of {line.path} is missing or was changed",
            path=project.port,
            hint="run porter sync, which restores what it can",
        )
    return Content(line.base.kind, data)


def _results(rules: Rules, upstream: Path, *, unsafe: bool) -> Mapping[str, FileResult]:
    found = rules.results(upstream, unsafe=unsafe)
    return {path: one for path, one in found.items() if one.is_converted}


def _places(
    base: bytes, port: bytes, upstream: bytes, result: FileResult, unsafe: FileResult
) -> Iterator[Place]:
    if result.apply(upstream) != base:  # upstream moved on, or a kind of project wrote the file
        yield from (Place(hunk) for hunk in hunks(base, port))
        return
    places = LineMap(upstream, result)
    known = {(one.edit.start, one.edit.end, one.edit.text) for one in result.edits}
    more = [
        one for one in unsafe.edits if (one.edit.start, one.edit.end, one.edit.text) not in known
    ]
    offered = {(hunk.start, hunk.body) for hunk in hunks(base, unsafe.apply(upstream))}
    for hunk in hunks(base, port):
        asked = tuple(
            (one.finding.rule, one.finding.full_message)
            for one in result.findings
            if hunk.covers(places.converted(one.place.line))
        )
        replaced_by: tuple[str, ...] = ()
        if (hunk.start, hunk.body) in offered:
            rules = {one.edit.rule for one in more if hunk.covers(places.converted(one.line))}
            replaced_by = tuple(sorted(rules))
        yield Place(hunk, places.upstream(hunk.start), asked, replaced_by, hunk.is_blank)


def left_to_rules(settings: Settings, project: ProjectSettings, paths: list[str]) -> dict[str, str]:
    """Return path -> rules that would convert something in a file that people wrote or changed.

    Args:
        settings: porter.toml.
        project: the port.
        paths: files of the port.
    """
    rules = Rules(project, settings.severities)
    found = {}
    for path, result in _again(rules, project.port, paths):
        if result.changes:
            found[path] = ", ".join(sorted({rule for rule, _ in result.counts}))
    return found


def _again(rules: Rules, port: Path, paths: list[str]) -> Iterator[tuple[str, FileResult]]:
    """Yield what rules do to files of a port, of which they have nothing to do with most."""
    if rules.target.needs_tree:
        yield from ((path, one) for path, one in rules.results(port).items() if path in paths)
        return
    for path in paths:
        place = port / path
        is_file = place.is_file() and not place.is_symlink()
        if is_file and language_of(path) is Language.CUDA:
            yield path, rules.isolated(path, read_regular(place, LARGEST_FILE))
