"""Reads the variables that CMake's presets set, with their places in the file.

Source: CMake's manual, cmake-presets(7).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.source.text.spans import Span

#: Files that hold presets.
NAMES = frozenset({"CMakePresets.json", "CMakeUserPresets.json"})
#: Objects of a preset that hold variables.
_SECTIONS = (b"cacheVariables", b"environment")
_TOKEN = re.compile(rb'(?s)"((?:\\.|[^"\\])*+)\\?+"?+|[{}\[\]:,]|[^\s{}\[\]:,"]++')


class Variable(NamedTuple):
    """A variable that a preset sets.

    Attributes:
        section: `cacheVariables` or `environment`.
        holder: number of the object that holds it, with others of the same number.
        start: offset of its name's quote.
        end: offset behind its value.
        name: its name.
        name_at: where the name is, without quotes.
        value: its value, as it is written; None where it is no string.
        value_at: where that is, without quotes.
    """

    section: bytes
    holder: int
    start: int
    end: int
    name: bytes
    name_at: Span
    value: bytes | None
    value_at: Span


def variables(data: bytes) -> list[Variable]:
    """Return the variables, in order.

    Raises:
        ValueError: it is no JSON in UTF-8.
    """
    json.loads(data.decode("utf-8-sig"))
    return list(_variables(list(_TOKEN.finditer(data))))


def _variables(tokens: list[re.Match[bytes]]) -> Iterator[Variable]:
    ends = _ends(tokens)
    open_: list[int] = []  # tokens that open the objects and lists around
    for at, token in enumerate(tokens):
        if at in ends:
            open_.append(at)
        elif token.group() in (b"}", b"]"):
            open_.pop()
        elif token[1] is not None and open_ and tokens[at + 1 : at + 2]:
            holder = open_[-1]
            section = _key(tokens, holder)
            if tokens[at + 1].group() == b":" and section in _SECTIONS:
                yield _variable(tokens, at, holder, section, ends)


def _ends(tokens: list[re.Match[bytes]]) -> dict[int, int]:
    """Return the token that closes each object and list, by the one that opens it."""
    found: dict[int, int] = {}
    open_: list[int] = []
    for at, token in enumerate(tokens):
        if token.group() in (b"{", b"["):
            open_.append(at)
        elif token.group() in (b"}", b"]"):
            found[open_.pop()] = at
    return found


def _key(tokens: list[re.Match[bytes]], opening: int) -> bytes:
    """Return the name under which an object stands."""
    is_named = opening > 1 and tokens[opening - 1].group() == b":"
    return tokens[opening - 2][1] if is_named and tokens[opening].group() == b"{" else b""


def _variable(
    tokens: list[re.Match[bytes]], at: int, holder: int, section: bytes, ends: dict[int, int]
) -> Variable:
    name, value = tokens[at], tokens[at + 2]
    last, text = tokens[ends.get(at + 2, at + 2)], value if value[1] is not None else None
    if value.group() == b"{":
        text = _typed(tokens, at + 3)
    return Variable(
        section,
        holder,
        name.start(),
        last.end(),
        name[1],
        name.span(1),
        text[1] if text else None,
        text.span(1) if text else (last.end(), last.end()),
    )


def _typed(tokens: list[re.Match[bytes]], at: int) -> re.Match[bytes] | None:
    """Return the value of a `{"type": …, "value": …}` that opens in front of a token."""
    while tokens[at].group() not in (b"}", b"{", b"["):  # such an object holds no others
        if tokens[at][1] == b"value" and tokens[at + 1].group() == b":":
            return tokens[at + 2] if tokens[at + 2][1] is not None else None
        at += 1
    return None
