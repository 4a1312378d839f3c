"""Finds renamed files, by git's similarity measure."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from porter.errors import PorterError
from porter.sync.upstream.git import ALONE, DIFF, git, output_of

#: Share of its lines that a renamed file keeps at least, as in git.
SIMILARITY = "50%"


def renames(gone: Mapping[str, bytes], came: Mapping[str, bytes]) -> dict[str, str]:
    """Return old path -> new path of the files that were renamed or moved.

    Args:
        gone: path -> content of files that only the old tree has; an empty one has no likeness.
        came: path -> content of files that only the new tree has.

    Raises:
        PorterError: git is missing or failed.
    """
    gone = {path: data for path, data in gone.items() if data}
    if not gone or not came:
        return {}
    with tempfile.TemporaryDirectory(prefix="porter-renames-") as scratch:
        for side, files in (("old", gone), ("new", came)):
            Path(scratch, side).mkdir()
            for number, data in enumerate(files.values()):
                # A flat name of its own: a path of one tree could be a folder of the other's.
                Path(scratch, side, f"{side}{number}").write_bytes(data)
        result = git(
            "-c", "diff.renameLimit=0", *DIFF, "--no-index", "--raw", "-z", f"-M{SIMILARITY}",
            "--", "old", "new", folder=Path(scratch), environment=ALONE,
        )  # fmt: skip
    if result.returncode not in (0, 1):
        raise PorterError("git diff failed", hint=output_of(result))
    return dict(_pairs(result.stdout, list(gone), list(came)))


def _pairs(output: bytes, gone: list[str], came: list[str]) -> list[tuple[str, str]]:
    """Read `git diff --raw -z`: a word of modes and status, then a path, or two for a rename."""
    parts = iter(os.fsdecode(output).split("\0"))
    found = []
    for head in parts:
        if not head:
            continue
        status = head.split(" ")[-1]
        first = next(parts)
        if status.startswith("R"):
            second = next(parts)
            old = gone[int(first.rpartition("old")[2])]
            found.append((old, came[int(second.rpartition("new")[2])]))
    return found
