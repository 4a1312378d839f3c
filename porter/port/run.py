"""`porter convert`: gather the files, convert them, write the port.

What only some destinations need is imported for these: a run that changes one file is short.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from porter.convert.steps import Steps, silently
from porter.convert.target import Run, Target
from porter.convert.targets import find
from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.lock import locked
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.gather import gather, keep_apart
from porter.port.scaffold.recognized import emission_for
from porter.port.tree_result import TreeResult
from porter.port.written import Written

if TYPE_CHECKING:
    from porter.convert.emission import Kind
    from porter.convert.tree_conversion import TreeConversion
    from porter.port.part import Part

__all__ = ["Destination", "OutputMode", "TreeResult", "analyze", "write_port"]


def write_port(
    sources: Sequence[Path],
    options: Options,
    destination: Destination,
    *,
    target: Target | None = None,
    exclude: Sequence[str] = (),
    include_vendored: bool = False,
    jobs: int = 1,
    cache: Path | None = None,
    force: bool = False,
    kind: Kind | None = None,
    part: str = "",
    marks_documents: bool = False,
    steps: Steps = silently,
) -> TreeResult:
    """Convert `sources` and put the port where `destination` says.

    Args:
        sources: files and folders; a single folder's content becomes that of the port, several
            sources keep their names under their common folder.
        options: the user's choices.
        destination: where the port goes.
        target: what the code becomes; by default what `options` name.
        exclude: patterns as in .gitignore.
        include_vendored: convert other people's code, too.
        jobs: processes.
        cache: folder of the caches of earlier runs; None for none.
        force: overwrite files of the port that were changed by hand.
        kind: the kind of project that the port becomes; None converts files and nothing else.
        part: the target or folder that is converted with what it needs; empty for all.
        marks_documents: documents of upstream's with figures of NVIDIA GPUs say so.
        steps: shows progress.

    Returns:
        What was done.

    Raises:
        PorterError: a source is missing, the destination would overwrite its source, two files
            would be called the same, or nothing is called `part`.
    """
    target = target or find(options.target)
    project = gather(sources, exclude, include_vendored)
    mode = destination.mode
    if mode is OutputMode.PRINT and len(project.entries) != 1:
        raise PorterError("--out - takes one file", hint="name a folder with --out DIR")
    run = Run(jobs, cache, steps, in_place=mode is not OutputMode.OUT)
    root = project.root
    if destination.folder is not None:
        root = destination.folder
        keep_apart(project, root)
    kept = None
    if part:
        from porter.port.part import keep_target

        kept = keep_target(project, options, part, in_place=mode is OutputMode.IN_PLACE)
        options = kept.options
    target.check(project, options)
    if destination.is_dry:
        from porter.port.printing import print_port

        conversion = target.convert_tree(project, options, run)
        conversion.cache.save()
        _say(conversion, kept)
        return TreeResult(conversion, destination, print_port(conversion, mode))
    if mode is OutputMode.OUT:
        run = run._replace(scaffold=lambda conversion: emission_for(
            kind, conversion, marks_documents=marks_documents))  # fmt: skip
    with locked(root, lambda: _waiting(root)), ConfinedTree(root) as tree:
        conversion = target.convert_tree(project, options, run)
        if mode is OutputMode.OUT:
            output = _write_tree(conversion, tree, force, steps)
        else:
            from porter.port.in_place import write_in_place

            output = write_in_place(conversion, tree)
        conversion.cache.save()
    _say(conversion, kept)
    return TreeResult(conversion, destination, output)


def analyze(
    sources: Sequence[Path],
    options: Options,
    *,
    exclude: Sequence[str] = (),
    include_vendored: bool = False,
    jobs: int = 1,
    cache: Path | None = None,
    steps: Steps = silently,
) -> TreeConversion:
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
    project = gather(sources, exclude, include_vendored)
    conversion = find(options.target).convert_tree(project, options, Run(jobs, cache, steps))
    conversion.cache.save()
    return conversion


def _write_tree(
    conversion: TreeConversion, tree: ConfinedTree, force: bool, steps: Steps
) -> Written:
    """Write a port to a folder of its own."""
    from porter.port.tree import NewTree

    with steps("writing", len(conversion.project.entries)) as progress:
        output = NewTree(conversion, tree, force=force).write(progress)
    if conversion.record is not None:
        conversion.record.write(tree)
    return output


def _say(conversion: TreeConversion, part: Part | None) -> None:
    """Say what was left of the project."""
    if part is not None:
        conversion.about.append(part.about)
        conversion.notes += part.notes


def _waiting(root: Path) -> None:
    print(f"waiting for another run of porter on {root}", file=sys.stderr)
