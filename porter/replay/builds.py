"""Keeps what `porter build` said of a port that built well.

What a build says follows from the port's files, porter and its tables, the installed compilers and
headers, the environment and the command line. All of that is watched, none of it read; the headers
that a compilation read, wherever they are, ninja knows, and it is asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from porter.compile.ninja_program import ninja_program
from porter.replay.asked import Asked
from porter.replay.kept import keep
from porter.replay.tools import tools


def keep_build(asked: Asked, said: str, port: Path, objects: Path) -> None:
    """Keep what a build said that went well.

    Args:
        asked: the command line.
        said: on standard output.
        port: the port, a folder or a file.
        objects: where its objects are.
    """
    folder = port.parent if port.is_file() else port
    ninja = str(ninja_program())
    keep(
        asked,
        said,
        "",
        0,
        watched=[str(port), *_files_and_folders(folder, objects), *tools(), ninja],
        made=[str(objects / "build.ninja")],
        used=[str(objects)],
        idle=str(objects),
        ninja=ninja,
    )


def _files_and_folders(folder: Path, objects: Path) -> Iterator[str]:
    """Yield what lies in a port, beside what git keeps and what builds left there."""
    skipped = os.path.abspath(objects)
    for path, folders, files in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if name not in (".git", "__pycache__") and os.path.abspath(f"{path}/{name}") != skipped
        ]
        yield path
        yield from (f"{path}/{name}" for name in files)
