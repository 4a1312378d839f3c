"""`porter rules`: look up and count the rows of the tables; `_derive` writes and proves them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from porter.cli._derive import (
    audit,
    derive,
    derive_defaults,
    derive_enumerations,
    derive_marks,
    derive_members,
    derive_torch,
    derive_transitive,
)
from porter.exit_status import end

if TYPE_CHECKING:
    from porter.tables.names import HeaderRow, MarkRow, Row, Tables, UnmappedRow


@click.group()
def command() -> None:
    """Look up, derive and audit the tables of what maps to what."""


for _one in (
    audit,
    derive,
    derive_defaults,
    derive_enumerations,
    derive_marks,
    derive_members,
    derive_torch,
    derive_transitive,
):
    command.add_command(_one)


@command.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per name.")
def show(names: tuple[str, ...], as_json: bool) -> None:
    """Show what a CUDA NAME or header becomes, since when, and how that was proved.

    Exit status 1 when a name is in no table.
    """
    from porter.tables.names import ROC, load

    tables, torch = load("hip"), load("torch")
    own = {one: load("hip", roc=frozenset((one,))) for one in ROC}
    unknown = False
    for name in names:
        found = _find(name, tables) or _find(name, torch)
        unknown = unknown or not found
        chosen = [(one, row) for one in own for row in _find(name, own[one]) if row not in found]
        if as_json:
            click.echo(json.dumps({**_as_json(name, found, tables), "roc": _roc_rows(chosen)}))
            continue
        for row in found:
            _print_row(row)
        for one, row in chosen:
            click.echo(f"with --{one} roc:")
            _print_row(row)
        if not found:
            _print_unknown(name, tables)
    end(failed=unknown)


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def stats(as_json: bool) -> None:
    """Count CUDA's names by library: mapped, proved, without counterpart."""
    from porter.derive.coverage import coverage, roc_coverage
    from porter.tables.names import ROC, load

    rows = [*coverage(load("hip")), *roc_coverage(load("hip", roc=frozenset(ROC)))]
    if as_json:
        click.echo(json.dumps([row._asdict() for row in rows], indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("library")
    for heading in (
        "CUDA names",
        "mapped",
        "same name",
        "as they are",
        "need care",
        "not in HIP",
        "undecided",
    ):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(row.library, *(str(number) for number in row[1:]))
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _find(name: str, tables: Tables) -> list[Row | HeaderRow | UnmappedRow | MarkRow]:
    """Return the rows of a name; a bare name is looked for in all namespaces too."""
    key = name.removeprefix("::").encode()
    found = [
        mapping[key]
        for mapping in (tables.names, tables.headers, tables.unmapped, tables.marks)
        if key in mapping
    ]
    if found or b"::" in key:
        return found
    tail = b"::" + key
    scoped = [row for k, row in tables.names.items() if k.endswith(tail)]
    return [*scoped, *(row for k, row in tables.unmapped.items() if k.endswith(tail))]


def _as_json(
    name: str, found: list[Row | HeaderRow | UnmappedRow | MarkRow], tables: Tables
) -> dict[str, object]:
    near = [] if found else _near(name, tables)
    return {"name": name, "rows": [_fields(row) for row in found], "near": near}


def _roc_rows(
    chosen: Sequence[tuple[str, Row | HeaderRow | UnmappedRow | MarkRow]],
) -> list[dict[str, object]]:
    return [{"option": f"--{option} roc", **_fields(row)} for option, row in chosen]


def _fields(row: Row | HeaderRow | UnmappedRow | MarkRow) -> dict[str, object]:
    return {
        key: value.decode() if isinstance(value, bytes) else value
        for key, value in row._asdict().items()
    }


def _print_row(row: Row | HeaderRow | UnmappedRow | MarkRow) -> None:
    from porter.derive.explain import lines

    for line in lines(row):
        click.echo(line)


def _print_unknown(name: str, tables: Tables) -> None:
    click.echo(f"{name}: in no table")
    near = _near(name, tables)
    if near:
        click.echo(f"  did you mean {', '.join(near)}?")


def _near(name: str, tables: Tables) -> list[str]:
    from difflib import get_close_matches

    every = [key.decode() for m in (tables.names, tables.headers, tables.unmapped) for key in m]
    alike = [one for one in every if one[:2].lower() == name[:2].lower()]
    return get_close_matches(name, alike, n=3, cutoff=0.8)
