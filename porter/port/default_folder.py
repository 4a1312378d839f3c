"""The default folder of a port."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.project.discover import is_port


def default_folder(sources: Sequence[Path], target: str = "hip") -> Path:
    """Return `hip/` in a repository's root or the current folder, else `NAME_hip/` beside a source.

    A repository that has a `hip/` of its own gets its port beside it, too.

    Args:
        sources: the files and folders to convert; files count as the folder that they are in.
        target: what they become, which the folder is called by.

    Returns:
        A folder that is empty, not there, or a port that porter wrote.

    Raises:
        PorterError: there is something else in that place, or the source is the root of all.
    """
    tops = [source if source.is_dir() else source.parent for source in sources]
    top = Path(os.path.commonpath([real_path(folder) for folder in tops]))
    if top == top.parent:
        raise PorterError("needs a folder for the port", path=top, hint="name one with --out DIR")
    is_whole = top == Path.cwd() or (top / ".git").exists()
    name = re.sub(r"[^\w.-]", "_", target)
    folder, beside = top / name, top.with_name(f"{top.name}_{name}")
    if not is_whole or not _is_free(folder):
        folder = beside
    if not _is_free(folder):
        raise PorterError(
            "holds what porter did not write",
            path=_short(folder),
            hint="name another folder for the port with --out DIR",
        )
    return _short(folder)


def _is_free(folder: Path) -> bool:
    """Tell whether a port may be written there."""
    if not os.path.lexists(folder):
        return True
    if folder.is_symlink() or not folder.is_dir():
        return False
    return is_port(folder) or not any(folder.iterdir())


def _short(folder: Path) -> Path:
    """Return a path as a person would type it here."""
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder
