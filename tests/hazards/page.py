"""Writes docs/hazards.md: `python -m tests.hazards.page`."""

from __future__ import annotations

from pathlib import Path

from tests.compat.edges.known import DIFFERENCES, Difference
from tests.hazards.cub import Primitive, primitives
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


_CUB = """
## hipCUB's primitives

Which of them depend on the hardware's wavefront. *same*: each thread has CUB's items on waves of 64
and of 32 (sums of floating-point numbers are taken in another order); *kept*: a rule gives the port
the 32 lanes of CUB's; *reported*: a rule says where; *inside*: a part of others.
`pytest tests/hazards` compares the list with hipCUB's headers.

| Primitive | | Rule | Shown by |
|---|---|---|---|
"""


_EDGES = """
## Functions at their edges

All scalar functions of CUDA's headers, with zeros, subnormal and largest numbers, infinities and
NaN, give what an H100 gives, but for these, which stay as AMD's compiler and libraries have them.
`pytest -m "" tests/compat/edges` compares them.

No GPU stops at an integer's division by zero: on NVIDIA's quotient and remainder are words of
ones, on AMD's the remainder is the dividend and the quotient what the reciprocal of zero leads to
(`tests/execute/cpu/test_divisions.py`). `porter run --check memory` tells where it happens.

| Functions | What differs |
|---|---|
"""


def page() -> str:
    """Return the page's text."""
    rows = "".join(map(_row, hazards())), "".join(map(_primitive, primitives()))
    edges = "".join(_difference(one) for one in DIFFERENCES if one.side != "cuda")
    return _HEAD + rows[0] + _CUB + rows[1] + _EDGES + edges


def _difference(difference: Difference) -> str:
    functions = ", ".join(f"`{name}`" for name in difference.functions)
    return f"| {functions} | {difference.why} |\n"


def _primitive(one: Primitive) -> str:
    rule = f"[{one.rule}](rules/{one.rule}.md)" if one.rule else ""
    shown = one.shown
    if shown.endswith(".cu"):
        shown = f"[{shown}](../tests/hazards/programs/{shown})"
    return f"| `{one.name}` | {one.verdict} | {rule} | {shown} |\n"


def _row(hazard: Hazard) -> str:
    shown = hazard.test or f"tests/hazards/programs/{hazard.program}"
    wrong = f"; wrong on {' and '.join(hazard.fails)}" if hazard.fails else ""
    return (
        f"| {hazard.what} | [{hazard.rule}](rules/{hazard.rule}.md) | {hazard.verdict}{wrong} "
        f"| [{Path(shown).name}](../{shown}) |\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
