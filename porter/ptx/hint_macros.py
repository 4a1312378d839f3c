"""Macros that put a cache hint into a PTX template, or nothing where the compiler is too old.

    #define L2_HINT(size) ".L2::" #size "B"

Hints mean nothing to what the instruction does, so it does not matter which definition holds.
"""

from __future__ import annotations

import re

from porter.source import SourceFile
from porter.source.once import once_for_each_file

_DEFINITION = re.compile(rb"[ \t]*([A-Za-z_]\w*)\([ \t]*([A-Za-z_]\w*)[ \t]*\)(.*)", re.DOTALL)
_PART = re.compile(rb'[ \t\r\n\\]*(?:"([^"\\]*)"|#[ \t]*([A-Za-z_]\w*))[ \t\r\n\\]*')
_HINT = re.compile(rb"(?:\.L[12]::\w+)?")


@once_for_each_file
def hint_macros(file: SourceFile) -> frozenset[bytes]:
    """Return the macros of one parameter that are a cache hint, or nothing, wherever defined."""
    hints: set[bytes] = set()
    others: set[bytes] = set()
    for directive in file.directives:
        if directive.keyword == b"define":
            match = _DEFINITION.match(file.data, directive.body_start, directive.end)
            if match is not None:
                (hints if _is_hint(match[2], match[3]) else others).add(match[1])
    return frozenset(hints - others)


def _is_hint(parameter: bytes, body: bytes) -> bool:
    text, at = b"", 0
    body = body.strip()
    while at < len(body):
        part = _PART.match(body, at)
        if part is None or part[2] not in (None, parameter):
            return False
        text += part[1] if part[2] is None else b"x"
        at = part.end()
    return _HINT.fullmatch(text) is not None
