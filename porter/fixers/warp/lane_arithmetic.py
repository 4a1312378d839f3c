"""Find lane and warp numbers that are computed with 32.

## What it does
With `--warp native` it reports `threadIdx.x & 31`, `% 32`, `/ 32` and `>> 5` in files that use
warp functions.

## Why
A wavefront of gfx9 has 64 lanes: a lane number of 0 to 31 names two lanes of it.

## Fix safety
With `--unsafe` the literals become `warpSize`. That is right where the number selects a lane or a
warp; sizes of shared arrays and launches that go with it have to follow.

## What it leaves alone
Files without warp functions, where 32 is a number like others, and everything with `--warp 32`.

## References
HIP porting guide, warpSize; mamba#831.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule, When
from porter.fixers.warp._idioms import WARP_FUNCTIONS
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_ARITHMETIC = re.compile(
    rb"\b(?:threadIdx\s*\.\s*x|tid|thread_id|threadId)\s*"
    rb"(?P<operation>&\s*(?:31|0x1[fF])|%\s*32|/\s*32|>>\s*5)[uU]?\b"
)
_INSTEAD = {b"&": b"% warpSize", b"%": b"% warpSize", b"/": b"/ warpSize", b">": b"/ warpSize"}

rule = Rule(
    "WRP05",
    "lane-arithmetic",
    fix=Fix.UNSAFE,
    names=WARP_FUNCTIONS,
    shadowable=WARP_FUNCTIONS,
    when=When(warp="native"),
)

EXAMPLES = (
    Example(
        """
        int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
        x = __shfl_sync(m, x, 0);
        """,
        options=Options(warp="native"),
        findings=("warning", "warning"),
    ),
    Example(
        """
        int lane = threadIdx.x % 32;
        x = __shfl_sync(m, x, 0);
        """,
        """
        int lane = threadIdx.x % warpSize;
        x = __shfl_sync(m, x, 0);
        """,
        options=Options(warp="native", unsafe=True),
        findings=("warning",),
    ),
    Example(
        "int column = threadIdx.x % 32;\n",
        options=Options(warp="native"),
        title="no warp functions in the file",
    ),
    Example(
        """
        int lane = threadIdx.x & 31;
        x = __shfl_sync(m, x, 0);
        """,
        title="32 lanes",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each computation, and its edit for those who ask for it."""
    for match in _ARITHMETIC.finditer(file.code):
        yield rule.warning(
            match,
            f"{match.group().decode()} counts 32 lanes; a wavefront of gfx9 has 64",
            hint="use warpSize where a lane or a warp is meant",
        )
        start, end = match.span("operation")
        yield rule.replace((start, end), _INSTEAD[file.code[start : start + 1]])
