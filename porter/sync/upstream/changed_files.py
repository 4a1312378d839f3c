"""The files that a commit changes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from porter.project.work_tree import work_tree
from porter.sync.upstream.git import DIFF, checked, paths_of


def changed_files(root: Path, files: Sequence[str]) -> set[str]:
    """Return the absolute paths of the files that a commit adds, changes or removes.

    Args:
        root: folder of porter.toml.
        files: what pre-commit hands over, relative to the current folder: files that the commit
            adds or changes. Those that it removes are asked of git.

    Raises:
        PorterError: there is no git.
    """
    return {os.path.abspath(path) for path in files} | _in_index(root)


def _in_index(folder: Path) -> set[str]:
    """Return the files that the commit, or the range that pre-commit looks at, touches."""
    tree = work_tree(folder)
    if tree is None:
        return set()
    first, last = (os.environ.get(f"PRE_COMMIT_{name}_REF") for name in ("FROM", "TO"))
    between = ["--end-of-options", f"{first}...{last}"] if first and last else ["--cached"]
    listed = checked(*DIFF, "--name-only", "--no-renames", "-z", *between, "--", folder=tree)
    return {str(tree / path) for path in paths_of(listed)}


def is_under(path: str, folder: str) -> bool:
    """Tell whether a file lies in a folder, or is it; both absolute."""
    place = os.path.abspath(folder)
    return path == place or path.startswith(place + os.sep)
