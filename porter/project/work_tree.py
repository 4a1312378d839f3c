"""Locates git's work tree and its metadata folders, without running git."""

from __future__ import annotations

import os
import re
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SETTINGS, read_regular

_GITDIR = re.compile(rb"gitdir: ([^\n]+)\n*\Z")


def work_tree(folder: Path) -> Path | None:
    """Return the root of the git work tree that `folder` lies in, None when there is none."""
    real = real_path(folder)
    for place in (real, *real.parents):
        if (place / ".git").exists():
            return place
    return None


def git_folder(root: Path) -> Path:
    """Return git's own folder, which `.git` is, or names where it is a file.

    Args:
        root: the topmost folder of a work tree.

    Raises:
        OSError: `.git` cannot be read.
    """
    place = root / ".git"
    if place.is_dir():
        return place
    match = _GITDIR.match(read_regular(place, LARGEST_SETTINGS))
    return root / os.fsdecode(match[1]) if match else place


def common_folder(root: Path) -> Path:
    """Return the folder that all work trees of a repository share.

    Args:
        root: the topmost folder of a work tree.

    Raises:
        OSError: what names it cannot be read.

    Source: gitrepository-layout(5), "commondir".
    """
    folder = git_folder(root)
    try:
        named = read_regular(folder / "commondir", LARGEST_SETTINGS)
    except FileNotFoundError:
        return folder
    return Path(os.path.normpath(folder / os.fsdecode(named.rstrip(b"\r\n"))))
