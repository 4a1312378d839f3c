"""Globs of build files, confined to the port."""

from __future__ import annotations

import os
import re
from pathlib import Path


def is_inside(path: Path, root: Path) -> bool:
    """Tell whether a path, its links followed, lies in `root`."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root))


def matching(root: Path, folder: Path, pattern: str, *, recursive: bool = False) -> list[Path]:
    """Return the paths that match a pattern, sorted; none when it leads out of the port.

    Args:
        root: the port.
        folder: what the pattern is relative to.
        pattern: as build files write it, `src/*.cu`.
        recursive: the last part is looked for in all folders below, too.
    """
    path = Path(os.path.normpath(folder / pattern))
    parts = path.parts
    fixed = next((at for at, part in enumerate(parts) if set("*?[") & set(part)), len(parts) - 1)
    start = Path(*parts[:fixed])
    rest = os.path.join(*parts[fixed:])
    if "\0" in pattern or not os.path.isdir(start) or not is_inside(start, root):
        return []
    if recursive:
        rest = os.path.join(os.path.dirname(rest), "**", os.path.basename(rest))
    # Each `**` more costs a walk for every folder that the one before it found.
    rest = re.sub(r"(?:\*\*/)+", "**/", rest)
    try:
        return sorted(path for path in start.glob(rest) if is_inside(path, root))
    except (ValueError, OSError):  # such as `**x`, which is no pattern
        return []
