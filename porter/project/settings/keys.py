"""porter.toml read with care: what is no TOML, an unknown key or a value of another type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.files.regular import read_regular_text
from porter.files.toml import parse_toml


class Kind(NamedTuple):
    """What a value must be.

    Attributes:
        told: in words, as `a list of strings`.
        fits: tells whether a value is one.
    """

    told: str
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value  # no name of a file holds a NUL


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_integer(value) or isinstance(value, float)


def _is_scalar(value: Any) -> bool:
    return _is_text(value) or _is_number(value)


def list_of(told: str, fits: Callable[[Any], bool]) -> Kind:
    """Return the kind of a list of what `fits`; `told` says what these are."""
    return Kind(
        f"a list of {told}", lambda value: isinstance(value, list) and all(map(fits, value))
    )


def one_of(*values: str) -> Kind:
    """Return the kind of a text of a few."""
    return Kind(f"one of {', '.join(values)}", lambda value: value in values)


TEXT = Kind("a text", _is_text)
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
NUMBER = Kind("a number", _is_number)
INTEGER = Kind("a whole number", _is_integer)
SCALAR = Kind("a text or a number", _is_scalar)
TABLE = Kind("a table", lambda value: isinstance(value, dict))
TEXTS = list_of("strings", _is_text)
SCALARS = list_of("strings and numbers", _is_scalar)
INTEGERS = list_of("whole numbers", _is_integer)
LIST = Kind("a list", lambda value: isinstance(value, list))
#: An expression of a case's parameters, or several.
EXPRESSIONS = Kind(
    "an expression or a list of them", lambda value: _is_scalar(value) or SCALARS.fits(value)
)


def check(path: Path, where: str, table: Any, kinds: Mapping[str, Kind]) -> None:
    """Refuse what is no table, a key that is not known, and a value of another kind.

    Args:
        path: the file, for the message.
        where: how the file calls the table.
        table: what is there.
        kinds: key -> what its value must be.

    Raises:
        PorterError: it is so.
    """
    if not isinstance(table, dict):
        raise PorterError(f"{where} is a table", path=path)
    for key, value in table.items():
        kind = kinds.get(key)
        if kind is None:
            known = ", ".join(sorted(kinds))
            raise PorterError(f"{where} has no key {key!r}", path=path, hint=f"known: {known}")
        if not kind.fits(value):
            raise PorterError(f"{where} {key} is {kind.told}", path=path)


def document(path: Path) -> dict[str, Any]:
    """Return what a porter.toml says, its tables not looked into.

    Raises:
        PorterError: it cannot be read, is no TOML, or has a table that is not known.
    """
    try:
        content = parse_toml(read_regular_text(path))
    except OSError as error:
        raise PorterError(f"cannot be read: {error.strerror or error}", path=path) from error
    except ValueError as error:
        raise PorterError(f"is no TOML: {error}", path=path) from error
    for key in content:
        if key not in ("project", "findings"):
            hint = "known: [[project]], [findings]"
            raise PorterError(f"has no table [{key}]", path=path, hint=hint)
    return content
