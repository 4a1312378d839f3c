"""Recognises what a program prints that says nothing about its results: times, addresses, places.

Numbers of that kind are replaced by a word for what they are, on both sides, so that the text
around them is still compared; in tables the words are those of the column's head. What is not
recognised by its words may show by changing from run to run of the same program.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from porter.verify.comparison.columns import time_cells
from porter.verify.comparison.source_places import without_places
from porter.verify.comparison.time_words import (
    CLOCK,
    FREQUENCY,
    NUMBER,
    RATE_UNIT,
    SHORT_UNIT,
    TIME_UNIT,
)

#: By itself, or right behind an ellipsis: `Launching kernel...0.25 s`.
_ALONE = rf"(?:(?<![\w.])|(?<=\.\.)(?!\.)){NUMBER}"
#: Several numbers, such as the times of several sizes.
_ROW = rf"{_ALONE}(?:[ \t]{{1,8}}{NUMBER})+"
_DEVICE_PROPERTY = (
    r"(?:compute capability|\bcompute (?=v(?:ersion)?[ :=]{0,2}\d)|"
    r"\bglobal mem(?:ory)?(?= ?[:=] ?-?\d++ ?(?:[KMG]i?)?B\b)|"
    r"\bmajor ?[-/.,] ?minor\b|\bL2[ -]cache(?: size)?\b|"
    r"multi[ -]?processors?|\bSMs|clock rate|warp[ -]?size|wavefront[ -]size|"
    r"bus width|bus id|driver version|runtime version|(?:total|free) (?:global |device )?memory|"
    r"CUDA ver\b|total (?:amount of )?constant mem(?:ory)?|memory pitch|texture alignment|"
    r"(?:shared mem(?:ory)?|registers)(?: \w++){0,2}? per (?:thread )?(?:block|multiprocessor|SM)"
    r"\b|"
    r"max(?:imum)?(?: number of| size of)?(?: each)?"
    r"(?: threads per (?:block|multiprocessor)|"
    r" (?:threads? |blocks? |grids? |work-?groups? )(?:size|dim(?:ension)?s?\b))|"
    r"max(?:imum)? sizes? of each dimension of a (?:block|grid)\b)"
)
#: The members of `cudaDeviceProp` and `hipDeviceProp_t` that programs print by their own names.
_DEVICE_MEMBER = (
    r"\b(?:totalGlobalMem|sharedMemPer(?:Block(?:Optin)?|Multiprocessor)|regsPer(?:Block|Multiprocessor)|"
    r"memPitch|maxThreadsPer(?:Block|MultiProcessor)|maxThreadsDim|maxGridSize|totalConstMem|clockRate|"
    r"textureAlignment|multiProcessorCount|memoryClockRate|memoryBusWidth|l2CacheSize)\b"
)
_DEVICE_NAME = (
    r"\bporter cpu executor \((?:gfx\d[0-9a-f]++|sm_\d++)\)|"
    r"\b(?:NVIDIA|AMD|Tesla|GeForce|Quadro|Radeon)(?: [\w()-]++){1,4}+|"
    r"\bgfx\d[0-9a-f]++|\bsm_\d++"
)
#: Kind -> what stands in front of what is left out, that itself, and what stands behind it.
_RULES = tuple(
    (
        kind,
        re.compile(
            f"(?P<before>{before})(?:{what})(?P<after>{after})", re.IGNORECASE | re.MULTILINE
        ),
    )
    for kind, before, what, after in (
        ("address", "", r"\b0x[0-9a-f]{8,}\b|\(nil\)", ""),
        ("device", "", _DEVICE_NAME, ""),
        # of NVIDIA's deviceQuery: 1D=(131072), 2D=(131072,65536)
        (
            "device",
            r"\bmax (?:layered )?texture (?:dimension )?size(?:\s?\([^)\n]{0,20}\))?[^\w\n]{0,50}",
            r"\w[^\n]*+",
            "",
        ),
        ("date", "", r"\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d:\d\d(?:\.\d+)?\b", ""),
        ("seed", r"\bseed\b[^\d\n]{0,12}", NUMBER, ""),
        ("rate", "", _ALONE, rf"\s?[\[(]?\s?(?:{RATE_UNIT}|{FREQUENCY})(?![\w/])"),
        ("time", "", _ALONE, rf"\s?[\[(]?\s?{TIME_UNIT}(?![\w/-])"),
        ("time", rf"(?<!<){CLOCK}\b[^\d\n,;|+-]{{0,40}}", _ROW, r"[ \t]*+$"),
        (
            "time",
            rf"(?<!<){CLOCK}\b[^\d\n,;|+-]{{0,40}}",
            _ALONE,
            r"x(?!\w)|(?![\w.]*\w| ?[a-z]{4})",
        ),
        ("time", "", _ALONE, r"(?:x|×| ?times) (?:faster|slower|speed-?up)\b"),
        # the unit in brackets in front of it
        ("time", rf"[(\[]{SHORT_UNIT}[)\]][\s:=]{{0,40}}", NUMBER, r"(?![\w.]*\w)"),
        ("rate", rf"[(\[]{RATE_UNIT}[)\]][\s:=]{{0,40}}", NUMBER, r"(?![\w.]*\w)"),
        # a quotient of times on the same line
        (
            "time",
            r"<(?:time|rate)>[^\n]{0,120}?\befficiency\b[^\d\n,;|+-]{0,40}",
            _ALONE,
            r"(?![\w.]*\w)",
        ),
        # their deviation
        (
            "time",
            rf"<(?:time|rate)>(?:\s?(?:{TIME_UNIT}|{RATE_UNIT})\b)?[^\w\n]{{0,9}}(?:\+/?-|±)\s*+",
            NUMBER,
            "",
        ),
        (
            "device",
            rf"(?:{_DEVICE_PROPERTY}|{_DEVICE_MEMBER})(?:(?!-\d)[^\d\n,;|]){{0,30}}+[ \t]{{0,50}}+",
            rf"-?{NUMBER}(?:(?:[ ,x]{{1,3}}|-){NUMBER}\b)*",
            "",
        ),
    )
)
_WORD = re.compile(r"[^\s,;:=()\[\]{}]+")
#: A line of numbers alone, none of them a part of a date: no rule finds anything in it.
_NUMBERS = re.compile(rf"(?:[\s,;|]++|{NUMBER}(?![\w.:-]))*+")


class Masked(NamedTuple):
    """A text without what says nothing about results.

    Attributes:
        text: the text, words in place of what was recognised.
        lines: kind -> the numbers of the lines where something of it was left out.
    """

    text: str
    lines: Mapping[str, Sequence[int]]


def masked(text: str) -> Masked:
    """Replace times, rates, addresses, dates, seeds, places, and properties of devices."""
    found: dict[str, list[int]] = defaultdict(list)
    result = []
    lines = text.splitlines()
    cells = {number: [*of_line] for number, of_line in groupby(time_cells(lines), itemgetter(0))}
    has_source = False
    for number, changed in enumerate(lines, 1):
        for cell in reversed(cells.get(number - 1, [])):
            changed = f"{changed[: cell.start]}<{cell.kind}>{changed[cell.end :]}"
            found[cell.kind].append(number)
        changed, has_source, kinds = without_places(changed, is_below_source=has_source)
        for kind in kinds:
            found[kind].append(number)
        for kind, pattern in () if _NUMBERS.fullmatch(changed) else _RULES:
            changed, count = pattern.subn(rf"\g<before><{kind}>\g<after>", changed)
            if count:
                found[kind].append(number)
        result.append(changed)
    once = {kind: [*dict.fromkeys(numbers)] for kind, numbers in found.items()}
    return Masked("\n".join(result), once)


def without_changes(texts: Sequence[str], others: Sequence[str]) -> tuple[list[str], list[int]]:
    """Leave out of texts what the first one's program prints anew in each run.

    Args:
        texts: what programs printed; the first one ran several times.
        others: what it printed the other times.

    Returns:
        The texts with a word in each such place, and the numbers of the lines that have one.
    """
    lines = [text.splitlines() for text in texts]
    again = [text.splitlines() for text in others]
    changed: list[int] = []
    for index, first in enumerate([*lines[0]]):
        versions = [side[index] for side in again if index < len(side) and side[index] != first]
        if not versions:
            continue
        changed.append(index + 1)
        places = _changing(first, versions)
        for side in lines:
            if index < len(side):
                side[index] = _left_out(side[index], places)
    return ["\n".join(side) for side in lines], changed


def _changing(line: str, versions: Sequence[str]) -> set[int] | None:
    """Return which words of a line are others in its versions; None where it has more or fewer."""
    words = [_WORD.findall(one) for one in (line, *versions)]
    if len({len(one) for one in words}) > 1:
        return None
    return {place for place, own in enumerate(zip(*words, strict=True)) if len(set(own)) > 1}


def _left_out(line: str, places: set[int] | None) -> str:
    """Return a line with a word for those at some places; None for all of it."""
    if places is None:
        return "<changes>"
    index = iter(range(len(line)))
    return _WORD.sub(lambda word: "<changes>" if next(index) in places else word[0], line)


def described(kind: str, lines: Sequence[int]) -> str:
    """Return which lines something was left out of: "time in line 3, 4"."""
    listed = ", ".join(map(str, lines[:6])) + (", …" if len(lines) > 6 else "")
    return f"{kind} in line{'s' if len(lines) > 1 else ''} {listed}"
