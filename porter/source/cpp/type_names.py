"""The names that a file gives to types."""

from __future__ import annotations

import re

_WORD = rb"[\w\x80-\xff]++"
#: Looked ahead of, since keywords follow one another: `enum class A`, `using typename A::B`.
_INTRODUCED = re.compile(
    rb"\b(?:struct|class|union|enum|typename|using)(?=[ \t\r\n]++(" + _WORD + rb"))"
)
_BETWEEN = re.compile(rb"[^;{}]++")
_TYPEDEF = re.compile(rb"\btypedef\b")
_LAST = re.compile(rb"(?<![\w\x80-\xff])(" + _WORD + rb")[ \t]*+\Z")


def type_names(code: bytes) -> frozenset[bytes]:
    """Return the names of types that code declares or speaks of: by keywords and typedefs.

    Args:
        code: comments and literals masked.
    """
    found = {match[1] for match in _INTRODUCED.finditer(code)}
    for match in _BETWEEN.finditer(code):
        if code[match.end() : match.end() + 1] != b";" or not (last := _LAST.search(match[0])):
            continue
        before = match[0][: last.start()]
        is_behind = code.endswith(b"}", 0, match.start()) and not before.strip(b" \t")
        if is_behind or _TYPEDEF.search(before):
            found.add(last[1])
    return frozenset(found)
