"""Reads `solver.toml`: the dense functions of hipSOLVER and cuSOLVER, and what each takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from porter.tables.kinds import FILLED_TEXT, FLAG, TEXTS
from porter.tables.toml import Named, Shape, read

_PATH = Path(__file__).with_name("solver.toml")
_ROW = Shape(
    needs={"names": FILLED_TEXT, "takes": FILLED_TEXT},
    takes={"then": FILLED_TEXT, "buffer": FILLED_TEXT, "counted": FLAG, "hip": TEXTS},
)
#: By interface: its prefix.
INTERFACES = {"own": "hipsolver", "dn": "hipsolverDn", "cuda": "cusolverDn"}


class Parameter(NamedTuple):
    """A parameter, or an array and what tells how it lies in memory.

    Args:
        name: what it is called.
        kind: as in the table; "number" where it says nothing.
    """

    name: str
    kind: str


class Routine(NamedTuple):
    """A function for all four types of elements.

    Args:
        name: the row's.
        real, complex: what follows the letters of the types.
        takes: what comes before the work area.
        between: what comes between it and `info`.
        behind: what comes behind `info`.
        sized: what the function that tells the size of the work area takes; None where only
            hipSOLVER's own interface has one.
        counted: whether the other interfaces pass the size of the work area.
        interfaces: those that have it.
    """

    name: str
    real: str
    complex: str
    takes: tuple[Parameter, ...]
    between: tuple[Parameter, ...]
    behind: tuple[Parameter, ...]
    sized: tuple[tuple[Parameter, ...], tuple[Parameter, ...]] | None
    counted: bool
    interfaces: tuple[str, ...]


class Entry(NamedTuple):
    """A function that programs call.

    Args:
        name: the whole name.
        interface: a key of `INTERFACES`.
        routine: the row it comes from.
        letter: the type of elements, one of "sdcz".
    """

    name: str
    interface: str
    routine: Routine
    letter: str

    @property
    def has_work_area(self) -> bool:
        """Whether it takes one."""
        return self.routine.sized is not None or self.interface == "own"


@lru_cache(maxsize=1)
def routines() -> tuple[Routine, ...]:
    """Return every row.

    Raises:
        PorterError: the table is damaged.
    """
    return tuple(_routine(name, row) for name, row in read(_PATH, Named(_ROW)).items())


def entries(routine: Routine) -> Iterator[Entry]:
    """Yield every name of a row, without those that tell sizes."""
    for interface in routine.interfaces:
        for letter in "sdcz":
            stem = routine.complex if letter in "cz" else routine.real
            name = f"{INTERFACES[interface]}{letter.upper()}{stem}"
            yield Entry(name, interface, routine, letter)


def _routine(name: str, row: dict[str, Any]) -> Routine:
    real, _, other = row["names"].partition(" ")
    takes = _parameters(row["takes"])
    between, behind = _halves(row.get("then", ""))
    sized: tuple[tuple[Parameter, ...], tuple[Parameter, ...]] | None = takes, behind
    if "buffer" in row:
        sized = None if row["buffer"] == "none" else _halves(row["buffer"])
    hip = tuple(row.get("hip", ("own", "dn")))
    return Routine(
        name, real, other or real, takes, between, behind, sized, row.get("counted", True),
        (*hip, "cuda"),
    )  # fmt: skip


def _halves(text: str) -> tuple[tuple[Parameter, ...], tuple[Parameter, ...]]:
    first, _, second = text.partition("|")
    return _parameters(first), _parameters(second)


def _parameters(text: str) -> tuple[Parameter, ...]:
    words = (word.partition(":") for word in text.split())
    return tuple(Parameter(name, kind or "number") for name, _, kind in words)
