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
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule, When
from porter.options import Options
from porter.source import Call, SourceFile
from porter.source.text.edits import RuleOutput

#: Function -> number of arguments when the width is there.
_SHUFFLES = {
    b"__shfl_down_sync": 4,
    b"__shfl_xor_sync": 4,
    b"__shfl_up_sync": 4,
    b"__shfl_down": 3,
    b"__shfl_xor": 3,
    b"__shfl_up": 3,
}
_POWER = re.compile(rb"\b1[uU]?\s*<<")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_LOOP = rb"\bfor\s*\(\s*(?:\w+\s+)*%b\s*=\s*([^;]*);"
#: Characters of code before a shuffle in which its loop may begin.
_NEAR = 2_000

rule = Rule(
    "WRP29",
    "native-distances",
    fix=Fix.NONE,
    names=_SHUFFLES,
    shadowable=_SHUFFLES,
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
    for call in file.calls(*_SHUFFLES):
        if len(call.arguments) == _SHUFFLES[call.name] - 1 and _is_for_32(file, call):
            yield rule.warning(
                (call.start, call.close + 1),
                "the distance is made for 32 lanes; the shuffle spans the wavefront, 64 on gfx9",
                hint="compute it from warpSize, or pass 32 as the width",
            )


def _is_for_32(file: SourceFile, call: Call) -> bool:
    distance = file.code[slice(*call.arguments[-1])]
    if b"warpSize" in distance:
        return False
    if distance == b"16" or _POWER.search(distance):
        return True
    if not _NAME.fullmatch(distance):
        return False
    loop = re.compile(_LOOP % re.escape(distance))
    starts = [
        match.group(1) for match in loop.finditer(file.code, max(0, call.start - _NEAR), call.start)
    ]
    return bool(starts) and _NAME.search(starts[-1]) is not None and b"warpSize" not in starts[-1]
