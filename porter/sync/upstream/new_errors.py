"""Errors that a commit introduces upstream: what rules could convert before and cannot now."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from porter.files.regular import read_regular
from porter.project.settings.settings import ProjectSettings, Settings
from porter.project.work_tree import work_tree
from porter.sync.upstream.blobs import committed
from porter.sync.upstream.changed_files import changed_files, is_under
from porter.sync.upstream.git import git

if TYPE_CHECKING:
    from porter.convert.result import FileResult


def new_errors(settings: Settings, files: Sequence[str]) -> Iterator[str]:
    """Yield a line for each finding of severity error that the files of a commit did not have.

    A finding is known when the committed file, converted as if it stood alone, has one of the same
    rule on a line with the same text.

    Args:
        settings: porter.toml.
        files: files that the commit adds or changes, relative to the current folder.

    Raises:
        PorterError: there is no git.
    """
    root = settings.path.parent
    left = _differing(root, changed_files(root, files))
    for project in settings.projects:
        upstream = os.path.abspath(project.upstream)
        inside = {path for path in left if is_under(path, upstream) and os.path.isfile(path)}
        left -= inside
        if inside:
            yield from _of(settings, project, {os.path.relpath(one, upstream) for one in inside})


def _differing(folder: Path, files: set[str]) -> set[str]:
    """Return the files that are not as the last commit has them."""
    tree = work_tree(folder)
    if tree is None:
        return files
    known = committed(tree, _last())
    return {
        path
        for path in files
        if (blob := known.get(os.path.relpath(path, tree))) is None or not blob.is_at(Path(path))
    }


def _last() -> str:
    return os.environ.get("PRE_COMMIT_FROM_REF", "HEAD")


def _of(settings: Settings, project: ProjectSettings, paths: set[str]) -> Iterator[str]:
    """Yield a line for each new error of files of one upstream."""
    from porter.sync.upstream.rules import Rules

    rules = Rules(project, settings.severities)
    for path, result in sorted(rules.results(project.upstream).items()):
        if path not in paths:
            continue
        place = project.upstream / path
        errors = list(_errors(result, read_regular(place)))
        if not errors:
            continue
        old = _committed(place)
        before = Counter(key for key, _ in _errors(rules.isolated(path, old), old))
        for key, message in errors:
            if before[key]:
                before[key] -= 1
            else:
                yield f"{os.path.relpath(place)}:{message}"


def _errors(result: FileResult, data: bytes) -> Iterator[tuple[tuple[str, bytes], str]]:
    """Yield rule and line of each error of a conversion of `data`, and how it is told."""
    from porter.source import Severity

    if not result.is_converted:
        yield ("", b""), f"1: error: {result.reason}"
    lines = data.split(b"\n")
    for one in result.findings:
        if one.finding.severity is Severity.ERROR:
            place, finding = one.place, one.finding
            message = f"{place.line}:{place.column}: error: {finding.full_message} [{finding.rule}]"
            yield (finding.rule, lines[place.line - 1].strip()), message


def _committed(path: Path) -> bytes:
    """Return what the last commit has of a file; nothing where it is new."""
    tree = work_tree(path.parent)
    if tree is None:
        return b""
    name = f"{_last()}:{path.relative_to(tree).as_posix()}"
    result = git("cat-file", "blob", "--end-of-options", name, folder=tree)
    return result.stdout if result.returncode == 0 else b""
