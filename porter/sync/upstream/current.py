"""The current upstream: its files by digest, and their pure conversion."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from porter.errors import PorterError
from porter.files.names import REVERSE_RECORD
from porter.files.paths import is_inside
from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings
from porter.sync.lock.states import State, state_of
from porter.sync.upstream.copies import copies

if TYPE_CHECKING:
    from porter.convert.steps import Steps
    from porter.port.tree_result import TreeResult


@dataclass(frozen=True, slots=True)
class PureFile:
    """A file of a pure conversion.

    Attributes:
        state: its content and kind.
        source: path in upstream; None for a file that porter adds.
    """

    state: State
    source: str | None


@dataclass(slots=True)
class Pure:
    """What rules alone make of upstream.

    Attributes:
        root: folder that holds it.
        files: path in the port -> file.
        result: what was done, with its findings.
    """

    root: Path
    files: dict[str, PureFile]
    result: TreeResult


def sources(project: ProjectSettings, upstream: Path) -> dict[str, State]:
    """Return path -> state of upstream's files.

    Raises:
        PorterError: upstream is missing, cannot be read, or has a file with control characters in
            its name.
    """
    if not upstream.is_dir():
        raise PorterError(
            "is not a folder, and porter.toml names it as upstream",
            path=upstream,
            hint="correct it",
        )
    found = {}
    tree = discover(upstream, project.excluded_from(upstream))
    for path, reason in tree.unreadable.items():
        if (upstream / path).is_dir():  # its files would be taken for files that upstream removed
            raise PorterError(f"cannot be read: {reason}", path=upstream / path)
    for entry in tree.entries:
        if not is_inside(entry.path):
            raise PorterError(
                f"has a file whose name no lock can hold: {entry.path!r}",
                path=upstream,
                hint="rename it, or leave it out by exclude in porter.toml",
            )
        state = state_of(upstream / entry.path)
        if state is not None:
            found[entry.path] = state
    return found


def convert(
    project: ProjectSettings,
    severities: tuple[tuple[str, str], ...],
    upstream: Path,
    into: Path,
    expected: Mapping[str, State],
    steps: Steps,
) -> Pure:
    """Convert `upstream` with the choices of `project`, purely.

    Args:
        project: what porter.toml says.
        severities: `[findings]` of porter.toml.
        upstream: the tree; not always that which porter.toml names.
        into: an empty folder.
        expected: what `sources` gave for it.
        steps: shows progress.

    Raises:
        PorterError: upstream cannot be converted, or changed meanwhile.
    """
    from porter.convert.emission import Kind
    from porter.files.home import conversion_cache
    from porter.port.destination import Destination, OutputMode
    from porter.port.record import recorded
    from porter.port.run import write_port
    from porter.processes.cores import cores
    from porter.sync.upstream.rules import Rules

    kind, rules = project.choices.kind, Rules(project, severities)
    result = write_port(
        [upstream],
        rules.options,
        Destination(OutputMode.OUT, into),
        exclude=project.excluded_from(upstream),
        include_vendored=project.choices.vendored,
        jobs=cores(),
        cache=conversion_cache() if upstream == project.upstream else None,
        kind=None if kind is None else Kind(kind),
        target=rules.target,
        part=project.choices.target,
        marks_documents=True,
        steps=steps,
    )
    for path, file in result.files.items():
        if file.digest and (path not in expected or expected[path].digest != file.digest):
            raise PorterError("changed while porter ran", path=upstream / path, hint="run it again")
    renamed = result.conversion.renamed
    for problem in result.problems:
        if not os.path.lexists(into / renamed.get(problem.path, problem.path)):
            # A file that is missing for this would be taken for one that upstream removed.
            raise PorterError(problem.reason, path=problem.path, hint="nothing was written")
    origin = {new: old for old, new in renamed.items()}
    files = {}
    for path in (*recorded(into), REVERSE_RECORD):
        state = state_of(into / path)
        if state is not None:
            source = origin.get(path, path)
            files[path] = PureFile(state, source if source in expected else None)
    for copy in copies(project.port, [*files]):
        state = state_of(copy.write(into / copy.of, into))
        if state is not None:
            files[copy.path] = PureFile(state, files[copy.of].source)
    return Pure(into, files, result)


def errors_by_source(result: TreeResult) -> dict[str, list[int]]:
    """Return path in upstream -> lines of the errors that the conversion reports.

    A file that could not be converted at all counts as an error in line 0.
    """
    from porter.source import Severity

    found: dict[str, list[int]] = {}
    for problem in result.problems:
        found.setdefault(problem.path, []).append(0)
    for path, one in result.findings:
        if one.finding.severity is Severity.ERROR:
            found.setdefault(path, []).append(one.place.line)
    return found
