"""Quotes words for make and CMake."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

_PLAIN = re.compile(r"[\w.+,@/=-]+")
_ENDS = re.compile(r"\](=*)(?=\])")


def make_words(words: Iterable[str]) -> str:
    """Return words for a shell as the value of a variable of make's."""
    text = shlex.join(words).replace("$", "$$")
    # A `#` begins a comment, and each backslash in front of one is half an escape.
    return re.sub(r"(?<!\\)(\\*+)#", r"\1\1\\#", text)


def cmake_word(text: str) -> str:
    """Return a word as an argument of a CMake command; nothing in it is expanded."""
    return text if _PLAIN.fullmatch(text) else cmake_bracket(text)


def cmake_bracket(text: str) -> str:
    """Return a text as CMake's bracket argument, which ends at no bracket of its own."""
    level = max((len(match[1]) + 1 for match in _ENDS.finditer(text + "]")), default=0)
    equals = "=" * level
    return f"[{equals}[{text}]{equals}]"
