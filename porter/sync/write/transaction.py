"""One sync of one port, from the conversion to the last byte."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from porter import __version__
from porter.errors import PorterError
from porter.files.names import PORT_MARK, PORTER_FOLDER
from porter.files.regular import LARGEST_FILE, read_regular
from porter.listing import listed
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.edits.patches import patch
from porter.sync.journal.journal import Journal
from porter.sync.lock.bases import ATTRIBUTES, IGNORED, Bases
from porter.sync.lock.lines import PortLock, text_of
from porter.sync.lock.states import FILE, LINK, Content, State, content_if_any, state_of
from porter.sync.lock.tables_version import tables_digest
from porter.sync.plan.plan import Base, Plan
from porter.sync.plan.status import key_of, options_text, tree_digest
from porter.sync.upstream.current import Pure, convert, sources
from porter.sync.write.completion import finish
from porter.sync.write.request import Request, Synced

if TYPE_CHECKING:
    from porter.convert.steps import Steps


class SyncTransaction:
    """One sync, from the conversion to the last byte."""

    def __init__(
        self,
        settings: Settings,
        project: ProjectSettings,
        request: Request,
        section: PortLock | None,
        journal: Journal,
        steps: Steps,
    ) -> None:
        self._settings = settings
        self._project = project
        self._request = request
        self._section = section
        self._journal = journal
        self._steps = steps
        self._done = Synced(project)

    def run(self, found: Mapping[str, State], stays: bool) -> Synced:
        """Convert, decide, stage, and put all in place."""
        port, scratch = self._project.port, self._journal.prepare()
        upstream, revision = self._project.upstream, self._revision(found)
        vendored: list[tuple[Path, Content | None]] = []
        if not stays:
            from porter.sync.upstream.vendoring import vendor

            given = vendor(
                self._project, self._settings.path, self._section, self._request.to_revision,
                _made(scratch / "vendored"),
            )  # fmt: skip
            upstream, revision, vendored = given.tree, given.revision, given.steps
            self._done.notes += given.notes
            found = sources(self._project, upstream)
        pure = self._convert(upstream, _made(scratch / "pure"), found)
        bases = self._bases(pure, scratch)
        self._refuse_uncommitted(bases)
        from porter.sync.plan.plan import make_plan

        plan = make_plan(port, bases, pure, found)
        section = self._lock(plan, pure, revision)
        self._tell(plan, bases, pure, found, section, scratch)
        if self._request.preview:
            self._done.preview = list(_patches(port, plan, self._settings.path.parent))
            self._journal.discard()
            return self._done
        for target, content in vendored:
            self._journal.put(target, content)
        self._stage(plan, pure)
        before = None if self._section is None else text_of(self._section)
        self._journal.commit(text_of(section), before)
        finish(self._settings, self._project)
        return self._done

    def _revision(self, found: Mapping[str, State]) -> str:
        if self._project.git is not None and self._section is not None:
            return self._section.revision
        return f"tree {tree_digest(found)}"

    def _convert(self, upstream: Path, into: Path, found: Mapping[str, State]) -> Pure:
        severities = self._settings.severities
        pure = convert(self._project, severities, upstream, into, found, self._steps)
        self._done.result = result = pure.result
        for problem in result.problems:
            if problem.path not in found:  # the others are errors of a file
                self._done.notes.append(f"{problem.path} {problem.reason}")
        unread = sorted(result.project.unreadable.items())
        self._done.notes += [f"{path} is not read: {reason}" for path, reason in unread]
        self._done.notes += [
            f"{place}: {reason}"
            for one in result.conversion.checks
            for place, reason in one.failures
        ]
        return pure

    def _bases(self, pure: Pure, scratch: Path) -> dict[str, Base]:
        """Return the bases: those that are kept, those of a revision, or what a first sync has."""
        from porter.sync.plan.merge_bases import (
            bases_of,
            bases_of_existing_port,
            stored_bases,
            with_copies,
        )

        if self._request.from_revision is not None:
            tree = _made(scratch / "from" / self._project.upstream.name)
            self._at_revision(self._request.from_revision, tree)
            before = sources(self._project, tree)
            into = _made(scratch / "from-pure")
            return bases_of(
                convert(self._project, self._settings.severities, tree, into, before, self._steps)
            )
        if self._section is not None:
            stored = stored_bases(self._project.port, self._section, pure)
            return with_copies(self._project.port, stored, _made(scratch / "copies"))
        found, notes = bases_of_existing_port(self._project.port, pure, adopt=self._request.adopt)
        self._done.notes += notes
        return found

    def _at_revision(self, revision: str, tree: Path) -> None:
        from porter.sync.upstream.revisions import check_out, own_history

        source = self._project.git
        if source is None:
            own_history(self._project.upstream, revision, tree)
        else:
            check_out(source, self._settings.path.parent, revision, tree)

    def _refuse_uncommitted(self, bases: Mapping[str, Base]) -> None:
        """Refuse to merge into hand edits that neither git nor the lock knows."""
        if self._request.allow_dirty:
            return
        from porter.sync.upstream.revisions import uncommitted

        port, section = self._project.port, self._section
        changed = []
        for path, base in bases.items():
            now = state_of(port / path)
            line = None if section is None else section.files.get(path)
            if now not in (base.state, None if line is None else line.port):
                changed.append(path)
        unknown = uncommitted(port, changed) if changed else []
        if unknown:
            raise PorterError(
                f"has uncommitted changes: {listed(unknown)}",
                path=port,
                hint="commit or stage them, so that nothing can be lost; or --allow-dirty",
            )

    def _lock(self, plan: Plan, pure: Pure, revision: str) -> PortLock:
        """Return the port's new section."""
        from porter.sync.edits.unresolved import unresolved_errors

        for path, line in plan.lines.items():
            if line.base is None or line.source is None or line.base.kind == LINK:
                continue
            content = plan.contents.get(path)
            place = self._project.port / path
            data = (
                content.data
                if content
                else read_regular(place, LARGEST_FILE)
                if place.is_file()
                else None
            )
            todo = unresolved_errors(
                pure.result, line.source, read_regular(pure.root / path, LARGEST_FILE), data
            )
            plan.lines[path] = replace(line, todo=todo)
        return PortLock(
            key_of(self._settings, self._project.port),
            key_of(self._settings, self._project.upstream),
            revision,
            __version__,
            tables_digest(),
            options_text(self._settings, self._project),
            plan.lines,
        )

    def _tell(
        self,
        plan: Plan,
        bases: Mapping[str, Base],
        pure: Pure,
        found: Mapping[str, State],
        section: PortLock,
        scratch: Path,
    ) -> None:
        from porter.sync.plan.causes import UPSTREAM, causes
        from porter.sync.plan.superseded import superseded_edits

        done, before = self._done, {} if self._section is None else self._section.files
        done.changes = [plan.changes[path] for path in sorted(plan.changes)]
        if self._request.from_revision is not None:  # its conversion is this porter's, too
            done.causes = dict.fromkeys(plan.changes, UPSTREAM)
        elif self._section is not None:
            found_causes = causes(
                self._settings, self._project, self._section, pure, found, plan,
                _made(scratch / "causes"), self._steps,
            )  # fmt: skip
            done.causes = {path: " and ".join(one) for path, one in found_causes.files.items()}
            done.notes += found_causes.notes
        done.superseded = superseded_edits(self._project.port, bases, pure, plan)
        done.todo = section.todo
        done.recorded = sorted(
            path
            for path, line in section.files.items()
            if path not in plan.changes
            and line.port != line.base
            and (path not in before or before[path].port != line.port)
        )

    def _stage(self, plan: Plan, pure: Pure) -> None:
        """Stage the port's files, the bases, and what lies beside them."""
        port, journal = self._project.port, self._journal
        for path, content in sorted(plan.contents.items()):
            if content is not None or state_of(port / path) is not None:
                journal.put(port / path, content)
        bases = Bases(port)
        known = set() if self._section is None else set(self._section.files)
        for path in sorted(known | pure.files.keys()):
            file = pure.files.get(path)
            wanted = None if file is None else bases.wanted(file.state)
            if state_of(bases.place(path)) != wanted:
                base = (
                    None
                    if wanted is None
                    else Content(FILE, read_regular(pure.root / path, LARGEST_FILE))
                )
                journal.put(bases.place(path), base)
        for name, data in ((".gitattributes", ATTRIBUTES), (".gitignore", IGNORED)):
            place = port / PORTER_FOLDER / name
            if not place.exists():
                journal.put(place, Content(FILE, data))
        if (port / PORT_MARK).exists():
            journal.put(port / PORT_MARK, None)


def _patches(port: Path, plan: Plan, root: Path) -> Iterator[bytes]:
    """Yield what a plan makes of the port's files, as patches that apply in `root`.

    A port that lies elsewhere has patches that apply in itself.
    """
    folder = port.relative_to(root).as_posix() if port.is_relative_to(root) else "."
    for path, content in sorted(plan.contents.items()):
        name = posixpath.normpath(f"{folder}/{path}")
        if changed := patch(name, content_if_any(port / path), content):
            yield changed


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder
