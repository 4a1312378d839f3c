"""Reads JSON strictly: a value of another type is an error.

A file that porter wrote may have been cut off since, or travels with a tree and is a stranger's.
Each function takes a value for what it has to be, or raises ValueError and says what it is instead.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from math import isfinite
from typing import Any, NoReturn

_TOLD = {
    dict: "a table",
    list: "a list",
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


def parsed(data: bytes | str) -> Any:
    """Return what JSON in UTF-8 says.

    Raises:
        ValueError: it is no JSON (NaN and infinities are none), names a key of a table twice, or is
            nested too deeply.

    Source: RFC 8259.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(text, object_pairs_hook=_once_each, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def document(
    data: bytes | str, form: int, names: Iterable[str], optional: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the table that a file of the format `form` holds; see `fields`.

    Raises:
        ValueError: it has another format, or another shape.
    """
    found = table(parsed(data))
    if "format" in found and whole(found["format"]) != form:
        raise ValueError(f"has format {found['format']}, not {form}")
    return fields(found, ("format", *names), optional)


def table(value: Any) -> dict[str, Any]:
    """Take a value for a table."""
    return value if type(value) is dict else _refuse("a table", value)


def fields(value: Any, names: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """Take a value for a table with the keys `names`, maybe those of `optional`, and no others."""
    found, wanted = table(value), frozenset(names)
    if missing := sorted(wanted - found.keys()):
        raise ValueError(f"the key {missing[0]!r} is missing")
    if strange := sorted(found.keys() - wanted - frozenset(optional)):
        raise ValueError(f"the key {strange[0][:40]!r} is not known")
    return found


def rows(value: Any) -> list[Any]:
    """Take a value for a list."""
    return value if type(value) is list else _refuse("a list", value)


def row(value: Any, length: int) -> list[Any]:
    """Take a value for a list of so many values."""
    found = rows(value)
    if len(found) != length:
        raise ValueError(f"a list of {length} was expected, not of {len(found)}")
    return found


def text(value: Any) -> str:
    """Take a value for a text."""
    return value if type(value) is str else _refuse("a text", value)


def texts(value: Any) -> tuple[str, ...]:
    """Take a value for a list of texts."""
    return tuple(map(text, rows(value)))


def name(value: Any) -> str:
    """Take a value for the name of a file: a text that is not empty, without NUL, of bytes."""
    found = text(value)
    if not found or "\0" in found:
        raise ValueError("the name of a file was expected")
    os.fsencode(found)  # what stands for no bytes is a ValueError
    return found


def whole(value: Any, least: int = 0) -> int:
    """Take a value for a whole number that is not less than `least` and fits in 64 bits."""
    found = value if type(value) is int else _refuse("a whole number", value)
    if not least <= found < 1 << 63:
        raise ValueError("a whole number is too small or too large")
    return found


def number(value: Any) -> float:
    """Take a value for a finite number."""
    if type(value) is int:
        return float(whole(value, -(1 << 63)))
    found = value if type(value) is float else _refuse("a number", value)
    if not isfinite(found):  # such as 1e999
        raise ValueError("a number is too large")
    return found


def flag(value: Any) -> bool:
    """Take a value for true or false."""
    return value if type(value) is bool else _refuse("true or false", value)


def _refuse(expected: str, value: Any) -> NoReturn:
    raise ValueError(f"{expected} was expected, not {_TOLD.get(type(value), type(value).__name__)}")


def _refuse_constant(spelling: str) -> NoReturn:
    raise ValueError(f"{spelling} is not a number")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is named twice")
    return found
