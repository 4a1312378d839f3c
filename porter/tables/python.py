"""Libraries, tools and packages of CUDA's and their counterparts: `rules/cuda-hip/python.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from porter.errors import PorterError
from porter.tables.names import rules_folder

_KEYS = frozenset(("names", "hip", "reason", "hint", "source", "stays"))


@dataclass(frozen=True, slots=True)
class Counterpart:
    """What there is on ROCm for something of CUDA's.

    Attributes:
        hip: what can be written in its place; empty for nothing.
        reason: why, or what there is instead.
        hint: what to do.
        stays: it answers to its name on ROCm.
    """

    hip: str
    reason: str
    hint: str
    stays: bool


@cache
def counterparts(kind: str) -> dict[str, Counterpart]:
    """Return the rows of a kind by name.

    Args:
        kind: `library`, `tool`, `package` or `requirement`, whose names may be patterns.

    Raises:
        PorterError: the table is damaged, or gives a name twice.
    """
    path = rules_folder() / "cuda-hip" / "python.toml"
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise PorterError(f"cannot read the table: {error}", path=path) from error
    found: dict[str, Counterpart] = {}
    for entry in document.get(kind, []):
        strange = sorted(entry.keys() - _KEYS)
        if strange or not entry.get("reason"):
            raise PorterError(f"the row of {entry.get('names')} is damaged", path=path)
        row = Counterpart(
            entry.get("hip", ""), entry["reason"], entry.get("hint", ""), entry.get("stays", False)
        )
        for name in entry["names"]:
            if name in found:
                raise PorterError(f"{name} is given twice", path=path)
            found[name] = row
    return found
