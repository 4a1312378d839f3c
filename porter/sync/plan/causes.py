"""Why the conversion of a file changed: upstream, porter, or the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from porter import __version__
from porter.listing import listed
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.lock.lines import PortLock
from porter.sync.lock.recorded_choices import recorded_choices
from porter.sync.lock.states import State
from porter.sync.lock.tables_version import tables_digest
from porter.sync.plan.status import choices_changed
from porter.sync.upstream.current import Pure, convert, sources

if TYPE_CHECKING:
    from porter.convert.steps import Steps
    from porter.sync.plan.plan import Plan

UPSTREAM, TABLES, OPTIONS = "upstream", "porter's tables", "porter.toml"
#: One version of a file: its path in the port, and what it is. None for no file.
_Version = tuple[str, State] | None


@dataclass(slots=True)
class Causes:
    """What made the conversions of files change.

    Attributes:
        files: path in the port -> causes, from that which came first on.
        notes: what could not be told.
    """

    files: dict[str, list[str]]
    notes: list[str]


def causes(
    settings: Settings,
    project: ProjectSettings,
    section: PortLock,
    pure: Pure,
    found: Mapping[str, State],
    plan: Plan,
    scratch: Path,
    steps: Steps,
) -> Causes:
    """Tell what made the conversion of each file that `plan` changes another.

    Where only one of upstream, porter and the choices is new, it is that one. Where several are,
    upstream as the lock knows it is converted anew by this porter, with the choices of the lock
    and with those of porter.toml: the file's conversion changes at the step of each cause.

    Args:
        settings: porter.toml.
        project: the port.
        section: the lock before.
        pure: the conversion.
        found: upstream's files.
        plan: what a sync would do.
        scratch: an empty folder.
        steps: shows progress.
    """
    ours = _ours(section)
    chose = choices_changed(settings, project, section)
    came = section.sources != found
    news = [*([ours] if ours else []), *([OPTIONS] if chose else []), *([UPSTREAM] if came else [])]
    if len(news) < 2 or not plan.changes:
        only = news or [f"porter {__version__}"]  # porter's own code, at work on itself
        return Causes(dict.fromkeys(plan.changes, only), [])
    tree, missing = pure.result.project.root, set[str]()
    if came:
        from porter.sync.plan.earlier_upstream import restore

        now, tree = tree, scratch / "upstream" / project.upstream.name
        tree.mkdir(parents=True)
        missing = restore(project, settings.path.parent, section, now, tree)
    stages: list[tuple[str, _Versions]] = []
    name = OPTIONS if chose else ours
    if ours and chose:
        then = recorded_choices(settings, project, section)
        if then is not None:
            stages.append((ours, _Versions(_converted(*then, tree, scratch / "1", steps))))
        else:
            name = f"{ours} or {OPTIONS}"
    if came:
        new = project, settings.severities
        stages.append((name, _Versions(_converted(*new, tree, scratch / "2", steps))))
    last = UPSTREAM if came else name
    by_file: dict[str, list[str]] = {}
    for path in plan.changes:
        old_path = plan.moved.get(path, path)
        line = section.files.get(old_path)
        source = None if line is None else line.source
        if source in missing:
            by_file[path] = [UPSTREAM, *(f"perhaps {one}" for one in news if one != UPSTREAM)]
            continue
        version: _Version = None if line is None or line.base is None else (old_path, line.base)
        by_file[path] = []
        for name, stage in stages:
            after = stage.of(old_path, source)
            if after != version:
                by_file[path].append(name)
            version = after
        file = pure.files.get(path)
        if version != (None if file is None else (path, file.state)):
            by_file[path].append(last)
    return Causes(by_file, _notes(missing, news))


def _ours(section: PortLock) -> str:
    """Return what is new about porter; empty for nothing."""
    if section.porter != __version__:
        return f"porter {__version__}"
    return TABLES if section.tables != tables_digest() else ""


def _converted(
    project: ProjectSettings,
    severities: tuple[tuple[str, str], ...],
    tree: Path,
    into: Path,
    steps: Steps,
) -> Pure:
    into.mkdir()
    return convert(project, severities, tree, into, sources(project, tree), steps)


class _Versions:
    """The files of one stage.

    Args:
        stage: a conversion.
    """

    def __init__(self, stage: Pure) -> None:
        self._by_path = {path: (path, file.state) for path, file in stage.files.items()}
        self._by_source = {
            file.source: self._by_path[path]
            for path, file in reversed(stage.files.items())  # the first that is made of it counts
            if file.source is not None
        }

    def of(self, path: str, source: str | None) -> _Version:
        """Return the version of the file that was at `path` of the port, made of `source`."""
        return self._by_path.get(path) if source is None else self._by_source.get(source)


def _notes(missing: set[str], news: list[str]) -> list[str]:
    if not missing:
        return []
    others = " and ".join(one for one in news if one != UPSTREAM)
    some = listed(sorted(missing))
    return [f"no git history holds {some} as it was: whether {others} changes it, too, is unknown"]
