"""Reads `known.toml`: which functions differ from an NVIDIA GPU's, and why."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple


class Difference(NamedTuple):
    """Functions that differ.

    Args:
        functions: their names.
        why: the reason.
        side: `hip`, `cuda` (the executor's), or empty for both.
    """

    functions: tuple[str, ...]
    why: str
    side: str = ""


_ROWS = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))["difference"]
DIFFERENCES = tuple(
    Difference(tuple(row["functions"]), row["why"], row.get("side", "")) for row in _ROWS
)


def known(side: str) -> set[str]:
    """Return the functions that differ on a side."""
    return {name for one in DIFFERENCES if one.side in ("", side) for name in one.functions}
