"""The include path and the macros that sources are read with: `-I`, `-D` and `-p`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.files.real_path import real_path


def include_path(
    includes: Sequence[str], defines: Sequence[str], database: Path | None, source: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folders, relative to the source where they lie in it, and the macros.

    Args:
        includes: folders of `-I`.
        defines: macros of `-D`.
        database: a compilation database, which has more of both.
        source: the file or the folder that is converted.

    Raises:
        PorterError: the database cannot be read.
    """
    if database is not None:
        from porter.project.compile_commands import flags

        folders, macros = flags(database)
        includes, defines = (*includes, *folders), (*defines, *macros)
    return tuple(_relative_to_root(includes, source)), tuple(defines)


def _relative_to_root(folders: Sequence[str], source: str) -> list[str]:
    root = real_path(source)
    if root.is_file():
        root = root.parent
    found = []
    for folder in folders:
        path = real_path(folder)
        found.append(path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path))
    return found
