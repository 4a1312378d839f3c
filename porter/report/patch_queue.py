"""Hand edits as a patch queue, as quilt and `git am`-like tools take it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.report.hand_edits import heading
from porter.sync.edits.hand_edits import HandEdit

SERIES = "series"


def export(folder: Path, edits: Sequence[HandEdit]) -> None:
    """Write a patch a file, and `series` with their names in order.

    An edit without a patch is left out; the caller says so.

    Raises:
        PorterError: the folder holds something else.
    """
    if folder.exists() and any(folder.iterdir()):
        raise PorterError("is not empty", path=folder, hint="name a new folder")
    names = []
    for number, edit in enumerate((one for one in edits if one.patch), 1):
        stem = re.sub(r"[^\w.-]+", "-", edit.path).strip("-")
        names.append(f"{number:04}-{stem}.patch")
        write_atomically(folder / names[-1], heading(edit) + edit.patch)
    write_atomically(folder / SERIES, "".join(f"{name}\n" for name in names).encode())
