"""Find reductions over a warp that start at 16.

## What it does
With `--warp native` it reports loops that begin with a distance of 16 and shuffle without a width.

## Why
The width is the wavefront then. On gfx9 the loop adds up the lanes of each half and leaves out
the other half.

## Fix safety
With `--unsafe` the 16 becomes `warpSize / 2`. That is right where one result per wavefront is
wanted; where the code around counts warps of 32 threads, pass 32 as the width instead.

## What it leaves alone
Shuffles with a width, and everything with `--warp 32`.

## References
HIP kernel language reference, warp shuffle functions; cupy#9977.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule, When
from porter.fixers.warp._idioms import SHUFFLES
from porter.options import Options
from porter.source import Call, SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput

_WORD = re.compile(rb"\w+")
_LOOP = re.compile(rb"\bfor\s*\(\s*(?:\w+\s+)*(\w+)\s*=\s*(16)\s*;")

rule = Rule(
    "WRP06",
    "shuffle-loops",
    fix=Fix.UNSAFE,
    names=SHUFFLES,
    shadowable=SHUFFLES,
    when=When(warp="native"),
)

EXAMPLES = (
    Example(
        "for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(m, v, i);\n",
        options=Options(warp="native"),
        findings=("warning",),
    ),
    Example(
        "for (int i = 16; i > 0; i /= 2) v += __shfl_xor(v, i);\n",
        "for (int i = warpSize / 2; i > 0; i /= 2) v += __shfl_xor(v, i);\n",
        options=Options(warp="native", unsafe=True),
        findings=("warning",),
    ),
    Example(
        "for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(m, v, i, 32);\n",
        options=Options(warp="native"),
        title="a width",
    ),
    Example("for (int i = 16; i > 0; i /= 2) v += __shfl_xor(v, i);\n", title="32 lanes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each loop, and its edit for those who ask for it."""
    calls = [call for call in file.calls(*SHUFFLES) if len(call.arguments) < SHUFFLES[call.name]]
    used = _used(file, calls)
    for match in _LOOP.finditer(file.code):
        places = used.get(match.group(1), [])
        first = bisect_right(places, match.end())
        if first == len(places) or places[first] >= _end_of_body(file, match.start()):
            continue
        yield rule.warning(
            match,
            "the loop covers 32 lanes; the shuffle in it spans the wavefront, 64 on gfx9",
            hint="start at warpSize / 2, or pass 32 as the width",
        )
        yield rule.replace(match.span(2), b"warpSize / 2")


def _used(file: SourceFile, calls: list[Call]) -> dict[bytes, list[int]]:
    """Return for each name where the innermost calls start in whose arguments it stands, sorted."""
    found: dict[bytes, set[int]] = {}
    left = sorted(calls, key=lambda call: call.open, reverse=True)
    around: list[Call] = []
    for word in _WORD.finditer(file.code, left[-1].open) if left else ():
        while left and left[-1].open < word.start():
            around.append(left.pop())
        while around and around[-1].close <= word.start():
            around.pop()
        if around:
            found.setdefault(word.group(), set()).add(around[-1].start)
    return {name: sorted(starts) for name, starts in found.items()}


def _end_of_body(file: SourceFile, start: int) -> int:
    """Return where the statement that the `for` at `start` repeats ends."""
    head = file.call_at(start, start + 3)
    if head is None:
        return start
    body = file.next(head.close + 1)
    if file.code[body : body + 1] == b"{":
        return closing(file.code, body) or start
    end = file.code.find(b";", body)
    return end if end >= 0 else len(file.code)
