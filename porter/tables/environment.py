"""Environment variables and their counterparts: `rules/cuda-hip/environment.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from porter.tables.kinds import FILLED_TEXT, FLAG, TEXT, TEXT_BY_NAME, TEXTS, one_of
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, by_name, read, record

_VARIABLE = Shape(
    needs={
        "names": TEXTS,
        "becomes": one_of("stays", "renamed", "reported"),
        "reason": FILLED_TEXT,
    },
    takes={
        "hip": TEXT,
        "source": TEXT,
        "build": FLAG,
        "values": TEXT_BY_NAME,
        "defaults": TEXT_BY_NAME,
    },
)
_TABLE = Shape({"variable": Rows(_VARIABLE)})


@dataclass(frozen=True, slots=True)
class Variable:
    """What becomes of an environment variable.

    Attributes:
        becomes: `stays`, `renamed` or `reported`.
        reason: why.
        hip: the variable that takes its place, or comes closest; may be empty.
        build: in setup.py, rules for build scripts take care of it.
        values: value that is set -> what it is on ROCm; without any, values stay as they are.
        defaults: default beside a read -> what it is on ROCm.
    """

    becomes: str
    reason: str
    hip: str = ""
    build: bool = False
    values: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)


@cache
def variables() -> dict[str, Variable]:
    """Return every variable of the table by its name.

    Raises:
        PorterError: the table is damaged, or gives a variable twice.
    """
    path = rules_folder() / "cuda-hip" / "environment.toml"
    rows = read(path, _TABLE)["variable"]
    return by_name(path, ((row["names"], record(Variable, row)) for row in rows))
