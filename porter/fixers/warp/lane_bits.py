"""Shift lane numbers in 64 bits.

## What it does
With `--warp native` it writes `1ull` for the 1 that is shifted by a lane number. Shifts of
`0xffffffff` by one are reported.

## Why
Lane numbers go up to 63 on gfx9; a shift of a 32-bit 1 by more than 31 has no meaning.

## What it leaves alone
Shifts by other amounts, and everything with `--warp 32`.

## References
HIP porting guide, lane masks and bit shifts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.warp._idioms import FULL_LITERAL, LANE
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_ONE = re.compile(rb"(?<![\w.])(1[uU]?)\s*+<<\s*+(?:\(\s*+)?" + LANE + rb"\b")
_ALL = re.compile(
    rb"(?<![\w.])" + FULL_LITERAL + rb"\s*(?:<<|>>)\s*\(?[^;,]{0,20}?\b" + LANE + rb"\b"
)
_NATIVE = Options(warp="native")

#: Without triggers: lane numbers are variables of the project, whatever they are called.
rule = Rule("WRP04", "lane-bits", when=When(warp="native"))

EXAMPLES = (
    Example(
        "auto below = mask & ((1u << lane) - 1);\n",
        "auto below = mask & ((1ull << lane) - 1);\n",
        options=_NATIVE,
    ),
    Example("auto above = 0xffffffffu << lane;\n", options=_NATIVE, findings=("error",)),
    Example("int size = 1 << level;\n", options=_NATIVE, title="no lane"),
    Example("auto bit = 1u << lane;\n", title="32 lanes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each shifted 1."""
    for match in _ONE.finditer(file.code):
        yield rule.replace(match.span(1), b"1ull")
    for match in _ALL.finditer(file.code):
        yield rule.error(
            match,
            "a mask of 32 bits is shifted by a lane number, which goes up to 63 on gfx9",
            hint="shift ~0ull",
        )
