"""Calls of a program that its usage text allows: `[-a | -b]`, `(cpu|gpu)`, `<size>`.

What is in brackets is left out at first; of words of which one is to be chosen each is. A size that
somebody has to give is guessed, and so are the exponent of one (`<i, where n = 2^i>`), the first of
many (`<start vertex>`), a seed, where results are written (`<output_dir>`), and which file is read
where one can be meant; nothing else is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from porter.verify.program.drawn_files import can_be_drawn

_USAGE = re.compile(r"(?i)^\W*usage\s*+:?+\s*+(\S++)\s*+(.*)$")
_GROUP = re.compile(r"[\[({<]([^\[\](){}<>]*+)[\])}>]|([^\s\[\](){}<>|]++)|(\|)|\S")
_ELLIPSIS = re.compile(r"\.{3,}+|…")
_HELP = frozenset(("-h", "--help", "-help", "-?", "help", "-v", "--version"))
#: Names of sizes, with or without what may stand around them.
_SIZE = re.compile(
    r"(?i)(?:num(?:ber)?_?(?:of)?_?)?(?:n[a-z]?|m|k|size|widths?|heights?|rows?|col(?:umn)?s?"
    r"|[xyz]?_?len(?:gth)?|dims?|dimension|elements?|iter(?:ation)?s?|count|steps?|threads?|points?"
    r"|offset|stride|warm_?ups?|runs?|rep(?:eat|etition)?s?|trials?|epochs?|generations?"
    r"|(?:matrix|array|vector|problem|block|grid)(?:size|dim|width|length)"
    r"|(?:[a-z]+[_ -]){1,2}(?:size|dim|width|height|length|count|offset|stride)"
    r"|(?:number|num|nr|no\.|#|amount)[_ -]of(?:[_ -][a-z]+){1,6})$"
)
#: Names of the exponent of a size.
_EXPONENT = re.compile(r"(?i)(?:exponent(?: of (?:2|two))?|power of (?:2|two)|log2?[_(]?n\)?)$")
_SEED = re.compile(r"(?i)(?:random[_ -]?|rand[_ -]?|rng[_ -]?)?seed(?:[_ -][a-z]+){0,4}$")
#: A number that says what it is for: `<1 to print the result, 0 otherwise>`.
_CHOICE = re.compile(r"(?i)(\d{1,3})\s*+(?:(?:to|for|if|or)\s|=)")
#: Names of one of them, such as where a search begins.
_INDEX = re.compile(
    r"(?i)(?:start(?:ing)?|source|src|root|first|initial)"
    r"[_ -]?(?:vertex|node|index|idx|id)$"
)
#: Names of files and folders that a program writes, and what they are.
_WRITTEN = re.compile(
    r"(?i)(?:out|output|results?)"
    r"(?:[_ -]?(?:(?P<folder>dir|directory|folder)|path|file(?:[_ -]?name)?))?$"
)
#: Names of a file that a program reads.
_READ = re.compile(
    r"(?i)(?:(?:in|input|data)[_ -]?)?(?:file(?:[_ -]?(?:name|path))?|path)$|infile$|input$"
)
_FOLDER, _FILE = ".", "written.out"
_LITERAL = re.compile(r"(?:--?[A-Za-z0-9]|\d)[\w=.-]*+$|[a-z][a-z0-9]*+$")
#: What is said of a size behind its name: `<n, the number of elements>`.
_TOLD = re.compile(r"[,:]")
_GUESS, _GUESSED_EXPONENT, _GUESSED_INDEX, _GUESSED_SEED = "64", "10", "0", "1"
#: Calls that are read from one usage text, of so many at most.
_MOST, _TRIED = 4, 64


def asks_for_help(args: Sequence[str]) -> bool:
    """Tell whether a call does nothing but ask how a program is called."""
    return bool(args) and all(word in _HELP for word in args)


def is_size(name: str) -> bool:
    """Tell whether a name is that of a size or of how often something is done."""
    return _SIZE.match(name) is not None


def usage(line: str) -> tuple[str, str] | None:
    """Return what a usage text calls the program, and what it says of the arguments.

    Args:
        line: of a text for people; None is returned for any other line.
    """
    found = _USAGE.match(line)
    return (found[1], found[2]) if found else None


def allowed(
    synopsis: str, data: str = "", *, is_all_given: bool = False
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield arguments that a usage text allows, the plainest first, and whether any is guessed.

    Args:
        synopsis: what stands behind the program's name; nothing is yielded of one that asks for
            what cannot be told.
        data: the file that is meant by that of one that is read; "" where none can be told.
        is_all_given: what is in brackets is given, where it can be told: the program asks for it.
    """
    if _ELLIPSIS.search(synopsis):
        synopsis = _ELLIPSIS.sub("", synopsis)
    ways = [way for part in _parts(synopsis)
            for way in _of_sequence(part, data, is_all_given=is_all_given)]  # fmt: skip
    plain = sorted(dict.fromkeys(ways), key=lambda way: len(way[0]))
    yield from plain[:_MOST]


def _parts(synopsis: str) -> list[list[re.Match[str]]]:
    """Return the groups and words on each side of a `|` that stands in no brackets."""
    parts: list[list[re.Match[str]]] = [[]]
    for item in _GROUP.finditer(synopsis):
        if item[3]:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _of_sequence(
    items: list[re.Match[str]], data: str, *, is_all_given: bool
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the arguments that a sequence of groups and words allows."""
    choices = [_choices(item, data, is_all_given=is_all_given) for item in items]
    if not all(choices):
        return
    for chosen in islice(product(*choices), _TRIED):
        words = tuple(word for way, _ in chosen for word in way)
        yield words, any(is_guess for _, is_guess in chosen)


def _choices(
    item: re.Match[str], data: str, *, is_all_given: bool
) -> list[tuple[tuple[str, ...], bool]]:
    """Return what may stand for a group or a word; nothing where that cannot be told."""
    if item[2]:
        return _word(item[2], data)
    if item[1] is None:
        return []
    alternatives = [text.split() for text in item[1].split("|")]
    is_optional = item[0].startswith("[")
    found: list[tuple[tuple[str, ...], bool]] = [((), False)] if is_optional else []
    if len(alternatives) == 1:
        name = " ".join(alternatives[0])
        if is_optional and not is_all_given:
            return found
        return _word(name, data, is_name=item[0][0] in "<[") or found
    for words in alternatives:
        if words and all(map(_LITERAL.match, words)) and not _HELP.intersection(words):
            found.append((tuple(words), False))
    return found


def _word(word: str, data: str, *, is_name: bool = False) -> list[tuple[tuple[str, ...], bool]]:
    """Return a word as it stands, a size for the name of one, or the file that is read."""
    if is_name and (choice := _CHOICE.match(word)):
        return [((choice[1],), True)]
    name, *rest = (part.strip() for part in _TOLD.split(word, maxsplit=1))
    told = "".join(rest)
    if told and re.search(rf"\b2 ?(?:\^|\*\*) ?{re.escape(name)}\b", told):
        return [((_GUESSED_EXPONENT,), True)]
    if is_name and not told and _EXPONENT.match(name):
        return [((_GUESSED_EXPONENT,), True)]
    if _SIZE.match(name):
        return [((_GUESS,), True)]
    if is_name and not told and _SEED.match(name):
        return [((_GUESSED_SEED,), True)]
    if is_name and not told and _INDEX.match(name):
        return [((_GUESSED_INDEX,), True)]
    if (written := _WRITTEN.match(name)) and not told:
        return [((_FOLDER if written["folder"] else _FILE,), True)]
    if data and not told and _READ.match(name):
        return [((data,), True)]
    if can_be_drawn(name) and not told:
        return [((data if data.endswith(name[name.rindex(".") :]) else name,), True)]
    if not is_name and _LITERAL.match(word) and word.startswith(("-", *"0123456789")):
        return [((word,), False)]
    return []
