"""Count and search all 64 bits of a mask of lanes.

## What it does
With `--warp native` it uses `__popcll` and `__ffsll` on masks of lanes: on what a ballot,
`__activemask` or match function answers, and on variables that keep it. `__clz` of a mask is
reported, since what is subtracted from changes, too.

## Why
`__popc` and `__ffs` take 32 bits. On gfx9 they leave out the lanes from 32 on.

## What it leaves alone
Other words, and everything with `--warp 32`.

## References
HIP kernel language reference, integer intrinsics; 3DGS-LM#15.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.warp._idioms import ANSWERED
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_ANSWER = re.compile(ANSWERED + rb"\s*\(")
_KEPT = re.compile(rb"\b(\w+)\s*=\s*" + ANSWERED + rb"\s*\(")
_WIDE = {b"__popc": b"__popcll", b"__ffs": b"__ffsll"}
_NATIVE = Options(warp="native")

rule = Rule(
    "WRP03",
    "mask-counts",
    names=(b"__popc", b"__ffs", b"__clz"),
    shadowable=(b"__popc", b"__ffs", b"__clz"),
    when=When(warp="native"),
)

EXAMPLES = (
    Example(
        """
        int n = __popc(__ballot_sync(m, p));
        unsigned a = __activemask();
        int f = __ffs(a) - 1;
        """,
        """
        #include "porter_compat/bits.hpp"
        int n = __popcll(__ballot_sync(m, p));
        unsigned a = __activemask();
        int f = __ffsll(a) - 1;
        """,
        options=_NATIVE,
    ),
    Example(
        """
        auto a = __activemask();
        int last = 31 - __clz(a);
        """,
        options=_NATIVE,
        findings=("error",),
    ),
    Example("int n = __popc(word);\n", options=_NATIVE, title="not a mask"),
    Example("int n = __popc(__activemask());\n", title="32 lanes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each count of a mask."""
    kept = set(_KEPT.findall(file.code))
    for call in file.calls(*_WIDE, b"__clz"):
        argument = file.code[call.open + 1 : call.close]
        if not _ANSWER.search(argument) and kept.isdisjoint(re.findall(rb"\w+", argument)):
            continue
        if call.name in _WIDE:
            yield rule.replace(call, _WIDE[call.name], support="bits.hpp")
        else:
            yield rule.error(
                call.whole,
                "__clz of a mask of lanes sees 32 of up to 64",
                hint="the highest lane is 63 - __clzll(mask)",
            )
