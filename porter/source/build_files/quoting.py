"""Quotes names and words for ninja and its shell."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError

#: The most that one command may be, in bytes: Linux takes 128 KiB a word, and ninja hands a command
#: to the shell as one.
LONGEST = 100_000
#: What ninja's lexer takes for the end of a path, or for the start of something else. It has no
#: escape for `|`; the name of a variable that holds one does as well.
_SPECIAL = {"$": "$$", " ": "$ ", ":": "$:", "|": "${bar}"}
#: Variables that paths refer to; a ninja file begins with them.
NINJA_VARIABLES = "bar = |\n"


def unwritable(text: str) -> str:
    """Return what `text` holds that no line of a build file can carry; empty when nothing.

    That is control characters, a line's end first of all, and bytes that are not UTF-8.
    """
    for character in text:
        if unicodedata.category(character) == "Cc":
            return f"the control character {ascii(character)[1:-1]}"
        if "\ud800" <= character <= "\udfff":
            return "bytes that are not UTF-8"
    return ""


def visible(text: str) -> str:
    """Return `text` with what a terminal would not show, or would obey, as escapes."""
    return "".join(
        character
        if unicodedata.category(character) not in ("Cc", "Cf", "Cs")
        else ascii(character)[1:-1]
        for character in text
    )


def ninja_path(path: Path) -> str:
    """Return a path as ninja's lexer reads it back (its manual, "Lexical syntax")."""
    return re.sub(r"[$ :|]", lambda match: _SPECIAL[match[0]], _writable(str(path)))


def ninja_command(words: Sequence[str]) -> str:
    """Return words as the value of a ninja variable that a shell reads."""
    return _writable(shlex.join(words)).replace("$", "$$")


def _writable(text: str) -> str:
    if wrong := unwritable(text):
        raise PorterError(
            f"{visible(text)!r} holds {wrong}, and a file for ninja cannot",
            hint="rename the file, or leave it out with --exclude",
        )
    return text
