"""The JSON form in which `header_cache` stores declarations, validated when read.

Types and names recur in thousands of declarations, so texts stand once, in a list, and everything
else says their places in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from porter.derive.declarations import Declaration, Parameter, Signature, Universe
from porter.files.json_values import document, flag, row, rows, text

#: Raised when the form changes.
FORMAT = 1
#: Bytes of the largest entry that is read; CUDA's toolkit takes some 5 million.
LARGEST = 200_000_000

_KEYS = ("texts", "version", "declarations", "headers", "standard", "problems")


def encode(universe: Universe) -> bytes:
    """Return the bytes that stand for what headers declare."""
    places: dict[str, int] = {}

    def one(text: str) -> int:
        return places.setdefault(text, len(places))

    def many(texts: Iterable[str]) -> list[int]:
        return [one(text) for text in texts]

    def parameter(of: Parameter) -> list[Any]:
        return [one(of.spelling), one(of.canonical), of.has_default, one(of.name)]

    def signature(of: Signature) -> list[Any]:
        return [parameter(of.result), [*map(parameter, of.parameters)], many(of.template)]

    def declaration(key: str, of: Declaration) -> list[Any]:
        single = many((key, of.name, of.scope, of.kind, of.file, of.header, of.enum, of.underlying))
        signatures = [*map(signature, of.signatures)]
        return [*single, one(of.alias), of.value, signatures, many(of.members), many(of.template)]

    content = {
        "format": FORMAT,
        "version": universe.version,
        "declarations": [declaration(*item) for item in universe.declarations.items()],
        "headers": many(sorted(universe.headers)),
        "standard": many(sorted(universe.standard)),
        "problems": universe.problems,
    }
    return json.dumps({**content, "texts": [*places]}, separators=(",", ":")).encode("ascii")


def decode(data: bytes) -> Universe | None:
    """Return what `encode` was given; None for any other bytes."""
    try:
        found = document(data, FORMAT, _KEYS)
        decoded = _Texts(found["texts"])
        declarations = dict(decoded.declaration(one) for one in rows(found["declarations"]))
        if len(declarations) < len(found["declarations"]):
            return None
        return Universe(
            text(found["version"]),
            declarations,
            frozenset(decoded.many(found["headers"])),
            frozenset(decoded.many(found["standard"])),
            [text(one) for one in rows(found["problems"])],
        )
    except ValueError:
        return None


class _Texts:
    """Makes declarations of rows that name texts by their places; else raises ValueError."""

    def __init__(self, value: Any) -> None:
        self._texts = [text(one) for one in rows(value)]

    def one(self, value: Any) -> str:
        if type(value) is not int or not 0 <= value < len(self._texts):
            raise ValueError("no place of a text")
        return self._texts[value]

    def many(self, value: Any) -> tuple[str, ...]:
        return tuple(map(self.one, rows(value)))

    def declaration(self, value: Any) -> tuple[str, Declaration]:
        *single, replacement, signatures, members, template = row(value, 13)
        if not (replacement is None or type(replacement) in (int, str)):
            raise ValueError("no value of an enumerator or a macro")
        key, name, scope, kind, file, header, enum, underlying, alias = map(self.one, single)
        made = Declaration(
            name,
            scope,
            kind,
            file,
            header,
            [self._signature(one) for one in rows(signatures)],
            enum,
            replacement,
            self.many(members),
            underlying,
            alias,
            self.many(template),
        )
        return key, made

    def _signature(self, value: Any) -> Signature:
        result, parameters, template = row(value, 3)
        taken = tuple(map(self._parameter, rows(parameters)))
        return Signature(self._parameter(result), taken, self.many(template))

    def _parameter(self, value: Any) -> Parameter:
        spelling, canonical, has_default, name = row(value, 4)
        return Parameter(self.one(spelling), self.one(canonical), flag(has_default), self.one(name))
