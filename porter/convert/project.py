"""Converts a whole tree: every file once, on all cores, and only what changed.

What a file's conversion depends on beside its own bytes (which names other files define, which
headers are the project's) is not known before all files are read. Each file is therefore
converted as if it stood alone, and again where it turns out not to. Files of which rules will have
much to say wait instead: their facts are collected first, and they are converted once.

What only a run with changed files needs is imported when it is needed: a run that finds all as it
was takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from porter.convert.cache import Cache
from porter.convert.project_index import ProjectIndex
from porter.files.digests import digest_of
from porter.files.regular import read_regular
from porter.files.signatures import signature, unless_racily_clean
from porter.options import Options
from porter.project.device_links import compiled_by_links
from porter.project.discover import Entry, Project
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from porter.convert.pool import Pool
    from porter.convert.result import FileResult
    from porter.convert.selection import Select


def convertible(project: Project) -> list[Entry]:
    """Return the files of `project` that rules are written for."""
    return [
        entry
        for entry in project.entries
        if entry.language is not Language.OTHER and not project.is_vendored(entry.path)
    ]


def convert_project(
    project: Project,
    options: Options,
    select: Select,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    cache: Cache | None = None,
    renamed: frozenset[str] = frozenset(),
) -> Iterator[FileResult]:
    """Convert every source file of `project`; nothing is written.

    Args:
        project: the files.
        options: the user's choices.
        select: the rules of the target.
        jobs: processes.
        progress: called with the number of files that are done, as they get done.
        cache: the results of earlier runs; brought up to date.
        renamed: files of the project whose names change.

    Yields:
        The result of each file that rules are written for, in no particular order.
    """
    cache = Cache(None) if cache is None else cache
    entries = convertible(project)
    hits = _cache_hits(project.root, entries, cache)
    if len(hits) < len(entries) or hits.keys() != cache.files.keys():
        same_files = cache.files.keys() == {entry.path for entry in entries}
        hits = _without_changed_surroundings(hits, same_files)
    missing = [entry for entry in entries if entry.path not in hits]
    progress(len(hits))
    fresh: dict[str, FileResult] = {}
    paths = [entry.path for entry in entries if entry.language is Language.CUDA]
    index = ProjectIndex(options, paths, renamed, compiled_by_links(project))

    def pool(progress: Callable[[int], None]) -> Pool:
        from porter.convert.pool import Pool
        from porter.convert.worker import FileConverter
        from porter.fixers.registry import restore_metadata

        restore_metadata(cache.rule_metadata)
        return Pool(FileConverter(project.root, options, index.views, select), jobs, progress)

    if missing:
        fresh = {one.path: one for one in pool(progress).results(project.root, missing)}
    fingerprint = index.fingerprint({**hits, **fresh})
    changed = fingerprint != cache.fingerprint
    again = index.files_to_reconvert(entries, fresh, hits, changed=changed)
    if again:
        for one in pool(lambda _: None).results(project.root, again):
            if one.path in fresh and fresh[one.path].is_waiting:
                progress(1)
            fresh[one.path] = one
            hits.pop(one.path, None)
    cache.fingerprint = fingerprint
    if not cache.rule_metadata:
        from porter.fixers.registry import dump_metadata

        cache.rule_metadata = dump_metadata()
    cache.keep(hits, fresh.values())
    yield from hits.values()
    yield from fresh.values()


def _cache_hits(root: Path, entries: Iterable[Entry], cache: Cache) -> dict[str, FileResult]:
    """Return the results of the files whose bytes are those of an earlier run."""
    hits = {}
    for entry in entries:
        one = cache.files.get(entry.path)
        if one is None or not _headers_are_those_of(one):
            continue
        path = f"{root}/{entry.path}"
        try:
            found = signature(path)
            if found != one.inputs.signature:
                data = read_regular(path)
                if digest_of(data) != one.digest:
                    continue
                one.inputs = one.inputs._replace(signature=unless_racily_clean(found))
        except OSError:
            continue
        hits[entry.path] = one
    return hits


def _without_changed_surroundings(
    hits: Mapping[str, FileResult], same_files: bool
) -> dict[str, FileResult]:
    """Leave out results for which a rule read files that have changed, or may have.

    Args:
        hits: the results of the files that are as they were.
        same_files: no file of the project is new, and none is gone.
    """
    return {
        path: one
        for path, one in hits.items()
        if not one.inputs.depends_on_tree
        and (not one.inputs.beside or (same_files and hits.keys() >= set(one.inputs.beside)))
    }


def _headers_are_those_of(one: FileResult) -> bool:
    """Tell whether the installed headers that a result came from are still there, unchanged."""
    if not one.inputs.headers:
        return True
    from porter.clang.flags import headers_digest

    return headers_digest() == one.inputs.headers
