"""Find shared arrays with a slot for each warp of 32 threads.

## What it does
With `--warp native` it reports shared arrays of 32 elements, or of a size divided by 32, in files
that use warp functions.

## Why
A block of 1024 threads has 32 warps of 32 lanes and 16 of 64. Slots that no warp fills hold
whatever was there, and a last step that reads all of them adds it up.

## What it leaves alone
Other sizes, and everything with `--warp 32`.

## References
HIP porting guide, warpSize; vllm#12789.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule, When
from porter.fixers.warp._idioms import WARP_FUNCTIONS
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.runs import word_start

_ARRAY = re.compile(rb"\b__shared__\b([\w:<>,\s]*+)(?:\[([^\]\[]*+)\])?")
_WARPS = re.compile(rb"(?:/\s*+32|>>\s*+5)\Z")

rule = Rule(
    "WRP07",
    "warp-slots",
    fix=Fix.NONE,
    names=WARP_FUNCTIONS,
    shadowable=WARP_FUNCTIONS,
    when=When(warp="native"),
)

EXAMPLES = (
    Example(
        """
        __shared__ float sums[32];
        x = __shfl_sync(m, x, 0);
        """,
        options=Options(warp="native"),
        findings=("warning",),
    ),
    Example(
        """
        __shared__ float tile[64][32];
        __shared__ float row[32];
        """,
        options=Options(warp="native"),
        title="no warp functions in the file",
    ),
    Example(
        """
        __shared__ float sums[32];
        x = __shfl_sync(m, x, 0);
        """,
        title="32 lanes",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each array."""
    for match in _ARRAY.finditer(file.code):
        size = (match[2] or b"").strip()
        if size != b"32" and not _WARPS.search(size):
            continue
        end = match.start(1) + len(match[1].rstrip())
        start = word_start(file.code, end)
        yield rule.warning(
            (start, match.end()),
            f"{file.code[start:end].decode()} may have a slot for each warp of 32 threads",
            hint="count warps by warpSize, and set the slots that no warp fills",
        )
