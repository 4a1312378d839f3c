"""The commands of a script of CMake's, wherever it is reached from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from porter.files.regular import read_regular
from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands


def commands_of(path: Path) -> Iterator[Command]:
    """Yield the commands of a script; none of one that cannot be read."""
    try:
        yield from commands(read_regular(path))
    except (OSError, CMakeSyntaxError):
        return
