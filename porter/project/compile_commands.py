"""Include folders and macros from a compilation database."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from porter.source.build_files.compile_commands import NAME, compile_commands


def flags(path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folders of `-I` (absolute) and the macros of `-D` that the commands name.

    Args:
        path: `compile_commands.json`, or the folder that holds it.

    Raises:
        PorterError: it is not there or is no compilation database.
    """
    includes: dict[str, None] = {}
    defines: dict[str, None] = {}
    for command in compile_commands(path / NAME if path.is_dir() else path):
        for kind, value in _pairs(command.words):
            if kind == "-D":
                defines[value] = None
            else:
                includes[os.path.normpath(os.path.join(command.folder, value))] = None
    return tuple(includes), tuple(defines)


def _pairs(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    kinds = ("-isystem", "-I", "-D")
    waiting = ""
    for word in words:
        if waiting:
            yield waiting, word
            waiting = ""
        elif word in kinds:
            waiting = word
        else:
            kind = next((one for one in kinds if word.startswith(one)), None)
            if kind is not None:
                yield kind, word[len(kind) :].lstrip("=")
