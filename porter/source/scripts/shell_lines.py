"""The lines of a text for the shell, each with the here-document that begins in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from textwrap import dedent
from typing import NamedTuple

_CONTINUATION = re.compile(r"\\\r?\n[ \t]*+")
_HERE = re.compile(r"(?<!<)<<(-?)\s*+(?:(['\"])(\w++)\2|(\w++))")
#: What the shell would put other text for, in a document whose word is not quoted.
_EXPANDED = re.compile(r"[$`\\]")
_MOST_LINES = 1000


class Line(NamedTuple):
    """A line, as the shell reads it.

    Attributes:
        text: the line, with those that continue it.
        document: the here-document that begins in it; None without, or where a variable is in it.
    """

    text: str
    document: str | None = None


def shell_lines(text: str) -> Iterator[Line]:
    """Yield the lines of a text; those of a here-document are part of the line that it begins in.

    Args:
        text: a script, recipes, or a text for people.
    """
    lines = _CONTINUATION.sub(" ", text).splitlines()
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        found = _HERE.search(line)
        end = _end(lines, index, found[3] or found[4]) if found else None
        if found is None or end is None:
            yield Line(line)
            continue
        inside, closing = lines[index:end], lines[end]
        index = end + 1
        document = "".join(f"{one}\n" for one in inside)
        if found[1]:
            document = "".join(f"{one.lstrip(chr(9))}\n" for one in inside)
        elif closing[:1].isspace():  # all of it stands in a list, or in a block of Markdown
            document = dedent(document)
        is_plain = bool(found[3]) or not _EXPANDED.search(document)
        yield Line(line, document if is_plain else None)


def _end(lines: Sequence[str], start: int, word: str) -> int | None:
    """Return where the line that ends a here-document is; None where none follows."""
    following = islice(enumerate(lines[start:], start), _MOST_LINES)
    return next((index for index, line in following if line.strip() == word), None)
