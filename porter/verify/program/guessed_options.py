"""Guesses options that make a program's work small, of a source that reads numbers behind them.

`else if (arg == "--iter") iter = std::stoi(argv[++i]);`: sizes and counts of programs that would
take a GPU's time are given so that a host has time for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from porter.verify.program.found import Command

#: An option, and what reads its number before the next one.
_OPTION = re.compile(r'"(-{1,2}[A-Za-z][\w-]*+)"([^"]{1,200})')
_READS_NUMBER = re.compile(
    r"\b(?:ato(?:i|ll?)|sto(?:i|u?ll?)|strtou?ll?)\s*+\(\s*+(?:argv\s*+\[|optarg\b|\*)"
)
_REPEATS = re.compile(r"iter|step|epoch|rep|run|trial|generation|frame|sweep|pass", re.IGNORECASE)
_SIZES = re.compile(
    r"(?:n|m|k|w|h)$|size|item|num|count|row|col|width|height|len|sample|particle|point|bod|dim|elem",
    re.IGNORECASE,
)
_NEITHER = re.compile(r"id$|seed|device|gpu|rank|port|thread|block", re.IGNORECASE)
_REPEAT, _SIZE = "2", "64"


def guessed_options(
    sources: Iterable[tuple[str, bytes]], place: str, program: bytes | None = None
) -> tuple[Command, ...]:
    """Return how a program may be called: empty where it takes no such option.

    Args:
        sources: path and content of those that may be the program's, of which the one counts that
            has the most options.
        place: where the program runs.
        program: the executable, which has the texts of all of them; None for the only source's.
    """
    best: tuple[str, dict[str, str]] = "", {}
    for path, data in sources:
        found = _options(data.decode("utf-8", "replace"))
        is_its = program is None or all(b"%s\0" % one.encode() in program for one in found)
        if is_its and len(found) > len(best[1]):
            best = path, found
    source, options = best
    if not options:
        return ()
    words = tuple(word for pair in options.items() for word in pair)
    origin = f"guessed: {source} reads numbers behind {', '.join(options)}"
    return (Command(place, words, origin),)


def _options(code: str) -> dict[str, str]:
    """Return options of a source with the numbers that they are given."""
    found: dict[str, str] = {}
    for option, behind in _OPTION.findall(code):
        name = option.lstrip("-")
        if not _READS_NUMBER.search(behind) or _NEITHER.search(name):
            continue
        if _REPEATS.search(name):
            found[option] = _REPEAT
        elif _SIZES.search(name):
            found[option] = _SIZE
    return found
