"""Reads TOML files strictly, by a schema: unknown keys, missing keys and wrong types are errors.

The tables of `rules/`, porter.toml, rule packs and porter's own settings all go through here. The
schema is porter's own, of plain functions: validation libraries take longer to import (msgspec
twice as long as `tomllib` itself) than all the tables of a run take to read and check, and their
messages know neither `[[project]]` nor the line of a key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

from porter.errors import PorterError
from porter.files.regular import read_regular_text
from porter.files.toml import parse_toml
from porter.tables.kinds import Kind

T = TypeVar("T")


class Shape(NamedTuple):
    """A table, `[name]`: key -> what it holds.

    Attributes:
        needs: the keys that it must have.
        takes: those that it may have.
    """

    needs: Mapping[str, Schema] = {}
    takes: Mapping[str, Schema] = {}


class Rows(NamedTuple):
    """A list of tables, `[[name]]`."""

    row: Shape


class Named(NamedTuple):
    """A table whose keys are names that the file gives, `[name.anything]`."""

    value: Shape | Kind


Schema: TypeAlias = Kind | Shape | Rows | Named


def read(path: Path, schema: Shape | Named) -> dict[str, Any]:
    """Return what a file says, every key and type of it checked.

    Raises:
        PorterError: it cannot be read, is no TOML, or does not have the schema.
    """
    document = load(path)
    _check(path, "", document, schema)
    return document


def load(path: Path) -> dict[str, Any]:
    """Return what a file says, whatever it is.

    Args:
        path: the file; it may be a stranger's.

    Raises:
        PorterError: it cannot be read or is no TOML.
    """
    return parse(path, text_of(path))


def text_of(path: Path, hint: str | None = None) -> str:
    """Return the text of a file.

    Args:
        path: the file.
        hint: what a person whose file is not UTF-8 should read.

    Raises:
        PorterError: it cannot be read.
    """
    try:
        return read_regular_text(path)
    except OSError as error:
        raise PorterError(f"cannot be read: {error.strerror or error}", path=path) from error
    except ValueError as error:
        raise PorterError(f"is not valid TOML: {error}", path=path, hint=hint) from error


def parse(path: Path, text: str, hint: str | None = None) -> dict[str, Any]:
    """Return what the text of a file says.

    Args:
        path: the file, for the message.
        text: its text.
        hint: what a person whose file is no TOML should read.

    Raises:
        PorterError: it is no TOML.
    """
    try:
        return parse_toml(text)
    except ValueError as error:
        raise PorterError(f"is not valid TOML: {error}", path=path, hint=hint) from error


def check(
    path: Path, where: str, table: Any, kinds: Mapping[str, Schema], needs: Collection[str] = ()
) -> None:
    """Refuse what is no table, a key that is not known, and a value of another kind.

    Args:
        path: the file, for the message.
        where: how the file calls the table, `[project]`; empty for the whole file.
        table: what is there.
        kinds: key -> what its value must be.
        needs: keys that must be there.

    Raises:
        PorterError: it is so.
    """
    if not isinstance(table, dict):
        raise PorterError(f"{where} is a table", path=path)
    for key, value in table.items():
        kind = kinds.get(key)
        if kind is None:
            raise _unknown(path, where, key, kinds)
        _check(path, _place(where, key, kind), value, kind)
    for key in needs:
        if key not in table:
            raise PorterError(f"{where} needs {key}".lstrip(), path=path)


def by_name(path: Path, rows: Iterable[tuple[Iterable[str], T]]) -> dict[str, T]:
    """Return rows by their names.

    Args:
        path: the file, for the message.
        rows: the names of each row, and the row.

    Raises:
        PorterError: a name is given twice.
    """
    found: dict[str, T] = {}
    for names, row in rows:
        for name in names:
            if name in found:
                raise PorterError(f"{name} is given twice", path=path)
            found[name] = row
    return found


def record(make: Callable[..., T], row: Mapping[str, Any], **more: Any) -> T:
    """Return a record of the keys of a row that it has; lists become tuples.

    Args:
        make: a dataclass or NamedTuple; what a row may leave out has a default there.
        row: of a table that was checked.
        more: fields that the row does not give as they are.
    """
    fields = make.__annotations__
    given = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in row.items()
        if key in fields
    }
    return make(**{**given, **more})


def _check(path: Path, where: str, value: Any, schema: Schema) -> None:
    if isinstance(schema, Kind):
        if not schema.fits(value):
            raise PorterError(f"{where} is {schema.description}", path=path)
    elif isinstance(schema, Shape):
        check(path, where, value, {**schema.needs, **schema.takes}, schema.needs)
    elif isinstance(schema, Named):
        if not isinstance(value, dict):
            raise PorterError(f"{where} is a table", path=path)
        for key, one in value.items():
            _check(path, _place(where, key, schema.value), one, schema.value)
    elif isinstance(value, list):
        for number, row in enumerate(value, 1):
            _check(path, f"{where} {number}", row, schema.row)
    else:
        raise PorterError(f"{where} is a list of tables", path=path)


def _place(where: str, key: str, schema: Schema) -> str:
    """Return how a message calls what stands under a key: `[same] --link hip`, `[[form]]`."""
    if where:
        return f"{where} {key}"
    if isinstance(schema, Rows):
        return f"[[{key}]]"
    return key if isinstance(schema, Kind) else f"[{key}]"


def _unknown(path: Path, where: str, key: str, known: Mapping[str, Schema]) -> PorterError:
    if where:
        hint = f"known: {', '.join(sorted(known))}"
        return PorterError(f"{where} has no key {key!r}", path=path, hint=hint)
    tables = ", ".join(_place("", one, schema) for one, schema in known.items())
    return PorterError(f"has no table [{key}]", path=path, hint=f"known: {tables}")
