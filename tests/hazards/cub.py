"""The verdicts of cub.toml: which of hipCUB's primitives depend on the hardware's wavefront."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
#: A class, or a function of a block that moves items, as a header of hipCUB declares it.
_DECLARED = re.compile(
    r"^[ \t]*(?:class|struct)[ \t]+((?:Block|Warp|Device)\w+)|\b((?:Load|Store)Direct\w+)\(",
    re.MULTILINE,
)
_ROOMS = ("block", "warp", "device")


class Primitive(NamedTuple):
    """One primitive.

    Attributes:
        name: its name in CUB and hipCUB.
        verdict: `same`, `kept` or `reported`; `inside` for what nobody names.
        rule: id of the rule that keeps or reports it; empty without one.
        shown: the program that shows it, or why there is none.
    """

    name: str
    verdict: str
    rule: str
    shown: str


def primitives() -> list[Primitive]:
    """Return the rows, by name."""
    found = []
    for verdict, rows in tomllib.loads((FOLDER / "cub.toml").read_text("utf-8")).items():
        for name, row in rows.items():
            rule, shown = ("", row) if isinstance(row, str) else row
            found.append(Primitive(name, verdict, rule, shown))
    return sorted(found)


def declared(include: Path) -> set[str]:
    """Return the primitives that hipCUB's headers declare.

    Args:
        include: ROCm's folder of headers.
    """
    backend = include / "hipcub" / "backend" / "rocprim"
    text = "".join(
        path.read_text("utf-8", "replace")
        for room in _ROOMS
        for path in sorted((backend / room).glob("*.hpp"))
    )
    return {name for names in _DECLARED.findall(text) for name in names if name}
