"""Errors that a commit brings into upstream: what rules cannot convert and could before."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.project.languages import Language, language_of
from porter.project.settings import ProjectSettings, Settings
from porter.sync.git import git, paths_of, work_tree
from porter.sync.hooks import touched_files


def new_errors(settings: Settings, files: Sequence[str]) -> Iterator[str]:
    """Yield a line for each finding of severity error that the files of a commit did not have.

    A finding is known when the committed file has one of the same rule on a line with the same
    text. Files are converted one by one, as if each stood alone.

    Args:
        settings: porter.toml.
        files: files that the commit adds or changes, relative to the current folder.

    Raises:
        PorterError: there is no git.
    """
    for path in sorted(_differing(settings.path.parent, touched_files(settings, files))):
        if language_of(path) is Language.OTHER or not os.path.isfile(path):
            continue
        for project in settings.projects:
            if Path(path).is_relative_to(os.path.abspath(project.upstream)):
                yield from _of(settings, project, Path(path))
                break


def _differing(folder: Path, files: set[str]) -> set[str]:
    """Return the files that are not as the last commit has them."""
    tree = work_tree(folder)
    if tree is None:
        return files
    changed = git("diff", "--name-only", "--no-renames", "-z", _last(), folder=tree)
    if changed.returncode != 0:  # there is no commit yet
        return files
    known = git("ls-tree", "-r", "--name-only", "-z", _last(), folder=tree)
    same = set(paths_of(known.stdout)) - set(paths_of(changed.stdout))
    return files - {str(tree / path) for path in same}


def _last() -> str:
    return os.environ.get("PRE_COMMIT_FROM_REF", "HEAD")


def _of(settings: Settings, project: ProjectSettings, path: Path) -> Iterator[str]:
    name = os.path.relpath(path)
    before = Counter(key for key, _ in _errors(settings, project, path, _committed(path)))
    for key, told in _errors(settings, project, path, path.read_bytes()):
        if before[key]:
            before[key] -= 1
        else:
            yield f"{name}:{told}"


def _errors(
    settings: Settings, project: ProjectSettings, path: Path, data: bytes
) -> Iterator[tuple[tuple[str, bytes], str]]:
    """Yield rule and line of each error, and how it is told."""
    from porter.conversion import convert_bytes
    from porter.source import Severity

    options = project.choices.options(project.to, settings.severities)
    inside = path.relative_to(os.path.abspath(project.upstream)).as_posix()
    outcome = convert_bytes(inside, data, language_of(path.name), options)
    if outcome.problem is not None:
        yield ("", b""), f"1: error: {outcome.problem.reason}"
    if outcome.result is None:
        return
    lines = data.split(b"\n")
    for one in outcome.result.findings:
        if one.finding.severity is Severity.ERROR:
            place, finding = one.place, one.finding
            told = f"{place.line}:{place.column}: error: {finding.message} [{finding.rule}]"
            yield (finding.rule, lines[place.line - 1].strip()), told


def _committed(path: Path) -> bytes:
    """Return what the last commit has of a file; nothing where it is new."""
    tree = work_tree(path.parent)
    if tree is None:
        return b""
    result = git("show", f"{_last()}:{path.relative_to(tree).as_posix()}", folder=tree)
    return result.stdout if result.returncode == 0 else b""
