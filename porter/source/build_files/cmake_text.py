"""What CMake's `string` and `get_filename_component` give to variables.

Sources: CMake's manual, cmake-commands(7), "string" and "get_filename_component".
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath

#: Patterns of names, as `\.cu$` and `src/.*_test\.(cu|cpp)$`.
_SIMPLE = re.compile(r"(?:[\w/-]|\\[./+-]|\.\*|[().|$^])*+")
_LONGEST_PATTERN = 200
_MOST_REPEATS = 2
#: In longer texts nothing is replaced: it may double them again and again, and patterns take long.
_LONGEST_REPLACED = 300
#: Operations of one text, whose result goes to the variable behind it.
_UNARY: Mapping[str, Callable[[str], str]] = {
    "TOLOWER": str.lower,
    "TOUPPER": str.upper,
    "STRIP": str.strip,
}
#: Operations whose result is not worked out -> the place of the variable among the words.
_UNKNOWN = {
    **dict.fromkeys(("TIMESTAMP", "UUID", "JSON", "MD5", "SHA1", "SHA256", "SHA512"), 1),
    **dict.fromkeys(("LENGTH", "HEX", "CONFIGURE", "MAKE_C_IDENTIFIER", "GENEX_STRIP"), 2),
    **dict.fromkeys(("FIND", "REPEAT", "REGEX"), 3),
    **dict.fromkeys(("COMPARE", "SUBSTRING"), 4),
    **dict.fromkeys(("ASCII", "RANDOM"), -1),
}

#: A variable, and the list that it holds then; None where nobody knows it.
Given = tuple[str, list[str] | None]


def is_simple(pattern: str) -> bool:
    """Tell whether a pattern means the same in Python, and takes little time there."""
    is_short = len(pattern) <= _LONGEST_PATTERN and pattern.count("*") <= _MOST_REPEATS
    if not is_short or not _SIMPLE.fullmatch(pattern):
        return False
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def text_given(words: Sequence[str], values: Mapping[str, Sequence[str]]) -> Given | None:
    """Return what `string` gives to which variable.

    Args:
        words: its words; those that nobody knows are left out.
        values: the variables before it.
    """
    how, rest = words[0], words[1:]
    if not rest:
        return None
    if how in _UNARY:
        return rest[-1], [_UNARY[how](rest[0])] if len(rest) == 2 else None
    if "REPLACE" in (how, *rest[:1]):
        return _replaced(rest if how == "REPLACE" else rest[1:], is_pattern=how == "REGEX")
    if how in ("APPEND", "PREPEND"):
        held = ";".join(values.get(rest[0], ()))
        added = "".join(rest[1:])
        return rest[0], _list(held + added if how == "APPEND" else added + held)
    if how == "CONCAT":
        return rest[0], _list("".join(rest[1:]))
    if how == "JOIN" and len(rest) > 1:
        return rest[1], _list(rest[0].join(rest[2:]))
    at = _UNKNOWN.get(how)
    return (words[at], None) if at is not None and at < len(words) else None


def name_given(words: Sequence[str], here: Path) -> Given:
    """Return what `get_filename_component` gives to which variable.

    Args:
        words: its words; those that nobody knows are left out.
        here: the folder of the script, in which relative names are.
    """
    name, *rest = (word for word in words if word != "CACHE")
    if len(rest) < 2:
        return name, None
    path = PurePosixPath(rest[0])
    match rest[1:]:
        case ["NAME"]:
            found = path.name
        case ["NAME_WE"]:
            found = path.name.partition(".")[0]
        case ["NAME_WLE"]:
            found = path.name.rpartition(".")[0] or path.name
        case ["EXT"]:
            found = "".join(path.name.partition(".")[1:])
        case ["LAST_EXT"]:
            found = "".join(path.name.rpartition(".")[1:]) if "." in path.name else ""
        case ["DIRECTORY" | "PATH"]:
            found = str(path.parent) if "/" in rest[0] else ""
        case ["ABSOLUTE" | "REALPATH"]:
            found = os.path.normpath(here / path)
        case ["ABSOLUTE" | "REALPATH", "BASE_DIR", base]:
            found = os.path.normpath(here / base / path)
        case _:
            return name, None
    return name, [found]


def _replaced(words: Sequence[str], *, is_pattern: bool) -> Given | None:
    """Return a text with something replaced, and the variable that it goes to."""
    if len(words) < 3:
        return None
    what, by, name, *texts = words
    text = "".join(texts)
    is_short = max(len(text), len(by)) <= _LONGEST_REPLACED
    if not texts or not is_short or (is_pattern and ("\\" in by or not is_simple(what))):
        return name, None
    return name, _list(re.sub(what, lambda _: by, text) if is_pattern else text.replace(what, by))


def _list(text: str) -> list[str]:
    return [word for word in text.split(";") if word]
