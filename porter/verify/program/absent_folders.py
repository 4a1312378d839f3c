"""Folders that a build writes to and that are not there: Git keeps no empty ones."""

from __future__ import annotations

import re
from pathlib import Path

from porter.files.real_path import real_path

#: What compilers, assemblers, linkers and `cp` say of a file that they cannot begin.
_NOT_BEGUN = re.compile(
    r"(?:can(?:no|')t create(?: regular file)?|(?:cannot|could not|unable to) open output file|"
    r"opening dependency file|cannot move .{1,200}? to) ['\"`‘]?(?P<path>[\w./+-]++)",
    re.IGNORECASE,
)
_ENTERED = re.compile(r"Entering directory ['\"`‘]([^'\"`’\n]++)")


def make_absent_folders(output: str, folder: Path, root: Path) -> list[str]:
    """Make the folders that a failed build missed; return them, relative to the tree.

    Args:
        output: what the build said.
        folder: where it ran.
        root: the copy of the tree, outside of which none is made.
    """
    root = real_path(root)
    entered = [folder, *map(Path, dict.fromkeys(_ENTERED.findall(output)))]
    made = []
    for found in dict.fromkeys(one["path"] for one in _NOT_BEGUN.finditer(output)):
        for around in entered:
            missed = real_path(around / found).parent
            if missed.is_relative_to(root) and not missed.exists():
                missed.mkdir(parents=True)
                made.append(missed.relative_to(root).as_posix())
    return made
