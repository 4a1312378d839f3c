"""Libraries, tools and packages of CUDA's and their counterparts: `rules/cuda-hip/python.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from porter.tables.kinds import FILLED_TEXT, FLAG, TEXT, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, by_name, read, record

_ROW = Shape(
    needs={"names": TEXTS, "reason": FILLED_TEXT},
    takes={"hip": TEXT, "hint": TEXT, "source": TEXT, "stays": FLAG},
)
_TABLE = Shape(dict.fromkeys(("library", "tool", "package", "requirement"), Rows(_ROW)))


@dataclass(frozen=True, slots=True)
class Counterpart:
    """What there is on ROCm for something of CUDA's.

    Attributes:
        reason: why, or what there is instead.
        hip: what can be written in its place; empty for nothing.
        hint: what to do.
        stays: it answers to its name on ROCm.
    """

    reason: str
    hip: str = ""
    hint: str = ""
    stays: bool = False


@cache
def counterparts(kind: str) -> dict[str, Counterpart]:
    """Return the rows of a kind by name.

    Args:
        kind: `library`, `tool`, `package` or `requirement`, whose names may be patterns.

    Raises:
        PorterError: the table is damaged, or gives a name twice.
    """
    rows = _document()[kind]
    return by_name(_path(), ((row["names"], record(Counterpart, row)) for row in rows))


@cache
def _document() -> dict[str, Any]:
    return read(_path(), _TABLE)


def _path() -> Path:
    return rules_folder() / "cuda-hip" / "python.toml"
