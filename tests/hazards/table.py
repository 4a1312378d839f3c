"""The rows of hazards.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
PROGRAMS = FOLDER / "programs"


class Hazard(NamedTuple):
    """One hazard.

    Attributes:
        what: what is written in CUDA.
        rule: id of the rule that handles or reports it.
        verdict: `handled`, or `reported`.
        program: the CUDA program that shows it, in programs/; empty where `test` does.
        test: the test that shows it, where no program does.
        fails: architectures on which the port of a reported program fails.
        warp: what `--warp` says.
    """

    what: str
    rule: str
    verdict: str = "handled"
    program: str = ""
    test: str = ""
    fails: tuple[str, ...] = ()
    warp: str = "32"


def hazards() -> list[Hazard]:
    """Return the rows, in order."""
    rows = tomllib.loads((FOLDER / "hazards.toml").read_text(encoding="utf-8"))["hazard"]
    return [Hazard(**{**row, "fails": tuple(row.get("fails", ()))}) for row in rows]
