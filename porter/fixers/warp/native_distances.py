"""Find distances of shuffles in native ports that are made for 32 lanes.

## What it does
With `--warp native` it reports shuffles without a width whose distance is written out
(`__shfl_down_sync(m, v, 16)`), is a power of two of a counter (`1 << i`), or runs in a loop from a
constant with a name (`for (int o = kHalf; …)`).

## Why
In HIP the width of a shuffle is that of the wavefront. Distances that begin at half of 32 lanes
cover half of a wavefront of 64: a sum lacks the other half, and each lane of it has another one.

## What it leaves alone
Shuffles with a width, distances that are computed from `warpSize`, loops from a literal 16 (WRP06),
and everything with `--warp 32`.

## References
HIP kernel language reference, warp shuffle functions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from porter.fixers import Context, Example, Fix, Rule, When
from porter.fixers.warp._idioms import SHUFFLES
from porter.options import Options
from porter.source import Call, SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

_POWER = re.compile(rb"\b1[uU]?\s*<<")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_LOOP = re.compile(rb"\bfor\s*\(\s*(?:\w+\s+)*(\w+)\s*=")

rule = Rule(
    "WRP29",
    "native-distances",
    fix=Fix.NONE,
    names=SHUFFLES,
    shadowable=SHUFFLES,
    when=When(warp="native"),
)
_NATIVE = Options(warp="native")

EXAMPLES = (
    Example(
        """
        v += __shfl_down_sync(m, v, 16);
        v += __shfl_down_sync(m, v, 8);
        for (int i = 0; i < 5; i++) v += __shfl_xor_sync(m, v, 1 << i);
        for (int o = kHalf; o; o >>= 1) v += __shfl_down_sync(m, v, o);
        """,
        options=_NATIVE,
        findings=("warning", "warning", "warning"),
    ),
    Example(
        """
        v += __shfl_down_sync(m, v, 16, 32);
        for (int o = warpSize / 2; o; o >>= 1) v += __shfl_down_sync(m, v, o);
        for (int o = 4; o; o >>= 1) v += __shfl_xor_sync(m, v, o);
        """,
        options=_NATIVE,
        title="a width, the wavefront's own size, a group of eight",
    ),
    Example("v += __shfl_down_sync(m, v, 16);\n", title="32 lanes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each shuffle whose distance is made for 32 lanes."""
    beginnings = _beginnings(file)
    for call in file.calls(*SHUFFLES):
        if len(call.arguments) == SHUFFLES[call.name] - 1 and _is_for_32(file, call, beginnings):
            yield rule.warning(
                call.whole,
                "the distance is made for 32 lanes; the shuffle spans the wavefront, 64 on gfx9",
                hint="compute it from warpSize, or pass 32 as the width",
            )


def _beginnings(file: SourceFile) -> dict[bytes, list[tuple[int, bytes]]]:
    """Return for each counter where its loops start, in order, and what it begins with there."""
    found: dict[bytes, list[tuple[int, bytes]]] = {}
    loops = list(_LOOP.finditer(file.code))
    ends = [*(loop.start() for loop in loops[1:]), len(file.code)]
    for loop, following in zip(loops, ends, strict=False):
        end = file.code.find(b";", loop.end(), following)
        if end >= 0:
            found.setdefault(loop[1], []).append((loop.start(), file.code[loop.end() : end]))
    return found


def _is_for_32(
    file: SourceFile, call: Call, beginnings: Mapping[bytes, Sequence[tuple[int, bytes]]]
) -> bool:
    distance = file.code[slice(*call.arguments[-1])]
    if b"warpSize" in distance:
        return False
    if distance == b"16" or _POWER.search(distance):
        return True
    loops = beginnings.get(distance, ())
    before = bisect_left(loops, (call.start, b""))
    if not before:
        return False
    start, first = loops[before - 1]
    function = function_around(file, call.start)
    if function is not None and start < function.body_start:
        return False
    return _NAME.search(first) is not None and b"warpSize" not in first
