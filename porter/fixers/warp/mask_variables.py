"""Widen variables that keep a mask of lanes.

## What it does
With `--warp native` it declares a variable that is initialised by `__ballot`, `__ballot_sync`,
`__activemask` or a match function as `unsigned long long`.

## Why
In HIP these functions give 64 bits. A variable of 32 bits loses the lanes from 32 on, and the
functions that take a mask refuse it.

## What it leaves alone
`auto`, types of 64 bits, and everything with `--warp 32`.

## References
HIP kernel language reference, warp vote and ballot functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.warp._idioms import narrow_masks
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import Edit

_FUNCTIONS = (
    b"__ballot",
    b"__ballot_sync",
    b"__activemask",
    b"__match_any_sync",
    b"__match_all_sync",
)
_NATIVE = Options(warp="native")

rule = Rule(
    "WRP02", "mask-variables", names=_FUNCTIONS, shadowable=_FUNCTIONS, when=When(warp="native")
)

EXAMPLES = (
    Example(
        "const unsigned active = __activemask();\n",
        "const unsigned long long active = __activemask();\n",
        options=_NATIVE,
    ),
    Example("auto active = __activemask();\n", options=_NATIVE, title="wide already"),
    Example("unsigned active = __activemask();\n", title="32 bits are right for --warp 32"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each declaration."""
    for match, _ in narrow_masks(file):
        yield rule.replace(match.span(1), b"unsigned long long")
