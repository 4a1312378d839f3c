"""Guesses arguments that nobody wrote down: of a source that reads numbers of `argv`, and words.

What a word may be, the source says that compares it: `strcmp(argv[1], "map")`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

from porter.files.regular import read_regular
from porter.source.file import SourceFile
from porter.verify.program.found import Command
from porter.verify.program.usage_texts import is_size

_WHOLE = rb"ato(?:i|ll?)|sto(?:i|u?ll?)|strtou?ll?"
_REAL = rb"atof|sto(?:f|l?d)|strto(?:f|l?d)"
_NUMBER = re.compile(rb"\b(?:%b)\s*+\(\s*+argv\s*+\[\s*+(\d)\s*+\]" % _WHOLE)
_FRACTION = re.compile(rb"\b(?:%b)\s*+\(\s*+argv\s*+\[\s*+(\d)\s*+\]" % _REAL)
_ANY = re.compile(rb"\bargv\s*+\[\s*+(\d)\s*+\]")
#: `!strcmp(argv[1], "map")`, `string_equals(argv[1], "map")`, `std::string(argv[1]) == "map"`.
_COMPARED = re.compile(
    rb"\b(?:strn?(?:case)?cmp|\w*(?:equals?|same|matches))\s*+\(\s*+argv\s*+\[\s*+(\d)\s*+\]"
    rb"\s*+,\s*+\"([\w.-]{1,30})\"|\bargv\s*+\[\s*+(\d)\s*+\]\s*+\)?\s*+==\s*+\"([\w.-]{1,30})\""
)
#: What a number is read into: `1 << power`, `pow(2, power)` say that it is an exponent.
_READ = re.compile(
    rb"\b(\w++)\s*+=\s*+(?:\(\s*+\w++\s*+\)\s*+)?+(?:std::)?+"
    rb"(?:%b|%b)\s*+\(\s*+argv\s*+\[\s*+(\d)\s*+\]" % (_WHOLE, _REAL)
)
_EXPONENT = re.compile(
    rb"\b1[uUlL]*+\s*+<<\s*+\(?\s*+(\w++)|\bpow\s*+\(\s*+2(?:\.0?)?\s*+,\s*+(\w++)"
)
#: What each number is: a multiple of warps and wavefronts, and small for a host; a power of 2; one
#: with a fraction.
_GUESS, _GUESSED_EXPONENT, _GUESSED_FRACTION = "64", "12", "0.5"
_HELP = frozenset(("-h", "--help", "-help", "help", "-v", "--version", "version"))
#: Calls that are guessed of one source.
_MOST = 3


def guessed_arguments(root: Path, source: str) -> tuple[Command, ...]:
    """Return how a source's program may be called: empty where it reads anything else.

    Args:
        root: the tree.
        source: the source, relative to it.
    """
    file = SourceFile(source, read_regular(root / source))
    ways = dict(_words(file)) | dict(_numbers(file.code))
    read = {int(match[1]) for match in _ANY.finditer(file.code)} - {0}
    if not ways or read != {*ways} or read != set(range(1, len(ways) + 1)):
        return ()
    place = posixpath.dirname(source) or "."
    words = any(len(one) > 1 for one in ways.values())
    origin = f"guessed: {source} reads {'words and ' if words else ''}numbers of argv"
    chosen = islice(product(*(ways[one] for one in sorted(ways))), _MOST)
    return tuple(Command(place, one, origin) for one in chosen)


def _numbers(code: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield which arguments are numbers, and the number."""
    exponents = {one or other for one, other in _EXPONENT.findall(code)}
    names = {int(place): name for name, place in _READ.findall(code)}
    for match in _FRACTION.finditer(code):
        is_whole = is_size(names.get(int(match[1]), b"").decode())
        yield int(match[1]), (_GUESS if is_whole else _GUESSED_FRACTION,)
    for match in _NUMBER.finditer(code):
        is_exponent = names.get(int(match[1])) in exponents
        yield int(match[1]), (_GUESSED_EXPONENT if is_exponent else _GUESS,)


def _words(file: SourceFile) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield which arguments are compared with words, and the words but those that ask for help."""
    found: dict[int, dict[str, None]] = {}
    for match in _COMPARED.finditer(file.data):
        if file.code[match.start() : match.start() + 1].strip():  # in no comment
            word = (match[2] or match[4]).decode()
            found.setdefault(int(match[1] or match[3]), {})[word] = None
    for place, words in found.items():
        if kept := tuple(word for word in words if word not in _HELP):
            yield place, kept
