"""Formats of Python strings: `%`, `.format`, `string.Template`, Jinja.

Each of them leaves holes for values and writes characters of its own twice. A string that one of
them is applied to is text with holes before it is the text that counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Format(StrEnum):
    """A way to fill values into a string."""

    PERCENT = "%"
    BRACES = ".format"
    DOLLAR = "string.Template"
    JINJA = "jinja2.Template"


@dataclass(frozen=True, slots=True)
class Special:
    """A place of a format string that does not stand for itself.

    Attributes:
        start: offset in the format string.
        end: offset behind it.
        value: what it stands for; None for a hole.
    """

    start: int
    end: int
    value: bytes | None


_SPECIALS = {
    Format.PERCENT: re.compile(
        rb"%(?:(%)|(?:\(\w++\))?[-#0 +]*+(?:\d++|\*)?(?:\.(?:\d++|\*))?[a-zA-Z])"
    ),
    Format.BRACES: re.compile(rb"(\{)\{|(\})\}|\{(?:[^{}]|\{[^{}]*\})*\}"),
    Format.DOLLAR: re.compile(rb"\$(?:(\$)|[_a-zA-Z]\w*|\{[_a-zA-Z]\w*\})"),
    Format.JINJA: re.compile(
        rb"\{\{(?:[^{}]|\{(?!\{)|\}(?!\}))*+\}\}|\{%(?:[^%{]|%(?!\})|\{(?!%))*+%\}"
        rb"|\{#(?:[^#{]|#(?!\})|\{(?!#))*+#\}"
    ),
}
_DOUBLED = {Format.PERCENT: b"%", Format.BRACES: b"{}", Format.DOLLAR: b"$", Format.JINJA: b""}


def specials(text: bytes, style: Format) -> list[Special]:
    """Return the places of a format string that do not stand for themselves, in order."""
    found = []
    for match in _SPECIALS[style].finditer(text):
        value = next((group for group in match.groups() if group is not None), None)
        found.append(Special(match.start(), match.end(), value))
    return found


def escaped(text: bytes, style: Format) -> bytes | None:
    """Return the format string that stands for `text`; None where there is none."""
    if style is Format.JINJA and re.search(rb"\{[{%#]|[}%#]\}", text):
        return None
    for byte in _DOUBLED[style]:
        text = text.replace(bytes((byte,)), bytes((byte, byte)))
    return text
