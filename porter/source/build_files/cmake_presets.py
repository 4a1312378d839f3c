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
        ValueError: it is no JSON.
    """
    json.loads(data)
    return list(_variables(list(_TOKEN.finditer(data))))


def _variables(tokens: list[re.Match[bytes]]) -> Iterator[Variable]:
    open_: list[int] = []  # tokens that open the objects and lists around
    for at, token in enumerate(tokens):
        if token.group() in (b"{", b"["):
            open_.append(at)
        elif token.group() in (b"}", b"]"):
            open_.pop()
        elif token[1] is not None and open_ and tokens[at + 1 : at + 2]:
            holder = open_[-1]
            section = _key(tokens, holder)
            if tokens[at + 1].group() == b":" and section in _SECTIONS:
                yield _variable(tokens, at, holder, section)


def _key(tokens: list[re.Match[bytes]], opening: int) -> bytes:
    """Return the name under which an object stands."""
    is_named = opening > 1 and tokens[opening - 1].group() == b":"
    return tokens[opening - 2][1] if is_named and tokens[opening].group() == b"{" else b""


def _variable(tokens: list[re.Match[bytes]], at: int, holder: int, section: bytes) -> Variable:
    name, value = tokens[at], tokens[at + 2]
    last, text = value, value if value[1] is not None else None
    if value.group() == b"{":  # {"type": …, "value": …}
        stop = next(i for i in range(at + 3, len(tokens)) if tokens[i].group() == b"}")
        last = tokens[stop]
        for index in range(at + 3, stop - 2):
            if tokens[index][1] == b"value" and tokens[index + 1].group() == b":":
                text = tokens[index + 2] if tokens[index + 2][1] is not None else None
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
