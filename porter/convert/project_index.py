"""The index of a project: how its files depend on one another, and which to convert again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from porter.files.digests import digest_of

if TYPE_CHECKING:
    from porter.convert.result import FileResult
    from porter.convert.worker import Job
    from porter.options import Options
    from porter.project.discover import Entry
    from porter.project.file_view import FileViews


class ProjectIndex:
    """What the files of a project are to one another.

    Args:
        options: the user's choices.
        paths: its C, C++ and CUDA files.
        renamed: files whose names change.
        linked: files that links lead to which are compiled as device code.
    """

    def __init__(
        self,
        options: Options,
        paths: list[str],
        renamed: frozenset[str] = frozenset(),
        linked: frozenset[str] = frozenset(),
    ) -> None:
        self._options = options
        self._paths = paths
        self._renamed = renamed
        self._linked = linked

    @cached_property
    def views(self) -> FileViews:
        """The project's part in the views of its files, known before any file is read."""
        from porter.project.file_view import FileViews
        from porter.project.includes import IncludeGraph
        from porter.tables.names import tables_of

        graph = IncludeGraph(self._paths, self._options.include_dirs)
        return FileViews(graph, tables_of(self._options).headers, self._renamed, self._linked)

    def fingerprint(self, files: Mapping[str, FileResult]) -> str:
        """Return a digest of all that views are made of.

        Where it is that of the earlier run, no file that has not changed has another view.

        Args:
            files: the results of all files, as far as they are known.
        """
        parts = [*sorted(self._paths), "", *sorted(self._renamed), "", *sorted(self._linked), ""]
        if _any_defines(files):
            for path, one in sorted(files.items()):
                facts = one.inputs.facts
                parts += [path, "" if facts is None else facts.digest]
        return digest_of("\0".join(parts).encode("utf-8", "surrogateescape"))

    def files_to_reconvert(
        self,
        entries: Iterable[Entry],
        fresh: Mapping[str, FileResult],
        hits: Mapping[str, FileResult],
        *,
        changed: bool,
    ) -> list[Job]:
        """Return the files whose view is not the one they were converted with.

        Args:
            entries: the files.
            fresh: results of this run, of files converted as if they stood alone, or waiting.
            hits: results of an earlier run.
            changed: the fingerprint is not that of the earlier run.
        """
        doubtful = set(hits) if changed else set()
        doubtful |= {path for path, one in fresh.items() if one.is_waiting}
        if _any_defines(fresh) or _any_defines(hits):
            doubtful |= {path for path, one in fresh.items() if one.is_converted}
        if not doubtful:
            return []
        from porter.convert.lazy_facts import LazyFacts
        from porter.convert.worker import Job

        files = {**hits, **fresh}
        facts = {path: one.inputs.facts for path, one in files.items()}
        known = LazyFacts({path: one for path, one in facts.items() if one is not None})
        by_path = {entry.path: entry for entry in entries}
        views = self.views.of_files(known, doubtful)
        return [
            Job(by_path[path], view, fresh.get(path))
            for path, view in views.items()
            if files[path].inputs.view != view.digest
        ]


def _any_defines(files: Mapping[str, FileResult]) -> bool:
    """Tell whether any file defines a name that means something to a rule."""
    return any(one.inputs.defines for one in files.values())
