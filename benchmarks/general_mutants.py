"""The kinds of mistakes of `benchmarks.mutants` in code of any project's spelling."""

from __future__ import annotations

import re

from benchmarks.mutants import Rule

_WIDTH = r"(?:TB|WARP_SIZE|kWarpSize|warpSize|32)"
_HALVED = {"32": "16", "31": "15", "5": "4"}
_DOUBLED = {"32": "64", "31": "63", "5": "6"}
_IN_INDEX = re.compile(rf"(?<=[%/] ){_WIDTH}\b(?![.\w])|(?<=& )31\b|(?<=>> )5\b")
_TYPE = r"(?:const )?(?:\w+_t|int|float|double) *\*?(?:__restrict__ )?"

#: A name, what it looks for, what it writes.
GENERAL: tuple[Rule, ...] = (
    (
        "mask: without the upper lanes",
        re.compile(r"(?<=_sync\()[^,()]++(?=,)|(?<=_SYNC\()[^,()]++(?=,)"),
        lambda m: "0x0000ffffu",
    ),
    (
        "width: half a warp",
        _IN_INDEX,
        lambda m: _HALVED.get(m[0], f"({m[0]} / 2)"),
    ),
    (
        "width: a whole wave",
        _IN_INDEX,
        lambda m: _DOUBLED.get(m[0], f"({m[0]} * 2)"),
    ),
    (
        "offset: a step of the reduction left out",
        re.compile(r"(?<=int )(\w+) = (\w+ / 2|1)(?=; \1 (?:>|<))(?=[^\n]*[*/]= 2)"),
        lambda m: f"{m[1]} = " + ("2" if m[2] == "1" else f"{m[2]} / 2"),
    ),
    (
        "offset: by one",
        re.compile(r"(?<=\w\[)(?:[a-z]\w*|threadIdx\.x)(?=\])"),
        lambda m: f"{m[0]} + 1",
    ),
    (
        "barrier dropped",
        re.compile(r"__syncthreads\(\);|(?:porter::|__)syncwarp\(\);"),
        lambda m: ";",
    ),
    (
        "arguments swapped",
        re.compile(rf"(?<![\w<] )\b({_TYPE}) ?(\w+),(\s+)\1 ?(\w+)(?=[,)])"),
        lambda m: f"{m[1]} {m[4]},{m[3]}{m[1]} {m[2]}",
    ),
    (
        "condition: one too few",
        re.compile(r"(?<=\bif \()(\w+) < (\w+)(?=\))|(?<=; )(\w+) < (\w+)(?=;)"),
        lambda m: f"{m[0]} - 1",
    ),
    (
        "shuffle: the other direction",
        re.compile(r"(?i:shfl_(up|down))(?=_sync|_SYNC|\()"),
        lambda m: (m[0].replace("up", "down").replace("UP", "DOWN") if m[1].lower() == "up"
                   else m[0].replace("down", "up").replace("DOWN", "UP")),
    ),
)  # fmt: skip
