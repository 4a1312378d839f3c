"""A whole tree converted: every file once, on all cores, and only where something changed.

What a file's conversion depends on beside its own bytes (which names other files define, which
headers are the project's) is not known before all files are read. Each file is therefore
converted as if it stood alone, and again where it turns out not to.

What only a run with changed files needs is imported when it is needed: a run that finds all as it
was takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from porter.convert.cache import LOOKED_AROUND, Cache
from porter.convert.cache_form import Known
from porter.convert.result import Result
from porter.files.digests import digest_of
from porter.files.regular import read_regular
from porter.files.signatures import signature, unless_racy
from porter.options import Options
from porter.project.discover import Entry, Project
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from porter.convert.pool import Spread
    from porter.convert.worker import Converter, Job, Look
    from porter.project.environment import Surroundings


class Problem(NamedTuple):
    """A file that was not converted, and why."""

    path: str
    reason: str


class Outcome(NamedTuple):
    """What one file gave: a result, or why there is none.

    Attributes:
        path: the file, relative to the project's root.
        result: what is to be done to it.
        digest: of the bytes that were read.
        problem: why there is no result.
        is_known: the result is that of an earlier run.
    """

    path: str
    result: Result | None = None
    digest: str = ""
    problem: Problem | None = None
    is_known: bool = False


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
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    known: Cache | None = None,
    renamed: frozenset[str] = frozenset(),
) -> Iterator[Outcome]:
    """Convert every source file of `project`; nothing is written.

    Args:
        project: the files.
        options: the user's choices.
        jobs: processes.
        progress: called with the number of files that are done, as they get done.
        known: what earlier runs found out; brought up to date.
        renamed: files of the project whose names change.

    Yields:
        An outcome for each file that rules are written for, in no particular order.
    """
    known = Cache(None) if known is None else known
    entries = convertible(project)
    paths = [entry.path for entry in entries if entry.language is Language.CUDA]
    fresh = _unchanged(project.root, entries, known)
    if len(fresh) < len(entries) or fresh.keys() != known.files.keys():
        fresh = {
            path: one
            for path, one in fresh.items()
            if not one.environment.startswith(LOOKED_AROUND)
        }
    missing = [entry for entry in entries if entry.path not in fresh]
    progress(len(fresh))
    looks: dict[str, Look] = {}
    world = _World(project.root, options, paths, renamed, known.heads)
    if missing:
        spread = world.spread(jobs, progress)
        looks = {look.path: look for look in spread.looks(project.root, missing)}
    state = world.state(looks, fresh)
    again = world.again(entries, looks, fresh, changed=state != known.world)
    if again:
        for look in world.spread(jobs, lambda _: None).looks(project.root, again):
            looks[look.path] = look
            fresh.pop(look.path, None)
    known.world = state
    if not known.heads:
        from porter.fixers.registry import dump_metadata

        known.heads = dump_metadata()
    known.files = {path: one for path, one in known.files.items() if path in fresh}
    for path, one in fresh.items():
        yield Outcome(path, Result.decode(one.result, one.edits), one.digest, is_known=True)
    for look in looks.values():
        yield _outcome(look, known)


def convert_bytes(path: str, data: bytes, language: Language, options: Options) -> Outcome:
    """Convert the bytes of one file that stands alone."""
    converter = _World(Path(), options, [path]).converter()
    return _outcome(converter.look_at(Entry(path, language), data), Cache(None))


def _outcome(look: Look, known: Cache) -> Outcome:
    """Return the outcome of a look, and remember it."""
    if look.result is None:
        return Outcome(look.path, digest=look.digest, problem=Problem(look.path, look.reason))
    known.files[look.path] = Known(
        look.signature,
        look.digest,
        look.environment,
        look.facts.encode(),
        look.facts.digest,
        bool(look.facts.definitions),
        look.result.encode(),
        look.result.edits_text,
        headers=look.headers,
    )
    return Outcome(look.path, look.result, look.digest)


def _unchanged(root: Path, entries: Iterable[Entry], known: Cache) -> dict[str, Known]:
    """Return what is known of the files whose bytes are those of an earlier run."""
    fresh = {}
    for entry in entries:
        one = known.files.get(entry.path)
        if one is None or not _headers_are_those_of(one):
            continue
        path = f"{root}/{entry.path}"
        try:
            found = signature(path)
            if found != one.signature:
                data = read_regular(path)
                if digest_of(data) != one.digest:
                    continue
                one.signature = unless_racy(found)
        except OSError:
            continue
        fresh[entry.path] = one
    return fresh


def _headers_are_those_of(one: Known) -> bool:
    """Tell whether the installed headers that a result came from are still there, unchanged."""
    if not one.headers:
        return True
    from porter.clang.flags import headers_digest

    return headers_digest() == one.headers


class _World:
    """What the files of a project are to one another.

    Args:
        root: the project's folder.
        options: the user's choices.
        paths: its C, C++ and CUDA files.
        renamed: files whose names change.
        heads: what an earlier run knew of the rules.
    """

    def __init__(
        self,
        root: Path,
        options: Options,
        paths: list[str],
        renamed: frozenset[str] = frozenset(),
        heads: Sequence[Any] = (),
    ) -> None:
        self._root = root
        self._heads = heads
        self._options = options
        self._paths = paths
        self._renamed = renamed

    def converter(self) -> Converter:
        """Return what converts the files of this project."""
        from porter.convert.worker import Converter
        from porter.fixers.registry import restore_metadata

        restore_metadata(self._heads)
        return Converter(self._root, self._options, self._surroundings)

    def spread(self, jobs: int, progress: Callable[[int], None]) -> Spread:
        """Return what looks at many files of this project."""
        from porter.convert.pool import Spread

        return Spread(self.converter(), jobs, progress)

    @cached_property
    def _surroundings(self) -> Surroundings:
        from porter.project.environment import Surroundings
        from porter.project.includes import IncludeGraph
        from porter.tables.names import tables_of

        graph = IncludeGraph(self._paths, self._options.include_dirs)
        return Surroundings(graph, tables_of(self._options).headers, self._renamed)

    def state(self, looks: Mapping[str, Look], fresh: Mapping[str, Known]) -> str:
        """Return a digest of all that environments are made of.

        Where it is that of the earlier run, no file that has not changed has another environment.
        """
        parts = [*sorted(self._paths), "", *sorted(self._renamed), ""]
        if _any_defines(looks, fresh):
            told = {path: one.facts_digest for path, one in fresh.items()}
            told |= {path: look.facts.digest for path, look in looks.items()}
            parts += [text for path in sorted(told) for text in (path, told[path])]
        return digest_of("\0".join(parts).encode("utf-8", "surrogateescape"))

    def again(
        self,
        entries: Iterable[Entry],
        looks: Mapping[str, Look],
        fresh: Mapping[str, Known],
        *,
        changed: bool,
    ) -> list[Job]:
        """Return the files whose environment is not the one they were converted in.

        Args:
            entries: the files.
            looks: those that this run looked at, as if they stood alone.
            fresh: those of an earlier run.
            changed: the state is not that of the earlier run.
        """
        doubtful = set(fresh) if changed else set()
        if _any_defines(looks, fresh):
            doubtful |= {path for path, look in looks.items() if look.result is not None}
        if not doubtful:
            return []
        from porter.convert.worker import Job

        by_path = {entry.path: entry for entry in entries}
        jobs = []
        from porter.convert.known_facts import KnownFacts

        read = {path: look.facts for path, look in looks.items() if look.result is not None}
        environments = self._surroundings.environments(KnownFacts(read, fresh), doubtful)
        for path, environment in environments.items():
            before = looks[path].environment if path in looks else fresh[path].environment
            if before.removeprefix(LOOKED_AROUND) != environment.digest:
                jobs.append(Job(by_path[path], environment))
        return jobs


def _any_defines(looks: Mapping[str, Look], fresh: Mapping[str, Known]) -> bool:
    """Tell whether any file defines a name that means something to a rule."""
    return any(one.defines for one in fresh.values()) or any(
        look.facts.definitions for look in looks.values()
    )
