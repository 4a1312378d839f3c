"""The findings of a conversion, and the errors among them that no hand edit has resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from porter.convert.result import FileResult, LocatedFinding
from porter.files.regular import LARGEST_FILE, read_regular
from porter.port.tree_result import TreeResult
from porter.project.settings.settings import ProjectSettings
from porter.sync.edits.hunks import hunks
from porter.sync.edits.line_map import LineMap
from porter.sync.lock.bases import Bases
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import is_binary
from porter.sync.upstream.current import errors_by_source


def unresolved_errors(done: TreeResult, source: str, pure: bytes, port: bytes | None) -> int:
    """Return how many errors that the conversion of a file reports are still to be resolved.

    An error counts as resolved when the line that it is about was changed by hand in the port, or
    when the port does without the file.

    Args:
        done: the conversion.
        source: the file's path in upstream.
        pure: what the conversion made of it.
        port: the port's file; None when a person removed it.
    """
    lines = errors_by_source(done).get(source, [])
    if not lines or port is None:
        return 0
    if port == pure or is_binary(pure):
        return len(lines) if port == pure else 0
    result = done.files[source]
    if not result.is_converted:
        return 0
    upstream = read_regular(done.project.root / source, LARGEST_FILE)
    return sum(not done for done in _are_resolved(lines, upstream, result, pure, port))


def open_findings(
    results: Mapping[str, FileResult], project: ProjectSettings, section: PortLock | None
) -> Iterator[tuple[str, LocatedFinding]]:
    """Yield path in upstream and finding of all that rules report and no hand edit has resolved.

    Args:
        results: what rules do to each file of upstream's.
        project: what porter.toml says.
        section: the port's section of the lock; None before the first sync.
    """
    lines = {} if section is None else {line.source: line for line in section.files.values()}
    for source, result in sorted(results.items()):
        if not result.findings:
            continue
        resolved: list[bool] = [False] * len(result.findings)
        line = lines.get(source)
        place = project.port / (source if line is None else line.path)
        if line is not None and line.base is not None and line.port != line.base:
            pure = Bases(project.port).read(line.path, line.base)
            upstream = read_regular(project.upstream / source, LARGEST_FILE)
            if line.port is None:
                resolved = [True] * len(result.findings)
            elif pure is not None and place.is_file() and not is_binary(pure):
                at = [one.place.line for one in result.findings]
                resolved = _are_resolved(
                    at, upstream, result, pure, read_regular(place, LARGEST_FILE)
                )
        yield from (
            (source, one) for one, done in zip(result.findings, resolved, strict=True) if not done
        )


def _are_resolved(
    lines: list[int], upstream: bytes, result: FileResult, pure: bytes, port: bytes
) -> list[bool]:
    """Tell of each of upstream's lines whether what became of it was changed by hand."""
    changed = hunks(pure, port)
    places = LineMap(upstream, result)
    at = [places.converted(line) for line in lines]
    return [any(hunk.covers(line) for hunk in changed) for line in at]
