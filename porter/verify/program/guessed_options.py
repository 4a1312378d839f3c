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
    # getopt
    (re.compile(r"\bcase\s*+'(?P<name>[A-Za-z])'\s*+:(?P<behind>(?:[^:]|::){1,200})"), "-{} {}"),
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
    r"(?:\b(?P<target>[A-Za-z_]\w*+)\s*+=\s*+(?:\([\w ]++\)\s*+)?+(?:std::)?+|\b)"
    r"(?:ato(?:i|ll?)|sto(?:i|u?ll?)|strtou?ll?)\s*+\(\s*+(?:argv\s*+\[|optarg\b|\*)"
)
#: What holds a number by default that is large for a host.
_LARGE = re.compile(
    r"\b([A-Za-z_]\w*+)\s*+=\s*+(?:\d{5,}+|1[uUlL]*+\s*+<<\s*+\d\d|\d++\s*+\*\s*+\d{3,}+|1e[4-9])\b"
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
    texts = [(path, data.decode("utf-8", "replace")) for path, data in sources]
    large = {name for _, code in texts for name in _LARGE.findall(code)}
    known = ((path, _options(code, large)) for path, code in texts)
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


def _options(code: str, large: Collection[str]) -> dict[str, str]:
    """Return options of a source, as they are given with a number.

    Args:
        code: the source.
        large: the variables with a large number by default.
    """
    found: dict[str, str] = {}
    for reader, given in _READERS:
        for option in reader.finditer(code):
            name, behind = option["name"], option.groupdict().get("behind")
            number = _READS_NUMBER.search(behind) if behind else None
            if behind and number is None:
                continue
            names = [name, number["target"] or ""] if number else [name]
            if any(map(_NEITHER.search, names)):
                continue
            if any(map(_REPEATS.search, names)):
                found[name] = given.format(name, _REPEAT)
            elif any(map(_SIZES.search, names)) or names[-1] in large:
                found[name] = given.format(name, _SIZE)
    return found
