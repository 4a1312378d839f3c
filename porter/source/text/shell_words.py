"""Splits a command into words as a shell does, in linear time.

`shlex.split` copies a word for each of its characters: one of a megabyte, which a stranger's build
file may hold, takes it a quarter of a minute. Source: POSIX, "Shell Command Language", "Quoting".
"""

from __future__ import annotations

import re

_PART = re.compile(
    r"""(?P<blank>[ \t\r\n]+)|(?P<plain>[^ \t\r\n'"\\]+)|'(?P<single>[^']*)'"""
    r"""|"(?P<double>(?:\\.|[^"\\])*+)"|\\(?P<escaped>.)""",
    re.DOTALL,
)
#: All that a backslash between double quotes takes its meaning from, as `shlex` has it.
_ESCAPE = re.compile(r'\\(["\\])')


def shell_words(text: str) -> list[str]:
    """Return the words of a command; variables, globs and operators stay as they are.

    Raises:
        ValueError: a quote is not closed, or nothing follows a backslash.
    """
    words: list[str] = []
    parts: list[str] | None = None
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None:
            raise ValueError("nothing follows a backslash" if text[at] == "\\" else "an open quote")
        at = match.end()
        if match["blank"] is not None:
            if parts is not None:
                words.append("".join(parts))
            parts = None
            continue
        parts = [] if parts is None else parts
        kind = str(match.lastgroup)
        parts.append(_ESCAPE.sub(r"\1", match[kind]) if kind == "double" else match[kind])
    if parts is not None:
        words.append("".join(parts))
    return words
