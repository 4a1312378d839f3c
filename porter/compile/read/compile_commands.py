"""Reads `compile_commands.json` (Clang's JSON compilation database format)."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from porter.compile.read.unit import Language, Unit, unit_from_flags
from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular

_PLACES = ("compile_commands.json", "build/compile_commands.json")


def read_compile_commands(root: Path, paths: Sequence[str]) -> Iterator[Unit]:
    """Yield the units that the port's compilation database names; none without one.

    Raises:
        PorterError: there is one and it is not readable.
    """
    for path in (root / place for place in _PLACES):
        if path.is_file():
            yield from _read(path, root)
            return


def _read(path: Path, root: Path) -> Iterator[Unit]:
    try:
        entries = json.loads(read_regular(path, LARGEST_SOURCE))
        for entry in entries:
            directory = root / entry["directory"]
            words = _words(entry)
            source = Path(os.path.normpath(directory / entry["file"]))
            unit = _unit(root, directory, source, words, path.name)
            if unit is not None:
                yield unit
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
        raise PorterError(reason, path=path, hint="remove it or write it anew") from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        message = f"not a compilation database: {error!r}"
        raise PorterError(message, path=path, hint="remove it or write it anew") from error


def _words(entry: dict[str, object]) -> list[str]:
    words = entry.get("arguments")
    if words is None:
        command = entry["command"]
        # Without a text, shlex would read one from the terminal.
        words = shlex.split(command) if isinstance(command, str) else None
    if not (isinstance(words, list) and words and all(isinstance(word, str) for word in words)):
        raise TypeError("an entry has no command")
    return words


def _unit(root: Path, directory: Path, source: Path, words: list[str], origin: str) -> Unit | None:
    flags = [word for word in words[1:] if os.path.normpath(directory / word) != str(source)]
    for_device = Path(words[0]).name.startswith(("hipcc", "nvcc", "amdclang"))
    for_device |= any(pair in (("-x", "hip"), ("-x", "cuda")) for pair in pairwise(words))
    return unit_from_flags(
        root, source, flags, directory, origin, language=Language.HIP if for_device else None
    )
