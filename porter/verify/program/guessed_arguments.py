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
#: `1 << power`, `pow(2, power)`: it is an exponent, where `power` is what was read.
_READ = re.compile(
    rb"\b(\w++)\s*+=\s*+(?:\(\s*+\w++\s*+\)\s*+)?+(?:std::)?+"
    rb"(?:ato(?:i|ll?)|sto(?:i|u?ll?)|strtou?ll?)\s*+\(\s*+argv\s*+\[\s*+(\d)\s*+\]"
)
_EXPONENT = re.compile(
    rb"\b1[uUlL]*+\s*+<<\s*+\(?\s*+(\w++)|\bpow\s*+\(\s*+2(?:\.0?)?\s*+,\s*+(\w++)"
)
#: What each number is: a multiple of warps and wavefronts, and small for a host; a power of 2.
_GUESS, _GUESSED_EXPONENT = "64", "12"


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
    exponents = {one or other for one, other in _EXPONENT.findall(code)}
    powers = {int(place) for name, place in _READ.findall(code) if name in exponents}
    words = [_GUESSED_EXPONENT if one in powers else _GUESS for one in sorted(numbers)]
    place = posixpath.dirname(source) or "."
    origin = f"guessed: {source} reads numbers of argv"
    return (Command(place, tuple(words), origin),)
