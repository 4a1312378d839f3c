"""Guesses options that make a program's work small, of a source that reads numbers behind them.

`else if (arg == "--iter") iter = std::stoi(argv[++i]);`: sizes and counts of programs that would
take a GPU's time are given so that a host has time for them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from porter.verify.program.found import Command

#: How sources read an option's number: the option as it is written there, how it is given by name
#: and number, and whether `_READS_NUMBER` has to be between it and the next one.
_READERS = (
    (re.compile(r'"(?P<name>-{1,2}[A-Za-z][\w-]*+)"(?P<behind>[^"]{1,200})'), "{} {}"),
    # get(argv, argv + argc, "-n", 1000): a function of the project's own, and a large default
    (
        re.compile(r'\bargv\b[^;"{}]{0,80}"(?P<name>-{1,2}[A-Za-z][\w-]*+)"\s*+,\s*+\d{3,}+\s*+\)'),
        "{} {}",
    ),
    # helper_string.h of CUDA's samples
    (re.compile(r'\bgetCmdLineArgumentInt\s*+\([^;"{}]{0,80}"(?P<name>[A-Za-z]\w*+)"'), "-{}={}"),
    # gflags
    (re.compile(r"\bDEFINE_u?int(?:32|64)\s*+\(\s*+(?P<name>[A-Za-z]\w*+)"), "--{}={}"),
    # cxxopts
    (
        re.compile(
            r'"(?:\w,\s?)?(?P<name>[A-Za-z][\w-]++)"\s*+,\s*+"[^"\n]{0,200}"\s*+,[^;"{}]{0,40}'
            r"\bvalue<(?:int|unsigned|(?:std::)?size_t|u?int(?:32|64)_t|long)>"
        ),
        "--{} {}",
    ),
)
_READS_NUMBER = re.compile(
    r"\b(?:ato(?:i|ll?)|sto(?:i|u?ll?)|strtou?ll?)\s*+\(\s*+(?:argv\s*+\[|optarg\b|\*)"
)
_REPEATS = re.compile(r"iter|step|epoch|rep|run|trial|generation|frame|sweep|pass", re.IGNORECASE)
_SIZES = re.compile(
    r"(?:\b|_)(?:n|m|k|w|h|n?[xyz])$|size|item|num|count|row|col|width|height|len|sample|particle|point|bod|dim|elem",
    re.IGNORECASE,
)
_NEITHER = re.compile(r"id$|seed|device|gpu|rank|port|thread|block", re.IGNORECASE)
_REPEAT, _SIZE = "2", "64"
#: Bytes of a text that is in no register of a processor.
_IN_REGISTER = 9


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
    known = ((path, _options(data.decode("utf-8", "replace"))) for path, data in sources)
    fits = ((_shown(program, options), path, options) for path, options in known)
    shown, source, options = max(fits, key=lambda fit: fit[0], default=(_NONE, "", {}))
    if not shown.options:
        return ()
    words = tuple(" ".join(options.values()).split())
    origin = f"guessed: {source} reads numbers behind {', '.join(options)}"
    return (Command(place, words, origin),)


class _Shown(NamedTuple):
    """How far a program shows that options are its own, the better the greater.

    Attributes:
        all: all are among its texts; short ones a compiler may hold as numbers.
        options: how many there are.
    """

    all: bool
    options: int


_NONE = _Shown(all=False, options=0)


def _shown(program: bytes | None, options: Collection[str]) -> _Shown:
    there = [program is None or b"%s\0" % one.encode() in program for one in options]
    pairs = list(zip(options, there, strict=True))
    if any(len(one) >= _IN_REGISTER and not is_there for one, is_there in pairs):
        return _NONE
    return _Shown(all=all(there), options=len(there))


def _options(code: str) -> dict[str, str]:
    """Return options of a source, as they are given with a number."""
    found: dict[str, str] = {}
    for reader, given in _READERS:
        for option in reader.finditer(code):
            name = option["name"]
            behind = option.groupdict().get("behind")
            if _NEITHER.search(name) or (behind and not _READS_NUMBER.search(behind)):
                continue
            if _REPEATS.search(name):
                found[name] = given.format(name, _REPEAT)
            elif _SIZES.search(name):
                found[name] = given.format(name, _SIZE)
    return found
