"""Writes the file of cases of a CUDA extension for a person to go on from."""

from __future__ import annotations

import os
import re
from pathlib import Path

from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.files.write import write_atomically
from porter.verify.drafting.draft import draft
from porter.verify.drafting.draft_of_library import Draft


def file_name(root: Path) -> str:
    """Return what the file of cases of a tree is called by default."""
    return re.sub(r"\W+", "_", real_path(root).name) + ".py"


def write_draft(root: Path, count: int, path: Path) -> Draft:
    """Write a draft to a file that is not there yet, and return it.

    Args:
        root: the CUDA tree.
        count: at how many points each case runs.
        path: the file.

    Raises:
        PorterError: the tree is none or binds nothing, or the file is there.
    """
    if not root.is_dir():
        raise PorterError("is not a folder", path=root, hint="name the CUDA tree")
    if os.path.lexists(path):
        raise PorterError("is there already", path=path, hint="--out names another file")
    made = draft(root, count)
    write_atomically(path, made.text.encode())
    return made
