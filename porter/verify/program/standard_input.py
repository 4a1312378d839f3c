"""What programs read from standard input, by their source or by the names in their executable.

A guess is made; whether it is text that a program can read, only a person can tell.
"""

from __future__ import annotations

import re
from enum import Enum

from porter.source.file import SourceFile

#: `%d`, `%lf` and their like.
_NUMBER = rb"%\d*+(?:hh|h|ll|l|z|L)?+[diuxXfFeEgG]"
_NUMBERS = re.compile(rb'\s*+"\s*+(?:%s(?:\s|\\n|\\t)*+)++"' % _NUMBER)
_SCANF = re.compile(rb"\b(?<![\w.>])(?:std\s*+::\s*+)?+scanf\s*+\(")
_STREAM = re.compile(rb"\bcin\s*+>>")
_LINES = re.compile(
    rb"\bgetline\s*+\(\s*+(?:std\s*+::\s*+)?+cin\b|,\s*+stdin\s*+\)|\(\s*+stdin\s*+,"
)
_NAME = re.compile(rb"(?<=\0)[\w.@$+-]++(?=\0)")
_NAMES_OF_NUMBERS = re.compile(rb"(?:__isoc\d\d_)?scanf$|_ZSt3cin$")
_NAME_OF_LINES = b"stdin"

#: What each number is, as among arguments, and enough of them for a matrix of that size.
_GUESS = "64\n" * 10_000
#: Lines that are a word and a number; few, since a program may do much with each.
OTHER_TEXT = "64\n" * 100


class Reads(Enum):
    """What a program reads."""

    NOTHING = ""
    NUMBERS = "numbers"
    TEXT = "text"


def reads_of_source(file: SourceFile) -> Reads:
    """Tell what a program reads from standard input.

    Args:
        file: its source.
    """
    code = file.code  # formats are blanked there, comments everywhere
    formats = [_NUMBERS.match(file.data, found.end()) for found in _SCANF.finditer(code)]
    if _LINES.search(code) or not all(formats):
        return Reads.TEXT
    return Reads.NUMBERS if formats or _STREAM.search(code) else Reads.NOTHING


def reads_of_executable(content: bytes) -> Reads:
    """Tell what a program reads from standard input, by the symbols that it wants of libraries.

    Args:
        content: the executable.
    """
    names = {found[0] for found in _NAME.finditer(content)}
    if any(map(_NAMES_OF_NUMBERS.match, names)):
        return Reads.NUMBERS
    return Reads.TEXT if _NAME_OF_LINES in names else Reads.NOTHING


def guessed(reads: Reads) -> tuple[str, str]:
    """Return an input for a program of which nobody wrote one down, and where it comes from.

    Args:
        reads: what it reads.

    Returns:
        Empty texts where it reads nothing.
    """
    if reads is Reads.NOTHING:
        return "", ""
    text = _GUESS if reads is Reads.NUMBERS else OTHER_TEXT
    return text, f"guessed: it reads {reads.value} from standard input"


def guessed_choice(reads: Reads) -> tuple[str, str]:
    """Return the input of a program that asks for one of its choices first, as menus do.

    Args:
        reads: what it reads.

    Returns:
        Empty texts where it reads no numbers.
    """
    if reads is not Reads.NUMBERS:
        return "", ""
    return f"1\n{_GUESS}", "guessed: the first number it reads may be a choice of a menu"


def is_guessed(origin: str, reads: Reads) -> bool:
    """Tell whether text was guessed for a program, which it may not be able to read.

    Args:
        origin: where its input comes from.
        reads: what it reads.
    """
    return reads is Reads.TEXT and origin == guessed(reads)[1]
