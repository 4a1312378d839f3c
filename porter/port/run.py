"""`porter convert`, all of it: gather the files, convert them, put the port where it belongs.

What only some ways need is imported on that way: a run that changes one file is short.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from porter.compat.headers import with_dependencies
from porter.convert.cache import Cache
from porter.convert.included import missing_headers
from porter.convert.project import Outcome, Problem, convert_project, convertible
from porter.convert.summary import Destination, Summary, Way
from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.digests import digest_of
from porter.files.lock import locked
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.options import Options
from porter.port.scaffold.recognized import emission_for
from porter.port.tree import NewTree
from porter.project.discover import Entry, Project, discover

if TYPE_CHECKING:
    from porter.packs.pack import Pack
    from porter.port.scaffold.kinds import Kind

__all__ = ["Destination", "Summary", "Way", "look_over", "write_port"]


class Steps(Protocol):
    """How a run tells how far it has got."""

    def __call__(self, title: str, total: int) -> AbstractContextManager[Progress]: ...


class Progress(Protocol):
    """Told the number of files just done."""

    def __call__(self, files: int, /) -> None: ...


def _silently(title: str, total: int) -> AbstractContextManager[Progress]:
    return nullcontext(lambda files, /: None)


def write_port(
    sources: Sequence[Path],
    options: Options,
    destination: Destination,
    *,
    exclude: Sequence[str] = (),
    include_vendored: bool = False,
    jobs: int = 1,
    cache: Path | None = None,
    force: bool = False,
    kind: Kind | None = None,
    pack: Pack | None = None,
    steps: Steps = _silently,
) -> Summary:
    """Convert `sources` and put the port where `destination` says.

    Args:
        sources: files and folders; a single folder's content becomes that of the port, several
            sources keep their names under their common folder.
        options: the user's choices.
        destination: where the port goes.
        exclude: patterns as in .gitignore.
        include_vendored: convert other people's code, too.
        jobs: processes.
        cache: folder of the caches of earlier runs; None for none.
        force: overwrite files of the port that were changed by hand.
        kind: the kind of project that the port becomes; None converts files and nothing else.
        pack: rename a package instead of converting CUDA.
        steps: shows progress.

    Returns:
        What was done.

    Raises:
        PorterError: a source is missing, the destination would overwrite its source, or two files
            would be called the same.
    """
    project = _gather(sources, exclude, include_vendored)
    if destination.way is Way.PRINT and len(project.entries) != 1:
        raise PorterError("--out - takes one file", hint="name a folder with --out DIR")
    root = project.root
    if destination.folder is not None:
        root = destination.folder
        _keep_apart(project, root)
    summary = Summary(project, options, destination)
    if pack is not None:
        return _rename(summary, pack, root, force, steps)
    if options.rename:
        from porter.fixers.build_files.file_names import rule
        from porter.project.renaming import obstacles, plan

        summary.renamed_by = rule.id
        paths = [entry.path for entry in project.entries]
        renames = plan([entry.path for entry in convertible(project)], paths)
        in_the_way = obstacles(renames, None if destination.way is Way.OUT else project.root)
        summary.problems += [Problem(path, reason) for path, reason in in_the_way.items()]
        summary.renamed = {old: new for old, new in renames.items() if old not in in_the_way}
    known = Cache(None) if cache is None else Cache.of(cache, project.root, options)
    if destination.way in (Way.DIFF, Way.PRINT):
        _convert(summary, known, jobs, steps)
        known.save()
        _print(summary)
        return summary

    with locked(root, lambda: _waiting(root)), ConfinedTree(root) as tree:
        _convert(summary, known, jobs, steps)
        if destination.way is Way.OUT:
            emission = emission_for(kind, summary)
            with steps("writing", len(project.entries)) as progress:
                NewTree(summary, tree, known, force=force, emission=emission).write(progress)
        else:
            from porter.port.in_place import InPlace

            InPlace(summary, tree).write()
        known.save()
    return summary


def look_over(
    sources: Sequence[Path],
    options: Options,
    *,
    exclude: Sequence[str] = (),
    include_vendored: bool = False,
    jobs: int = 1,
    cache: Path | None = None,
    steps: Steps = _silently,
) -> Summary:
    """Convert `sources` and write nothing.

    Args:
        sources: as in `write_port`, and so are the others.
        options: the user's choices.
        exclude: patterns as in .gitignore.
        include_vendored: convert other people's code, too.
        jobs: processes.
        cache: folder of the caches of earlier runs; None for none.
        steps: shows progress.

    Raises:
        PorterError: a source is missing.
    """
    summary = Summary(_gather(sources, exclude, include_vendored), options, Destination(Way.DIFF))
    root = summary.project.root
    known = Cache(None) if cache is None else Cache.of(cache, root, options)
    _convert(summary, known, jobs, steps)
    known.save()
    return summary


def _rename(summary: Summary, pack: Pack, root: Path, force: bool, steps: Steps) -> Summary:
    """Rename a package, and put the outcome where the destination says."""
    from porter.convert.rename import rename_tree
    from porter.fixers.package.names import rule
    from porter.packs.record import read
    from porter.port.moves import MovedTree, without_done

    project, way = summary.project, summary.destination.way
    is_dry = way in (Way.DIFF, Way.PRINT)
    is_resumed = without_done(project)
    with ExitStack() as held:
        if not is_dry:
            held.enter_context(locked(root, lambda: _waiting(root)))
        with steps("renaming", len(project.entries)) as progress:
            made = rename_tree(project, pack, summary.options, progress)
        summary.pack = str(pack)
        summary.outcomes = _by_path(made.outcomes)
        summary.renamed, summary.renamed_by = made.renamed, rule.id
        summary.links = made.links
        summary.checks, summary.names = made.checks, made.names
        summary.notes += made.notes
        summary.problems += made.problems
        if is_dry:
            _print(summary)
            return summary
        tree = held.enter_context(ConfinedTree(root))
        if way is Way.OUT:
            with steps("writing", len(project.entries)) as progress:
                NewTree(summary, tree, Cache(None), force=force).write(progress)
            made.record.write(tree)
        else:
            record = made.record
            if is_resumed and not pack.is_reverse:
                record = record.joined_with(read(project.root, pack))
            MovedTree(summary, tree, record).write()
    return summary


def _waiting(root: Path) -> None:
    print(f"waiting for another run of porter on {root}", file=sys.stderr)


def _convert(summary: Summary, known: Cache, jobs: int, steps: Steps) -> None:
    project = summary.project
    with steps("converting", len(convertible(project))) as progress:
        outcomes = convert_project(
            project,
            summary.options,
            jobs=jobs,
            progress=progress,
            known=known,
            renamed=frozenset(summary.renamed),
        )
        summary.outcomes = _by_path(outcomes)
    summary.names = {id: name for id, name, *_ in known.heads}
    done = summary.outcomes.values()
    summary.known = sum(outcome.is_known for outcome in done)
    summary.problems += [outcome.problem for outcome in done if outcome.problem is not None]
    summary.notes += summary.kept_for_cuda()
    wanted = {name for _, result in summary.results for name in result.supports}
    summary.supports = tuple(
        sorted({*with_dependencies(wanted), *missing_headers(project, known.files)})
    )


def _by_path(outcomes: Iterable[Outcome]) -> dict[str, Outcome]:
    return {one.path: one for one in sorted(outcomes, key=lambda one: one.path)}


def _gather(sources: Sequence[Path], exclude: Sequence[str], include_vendored: bool) -> Project:
    projects = [discover(source, exclude, include_vendored=include_vendored) for source in sources]
    if len(projects) == 1:
        return projects[0]
    root = Path(os.path.commonpath([real_path(project.root) for project in projects]))
    merged = Project(root)
    entries: dict[str, Entry] = {}
    for project in projects:
        prefix = real_path(project.root).relative_to(root).as_posix()
        prefix = "" if prefix == "." else prefix + "/"
        for entry in project.entries:
            path = prefix + entry.path
            entries[path] = Entry(path, entry.language, entry.is_link)
        merged.empty_folders += [prefix + path for path in project.empty_folders]
        merged.leftovers += [prefix + path for path in project.leftovers]
        merged.excluded |= {prefix + path: why for path, why in project.excluded.items()}
        merged.vendored |= {prefix + path: why for path, why in project.vendored.items()}
        merged.unreadable |= {prefix + path: why for path, why in project.unreadable.items()}
    merged.entries = [entries[path] for path in sorted(entries)]
    return merged


def _keep_apart(project: Project, folder: Path) -> None:
    """Refuse a port that would overwrite its source; leave one that lies in it out of the source.

    Raises:
        PorterError: the port would overwrite its source.
    """
    root, target = real_path(project.root), real_path(folder)
    if target == root or (
        root.is_relative_to(target)
        and any((target / entry.path).is_relative_to(root) for entry in project.entries)
    ):
        raise PorterError(
            "the port would overwrite its source", path=folder, hint="use --in-place to do that"
        )
    if os.path.lexists(folder) and not target.is_dir():
        raise PorterError("is no folder", path=folder)
    if target.parent == target:
        raise PorterError("is the root of the file system", path=folder, hint="name a folder in it")
    if target.is_relative_to(root):
        inside = target.relative_to(root).as_posix() + "/"
        project.entries = [entry for entry in project.entries if not entry.path.startswith(inside)]
        project.empty_folders = [
            path for path in project.empty_folders if not (path + "/").startswith(inside)
        ]


def _print(summary: Summary) -> None:
    from porter.port.diff import unified_diff

    for path, outcome in summary.outcomes.items():
        if outcome.result is None:
            continue
        data = _read_again(summary, path, outcome)
        if data is None:
            continue
        if summary.destination.way is Way.PRINT:
            sys.stdout.buffer.write(summary.new_bytes(path, outcome.result, data))
        elif outcome.result.changes or path in summary.renamed:
            edits = [one.edit for one in outcome.result.edits]
            new = summary.renamed.get(path, path)
            sys.stdout.buffer.write(unified_diff(f"a/{path}", f"b/{new}", data, edits))
    sys.stdout.buffer.flush()


def _read_again(summary: Summary, path: str, outcome: Outcome) -> bytes | None:
    try:
        data = read_regular(summary.project.root / path)
    except OSError as error:
        summary.problems.append(Problem(path, f"cannot be read: {error.strerror or error}"))
        return None
    if digest_of(data) != outcome.digest:
        summary.problems.append(Problem(path, "changed while porter ran; run it again"))
        return None
    return data
