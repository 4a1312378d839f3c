"""Guesses arguments that nobody wrote down: numbers, for a source that reads numbers of `argv`."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from porter.files.regular import read_regular
from porter.source.file import SourceFile
from porter.verify.program.found import Command

_NUMBER = re.compile(
    rb"\b(?:ato(?:i|ll?)|sto(?:i|u?ll?)|strtou?ll?)\s*+\(\s*+argv\s*+\[\s*+(\d)\s*+\]"
)
_ANY = re.compile(rb"\bargv\s*+\[\s*+(\d)\s*+\]")
#: What each number is: a multiple of warps and wavefronts, and small for a host.
_GUESS = "64"


def guessed_arguments(root: Path, source: str) -> tuple[Command, ...]:
    """Return how a source's program may be called: empty where it reads anything but numbers.

    Args:
        root: the tree.
        source: the source, relative to it.
    """
    code = SourceFile(source, read_regular(root / source)).code
    numbers = {int(match[1]) for match in _NUMBER.finditer(code)}
    others = {int(match[1]) for match in _ANY.finditer(code)} - numbers
    if not numbers or numbers != set(range(1, len(numbers) + 1)) or others - {0}:
        return ()
    place = posixpath.dirname(source) or "."
    origin = f"guessed: {source} reads numbers of argv"
    return (Command(place, (_GUESS,) * len(numbers), origin),)
