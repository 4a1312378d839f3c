"""Writes docs/hazards.md: `python -m tests.hazards.page`."""

from __future__ import annotations

from pathlib import Path

from tests.hazards.table import Hazard, hazards

PAGE = Path(__file__).parents[2] / "docs" / "hazards.md"
_HEAD = """# Hazards

What compiles, or nearly compiles, as HIP and is wrong on AMD's GPUs, and what porter makes of it.
*Handled*: the port gives CUDA's result on waves of 64 lanes (gfx942) and of 32 (gfx1100).
*Reported*: nothing that a converter writes would be right; porter says where, and the page of the
rule says what to do. Each row is shown by running the program or the test named in it.
`python -m tests.hazards.page` writes this page.

| Hazard | Rule | | Shown by |
|---|---|---|---|
"""


def page() -> str:
    """Return the page's text."""
    return _HEAD + "".join(map(_row, hazards()))


def _row(hazard: Hazard) -> str:
    shown = hazard.test or f"tests/hazards/programs/{hazard.program}"
    wrong = f"; wrong on {' and '.join(hazard.fails)}" if hazard.fails else ""
    return (
        f"| {hazard.what} | [{hazard.rule}](rules/{hazard.rule}.md) | {hazard.verdict}{wrong} "
        f"| [{Path(shown).name}](../{shown}) |\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
