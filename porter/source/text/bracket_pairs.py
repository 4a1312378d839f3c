"""Matching brackets of a whole text, found in one pass."""

from __future__ import annotations

import re
from array import array
from functools import lru_cache

BRACKET = re.compile(rb"[()\[\]{}]")
ANGLE = re.compile(rb"[<>(){}\[\];]|&&|\|\|")
OPEN, CLOSE = b"([{", b")]}"
#: What may stand behind `&&` when it makes a reference: `T&&>`, `T&&,`, `T&&...`, `T&&)`.
_BEHIND_REFERENCE = re.compile(rb"[ \t\r\n\\]*(?:[>,)]|\.\.\.)")


@lru_cache(maxsize=2)
def bracket_pairs(code: bytes) -> array[int]:
    """Return for each offset of a bracket that of the one which closes it, else 0.

    A bracket that another kind closes (`( ]`) makes all that are open there unclosed.

    Args:
        code: masked code.
    """
    pairs = array("i", [0]) * len(code)
    inside = array("i")
    for match in BRACKET.finditer(code):
        here = match.start()
        kind = CLOSE.find(code[here])
        if kind < 0:
            inside.append(here)
        elif inside:
            opening = inside.pop()
            if code[opening] == OPEN[kind]:
                pairs[opening] = here
            else:
                del inside[:]
    return pairs


@lru_cache(maxsize=2)
def angle_ends(code: bytes) -> array[int]:
    """Return for each offset of a `<` that opens template arguments where these end, else 0.

    What is in parentheses or brackets of its own closes nothing outside and ends nothing there.

    Args:
        code: masked code.
    """
    pairs = bracket_pairs(code)
    ends = array("i", [0]) * len(code)
    inside = array("i")
    #: Of each parenthesis around: where it closes, and how many `<` stand outside.
    around: list[tuple[int, int]] = []
    for match in ANGLE.finditer(code):
        token, here = match.group(), match.start()
        outside = around[-1][1] if around else 0
        if token == b"<":
            inside.append(here)
        elif token == b">":
            if code[here - 1 : here] != b"-" and len(inside) > outside:
                ends[inside.pop()] = here + 1
        elif token in (b"(", b"["):
            if pairs[here]:
                around.append((pairs[here], len(inside)))
            else:
                del inside[:]
        elif token != b"&&" or not is_reference(code, here):
            del inside[outside:]
            if around and around[-1][0] == here:
                around.pop()
    return ends


def is_reference(code: bytes, offset: int) -> bool:
    """Tell whether the `&&` at `offset` makes a reference."""
    return _BEHIND_REFERENCE.match(code, offset + 2) is not None
