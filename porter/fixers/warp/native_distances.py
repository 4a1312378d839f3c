"""Find distances of shuffles in native ports that are made for 32 lanes.

## What it does
With `--warp native` it reports shuffles without a width whose distance is written out
(`__shfl_down_sync(m, v, 16)`), is a power of two of a counter (`1 << i`), or has a name whose value
does not come from `warpSize`: a constant, a parameter, a counter of a loop (`for (int o = kHalf;
…)`, `o < 32`); lanes by their number among 32 (`__shfl_sync(m, v, 31)`); and functions that are
told so by a template's argument (`sum<32>(v)`, where it is the width or begins the distances).

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
from porter.fixers.warp._divergence import calls_of
from porter.fixers.warp._idioms import SHUFFLES
from porter.options import Options
from porter.source import Call, SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

_POWER = re.compile(rb"\b1[uU]?\s*<<")
_NAME = re.compile(rb"[A-Za-z_]\w*")
#: A lane by its number among 32: the last one, the other half's.
_LANE_OF_32 = re.compile(
    rb"\b(?:31|0[xX]1[fF])\b|%\s*32\b|[-+^]\s*16\b|(?i:\bk?warp_?size)\s*-\s*1\b"
)
_BOUND = re.compile(rb"<=?\s*(\d+)\s*\Z")
_INDEXED = {b"__shfl_sync": 4, b"__shfl": 3}
_CALLED = SHUFFLES | _INDEXED
#: The head of a template whose first parameter is a number, and how far before a function it is.
_TEMPLATE = re.compile(
    rb"\btemplate[ \t]*+<[ \t]*+(?:unsigned|int|size_t|uint32_t)[ \t]++(?P<parameter>\w++)"
)
_HEAD = 160
_OF_32 = re.compile(rb"\b(?P<name>\w++)[ \t]*+<[ \t]*+32[ \t]*+[,>]")
_LOOP = re.compile(rb"\bfor\s*\(\s*(?:\w+\s+)*(\w+)\s*=")

rule = Rule(
    "WRP29",
    "native-distances",
    fix=Fix.NONE,
    names=_CALLED,
    shadowable=_CALLED,
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
        enum { HALF = 16 };
        template <int D> __device__ int step(int v) { return v + __shfl_xor_sync(~0ull, v, D); }
        __device__ int down(int v, int d) { return __shfl_down_sync(~0ull, v, d); }
        __device__ int sum(int v) {
          for (int o = 1; o <= HALF; o <<= 1) v += __shfl_up_sync(~0ull, v, o);
          for (int s : {16, 8, 4, 2, 1}) v += __shfl_xor_sync(~0ull, v, s);
          int o = 16;
          while (o) { v += __shfl_xor_sync(~0ull, v, o); o /= 2; }
          for (int i = 1; i < 4; i *= 2) v += __shfl_xor_sync(~0ull, v, i);
          return __shfl_sync(~0ull, v, 31) + __shfl_sync(~0ull, v, 0) + down(v, 16);
        }
        """,
        options=_NATIVE,
        findings=("warning",) * 6,
        title="parameters, lists, loops of every form, the last of 32 lanes",
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
    Example(
        """
        template <int W> __device__ int sum(int v) {
          for (int o = W / 2; o; o /= 2) v += __shfl_down_sync(~0ull, v, o, W);
          return v;
        }
        template <int N> __device__ int twice(int v) { return N * __shfl_sync(~0ull, v, 0); }
        __global__ void k(int *o) { o[0] = sum<32>(o[1]) + sum<8>(o[2]) + twice<32>(o[3]); }
        """,
        options=_NATIVE,
        findings=("warning",),
        title="a width that is a template's argument",
    ),
    Example("v += __shfl_down_sync(m, v, 16);\n", title="32 lanes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each shuffle whose distance is made for 32 lanes."""
    beginnings = _beginnings(file)
    for call in file.calls(*_CALLED):
        if len(call.arguments) == _CALLED[call.name] - 1 and _is_for_32(file, call, beginnings):
            yield rule.warning(
                call.whole,
                "the distance is made for 32 lanes; the shuffle spans the wavefront, 64 on gfx9",
                hint="compute it from warpSize, or pass 32 as the width",
            )
    yield from _told(file)


def _told(file: SourceFile) -> Iterator[RuleOutput]:
    """Yield a finding for each call that tells a template of the file to take 32 lanes."""
    told: set[bytes] = set()
    for call in file.calls(*_CALLED):
        if len(call.arguments) != _CALLED[call.name]:
            continue
        function = function_around(file, call.start)
        if function is None or function.name in told:
            continue
        head = file.code[max(0, function.start - _HEAD) : function.start]
        heads = list(_TEMPLATE.finditer(head))
        if heads and heads[-1]["parameter"] in _NAME.findall(file.code[slice(*call.arguments[-1])]):
            told.add(function.name)
    if not told:
        return
    for match in _OF_32.finditer(file.code):
        if match["name"] in told:
            yield rule.warning(
                match,
                f"{match['name'].decode()} is told to take 32 lanes; a wavefront of gfx9 has 64",
                hint="two groups of 32 are right where the code around counts them so, too",
            )


def _beginnings(file: SourceFile) -> dict[bytes, list[tuple[int, bytes]]]:
    """Return for each counter where its loops start, in order, and what it begins with there."""
    found: dict[bytes, list[tuple[int, bytes]]] = {}
    loops = list(_LOOP.finditer(file.code))
    ends = [*(loop.start() for loop in loops[1:]), len(file.code)]
    for loop, following in zip(loops, ends, strict=False):
        end = file.code.find(b";", loop.end(), following)
        end = file.code.find(b";", end + 1, following) if end >= 0 else -1
        if end >= 0:
            found.setdefault(loop[1], []).append((loop.start(), file.code[loop.end() : end]))
    return found


def _is_for_32(
    file: SourceFile, call: Call, beginnings: Mapping[bytes, Sequence[tuple[int, bytes]]]
) -> bool:
    distance = file.code[slice(*call.arguments[-1])]
    if b"warpSize" in distance:
        return False
    if call.name in _INDEXED:
        return _LANE_OF_32.search(distance) is not None
    if distance == b"16" or _POWER.search(distance):
        return True
    names = _NAME.findall(distance)
    return any(_is_made_for_32(file, call, name, beginnings) for name in names)


def _is_made_for_32(
    file: SourceFile,
    call: Call,
    name: bytes,
    beginnings: Mapping[bytes, Sequence[tuple[int, bytes]]],
) -> bool:
    """Tell whether a name in a distance gets its value from anything else than `warpSize`."""
    function = function_around(file, call.start)
    first = function.body_start if function is not None else 0
    loops = beginnings.get(name, ())
    before = bisect_left(loops, (call.start, b""))
    if before and (function is None or loops[before - 1][0] >= first):
        begun = loops[before - 1][1]
        if b"warpSize" in begun:
            return False
        bound = _BOUND.search(begun)
        # From one up: the bound says how many lanes; from a number down, another rule knows.
        return (bound is None or int(bound[1]) > 8) and (
            _NAME.search(begun.partition(b";")[0]) is not None or b"<" in begun
        )
    if function is None:
        return False
    head = file.code[function.start : function.body_start]
    words = [_NAME.findall(part) for part in head.rpartition(b"(")[2].split(b",")]
    positions = [at for at, names in enumerate(words) if name in names]
    if positions:
        passed = [call.arguments[positions[0] :][:1] for call in calls_of(file, function.name)]
        return any(file.code[slice(*one)] == b"16" for given in passed for one in given)
    assigned = re.compile(rb"\b" + name + rb"\b[ \t]*+=[^=;]*+\bwarpSize\b")
    return assigned.search(file.code, function.start, function.body_end) is None
