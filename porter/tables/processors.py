"""What AMD's processors offer a kernel: `rules/amd/processors.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from porter.tables.kinds import FILLED_TEXT, INTEGER, INTEGERS, LIST, NUMBER, TABLE, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Shape, read

_ROW = Shape(
    {
        **dict.fromkeys(("product", "source"), FILLED_TEXT),
        **dict.fromkeys(("simds", "waves", "registers", "granule", "limit"), INTEGER),
        "sgpr_waves": LIST,
        **dict.fromkeys(("lds", "cycle", "units", "l1", "shared"), INTEGER),
        "valu": INTEGERS,
        "additions": TEXTS,
        **dict.fromkeys(("clock", "bandwidth"), NUMBER),
        **dict.fromkeys(("vector", "matrix"), TABLE),
    }
)
_TABLE = Shape(
    needs=dict.fromkeys(("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"), _ROW),
)


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor; the table's head says what each figure is."""

    product: str
    source: str
    simds: int
    waves: int
    registers: int
    granule: int
    limit: int
    sgpr_waves: tuple[tuple[int, int], ...]
    lds: int
    cycle: int
    units: int
    clock: float
    bandwidth: float
    valu: tuple[int, int]
    additions: tuple[str, ...]
    l1: int
    shared: int
    vector: Mapping[str, float]
    matrix: Mapping[str, float]


@cache
def processors() -> Mapping[str, Processor]:
    """Return the processors by architecture.

    Raises:
        PorterError: the table is damaged.
    """
    document = read(rules_folder() / "amd" / "processors.toml", _TABLE)
    return {
        arch: Processor(
            **{
                **row,
                "sgpr_waves": tuple(map(tuple, row["sgpr_waves"])),
                "valu": tuple(row["valu"]),
                "additions": tuple(row["additions"]),
            }
        )
        for arch, row in document.items()
    }


def processor_of(arch: str) -> Processor | None:
    """Return the processor of an architecture, with or without features; None for others."""
    return processors().get(arch.partition(":")[0])
