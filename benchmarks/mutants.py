"""Mistakes of the kind that porting makes, put into device code one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed place.

    Attributes:
        operator: the kind of mistake.
        line: where, from 1.
        before: the text that was there.
        after: the text that is there now.
        text: the whole source with the change.
    """

    operator: str
    line: int
    before: str
    after: str
    text: str


#: A name, what it looks for, what it writes. Each match is one mutant.
Rule = tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]]

_HALVED = {"32": "16", "16": "8", "31": "15", "5": "4"}

#: Places as ported/warp_kit writes them.
WARP_KIT: tuple[Rule, ...] = (
    (
        "mask: without the upper lanes",
        re.compile(r"(?<=_sync\()(?:kFullMask|0xffffffffu?|present|active)(?=,)"),
        lambda m: "0x0000ffffu",
    ),
    (
        "width: half a warp",
        re.compile(r"(?<=[%/] )(?:kWarpSize|warpSize|32)\b|(?<=& )31\b|(?<=>> )5\b"),
        lambda m: _HALVED.get(m[0], "16"),
    ),
    (
        "width: a whole wave",
        re.compile(r"(?<=[%/] )(?:kWarpSize|warpSize|32)\b|(?<=& )31\b|(?<=>> )5\b"),
        lambda m: {"31": "63", "5": "6"}.get(m[0], "64"),
    ),
    (
        "offset: a step of the reduction left out",
        re.compile(r"(?<=int )(offset|mask|distance) = (kWarpSize / 2|\w+)(?=;)"),
        lambda m: f"{m[1]} = " + ("2" if m[1] == "distance" else "8"),
    ),
    (
        "offset: by one",
        re.compile(r"(?<=\[)(i|row|lane|column|threadIdx\.x)(?=\])"),
        lambda m: f"{m[1]} + 1",
    ),
    (
        "barrier dropped",
        re.compile(r"__syncthreads\(\);|(?:porter::|__)syncwarp\(\);"),
        lambda m: ";",
    ),
    (
        "arguments swapped",
        re.compile(r"(?<!const )\b((?:const )?(?:int|float\*|int\*|double\*|unsigned\*)) (\w+),"
                   r"(\s+)\1 (\w+)(?=[,)])"),
        lambda m: f"{m[1]} {m[4]},{m[3]}{m[1]} {m[2]}",
    ),
    (
        "condition: one too few",
        re.compile(r"(?<=\bi < )count\b(?! -)|(?<=column < )columns\b(?! -)"),
        lambda m: f"{m[0]} - 1",
    ),
    (
        "shuffle: the other direction",
        re.compile(r"shfl_(up|down)(?=_sync|\()"),
        lambda m: "shfl_down" if m[1] == "up" else "shfl_up",
    ),
)  # fmt: skip


#: A function that runs on the device, in a formatted source: to the brace that starts a line.
_DEVICE = re.compile(
    r"^(?:template *<[^;{]*?> *)?(?:static |inline )*__(?:global|device)__[^;{]*\{.*?^\}",
    re.MULTILINE | re.DOTALL,
)


def mutants(source: str, most: int, rules: Sequence[Rule] = WARP_KIT) -> Iterator[Mutant]:
    """Yield the mutants of a source's device code, at most `most` of each operator.

    Places are spread over the file. Host code is left alone: it decides about inputs.
    """
    device = [match.span() for match in _DEVICE.finditer(source)]
    for name, pattern, change in rules:
        places = [
            match
            for match in pattern.finditer(source)
            if any(start <= match.start() < end for start, end in device)
            and not _is_comment(source, match.start())
        ]
        step = max(len(places) // most, 1)
        for match in places[::step][:most]:
            after = change(match)
            yield Mutant(
                name,
                source.count("\n", 0, match.start()) + 1,
                match[0],
                after,
                source[: match.start()] + after + source[match.end() :],
            )


def _is_comment(source: str, place: int) -> bool:
    return "//" in source[source.rfind("\n", 0, place) + 1 : place]
