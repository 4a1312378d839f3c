"""Include folders and macros from a compilation database.

Source: Clang's "JSON Compilation Database Format Specification".
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular


def flags(path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folders of `-I` (absolute) and the macros of `-D` that the commands name.

    Args:
        path: `compile_commands.json`, or the folder that holds it.

    Raises:
        PorterError: it is not there or is no compilation database.
    """
    if path.is_dir():
        path = path / "compile_commands.json"
    try:
        commands = json.loads(read_regular(path, LARGEST_SOURCE))
        found = [flag for command in commands for flag in _of(command)]
    except OSError as error:
        raise PorterError(error.strerror or str(error), path=path) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise PorterError(f"is no compilation database: {error}", path=path) from error
    includes = dict.fromkeys(value for kind, value in found if kind == "-I")
    defines = dict.fromkeys(value for kind, value in found if kind == "-D")
    return tuple(includes), tuple(defines)


def _of(command: dict[str, object]) -> Iterator[tuple[str, str]]:
    words = command.get("arguments")
    if not isinstance(words, list):
        words = shlex.split(str(command["command"]))
    folder = str(command["directory"])
    for kind, value in _pairs(str(word) for word in words):
        if kind == "-D":
            yield kind, value
        else:
            yield "-I", os.path.normpath(os.path.join(folder, value))


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
