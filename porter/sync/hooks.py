"""Which ports the files of a commit concern."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from porter.project.settings import ProjectSettings, Settings
from porter.sync.git import checked, paths_of, work_tree
from porter.sync.lockfile import NAME


def concerned(settings: Settings, files: Sequence[str]) -> list[ProjectSettings]:
    """Return the ports whose upstream or port a commit touches; all, for porter.toml or the lock.

    Args:
        settings: porter.toml.
        files: what pre-commit hands over, relative to the current folder: files that the commit
            adds or changes. Those that it removes are asked of git.

    Raises:
        PorterError: there is no git.
    """
    touched = touched_files(settings, files)
    root = str(settings.path.parent)
    if touched & {str(settings.path), os.path.join(root, NAME)}:
        return list(settings.projects)
    return [
        project
        for project in settings.projects
        if any(_lies_in(path, project.upstream) or _lies_in(path, project.port) for path in touched)
    ]


def touched_files(settings: Settings, files: Sequence[str]) -> set[str]:
    """Return the absolute paths of the files that a commit adds, changes or removes.

    Args:
        settings: porter.toml.
        files: what pre-commit hands over, relative to the current folder.

    Raises:
        PorterError: there is no git.
    """
    return {os.path.abspath(path) for path in files} | _in_index(settings.path.parent)


def _in_index(folder: Path) -> set[str]:
    """Return the files that the commit, or the range that pre-commit looks at, touches."""
    tree = work_tree(folder)
    if tree is None:
        return set()
    first, last = (os.environ.get(f"PRE_COMMIT_{name}_REF") for name in ("FROM", "TO"))
    between = [f"{first}...{last}"] if first and last else ["--cached"]
    listed = checked("diff", "--name-only", "--no-renames", "-z", *between, folder=tree)
    return {str(tree / path) for path in paths_of(listed)}


def _lies_in(path: str, folder: Path) -> bool:
    return path.startswith(os.path.abspath(folder) + os.sep)
