"""The kinds of values in a TOML file: a description and a test of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """What a value must be.

    Attributes:
        description: in words, as `a list of strings`.
        fits: tells whether a value is one.
    """

    description: str
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value  # no name of a file holds a NUL


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_integer(value) or isinstance(value, float)


def _is_scalar(value: Any) -> bool:
    return _is_text(value) or _is_number(value)


def _is_pattern(value: Any) -> bool:
    try:
        re.compile(value)
    except (re.error, TypeError, RecursionError):
        return False
    return True


def list_of(description: str, fits: Callable[[Any], bool]) -> Kind:
    """Return the kind of a list of what `fits`; `description` says what these are."""
    return Kind(
        f"a list of {description}", lambda value: isinstance(value, list) and all(map(fits, value))
    )


def one_of(*values: str) -> Kind:
    """Return the kind of a text of a few."""
    return Kind(f"one of {', '.join(values)}", lambda value: value in values)


def either(*kinds: Kind) -> Kind:
    """Return the kind of what is of one kind or of another."""
    return Kind(
        " or ".join(kind.description for kind in kinds),
        lambda value: any(kind.fits(value) for kind in kinds),
    )


TEXT = Kind("a text", _is_text)
FILLED_TEXT = Kind("a text that is not empty", lambda value: _is_text(value) and value != "")
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
NUMBER = Kind("a number", _is_number)
INTEGER = Kind("a whole number", _is_integer)
SCALAR = Kind("a text or a number", _is_scalar)
TABLE = Kind("a table", lambda value: isinstance(value, dict))
PATTERN = Kind("a regular expression", _is_pattern)
TEXTS = list_of("strings", _is_text)
SCALARS = list_of("strings and numbers", _is_scalar)
INTEGERS = list_of("whole numbers", _is_integer)
PATTERNS = list_of("regular expressions", _is_pattern)
LIST = Kind("a list", lambda value: isinstance(value, list))
#: Names and texts, `{ first = "…", second = "…" }`.
TEXT_BY_NAME = Kind(
    "a table of texts",
    lambda value: isinstance(value, dict) and all(map(_is_text, value.values())),
)
#: An expression of a case's parameters, or several.
EXPRESSIONS = Kind(
    "an expression or a list of them", lambda value: _is_scalar(value) or SCALARS.fits(value)
)
