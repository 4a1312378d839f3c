"""The names of the files of a port: as upstream, or with HIP's suffixes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from porter.errors import PorterError

#: CUDA's suffix -> HIP's; the longer ones first.
SUFFIXES = (
    (".cuh.in", ".hip.hpp.in"),
    (".cu.in", ".hip.in"),
    (".cuh", ".hip.hpp"),
    (".cu", ".hip"),
)
#: Bytes that a name may have on all file systems that matter here.
_LONGEST = 255


def renamed(path: str) -> str:
    """Return what the file at `path` is called with HIP's suffix."""
    for cuda, hip in SUFFIXES:
        if path.endswith(cuda) and not path.endswith("/" + cuda):
            return path[: -len(cuda)] + hip
    return path


def obstacles(renames: Mapping[str, str], root: Path | None) -> dict[str, str]:
    """Return path -> why a file cannot get its new name.

    Args:
        renames: path -> new path.
        root: where the files are renamed; None where they are written to another folder.
    """
    found = {}
    for path, new in renames.items():
        if len(os.fsencode(new.rpartition("/")[2])) > _LONGEST:
            found[path] = f"keeps its name: {new} is too long"
        elif root is not None and os.path.lexists(root / new):
            found[path] = f"keeps its name: {new} is there"
    return found


def plan(converted: Iterable[str], all_paths: Iterable[str]) -> dict[str, str]:
    """Return path -> new path of each file whose name changes.

    Args:
        converted: the files that are converted.
        all_paths: all files of the project.

    Raises:
        PorterError: two files would be called the same.
    """
    changes = {path: new for path in converted if (new := renamed(path)) != path}
    taken: dict[str, str] = {path: path for path in all_paths if path not in changes}
    for path, new in sorted(changes.items()):
        if new in taken:
            raise PorterError(
                f"--rename would call it {new}, and so is {taken[new]}",
                path=path,
                hint="rename one of the two, or leave one out with --exclude",
            )
        taken[new] = path
    return changes
