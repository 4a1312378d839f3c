"""Functions of headers in which a whole warp shuffles, or a block meets, directly or by calls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from porter.fixers.warp._idioms import MASKED, WHOLE_MASK
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.cpp.functions import functions_of
from porter.source.text.calls import Call

#: Shuffles, votes and the barrier of a warp.
WARP_FUNCTIONS = (
    *(name for name in MASKED if not name.startswith((b"__match_", b"__reduce_"))),
    b"__syncwarp",
)
#: Barriers of a block.
BARRIERS = (
    b"__syncthreads",
    b"__syncthreads_and",
    b"__syncthreads_or",
    b"__syncthreads_count",
    b"__barrier_sync",
)
_WHOLE = re.compile(WHOLE_MASK)
_CALLED = re.compile(rb"(?<![\w.])([A-Za-z_]\w*+)[ \t]*+(?:<[^;(){}<>]*+>[ \t]*+)?\(")


class Holding(NamedTuple):
    """Names of functions.

    Attributes:
        warps: those that shuffle or vote for the whole warp.
        blocks: those that hold a barrier of the block.
    """

    warps: frozenset[bytes]
    blocks: frozenset[bytes]


class _Bodies(NamedTuple):
    """The device functions of one file: those of each kind, and who calls whom."""

    warps: frozenset[bytes]
    blocks: frozenset[bytes]
    calls: tuple[tuple[bytes, frozenset[bytes]], ...]


def is_for_whole_warp(file: SourceFile, call: Call) -> bool:
    """Tell whether the mask of a warp function is the whole warp, or it takes none."""
    return not call.arguments or _WHOLE.fullmatch(file.code[slice(*call.arguments[0])]) is not None


def holding_in_headers(file: SourceFile) -> Holding:
    """Return the functions of the project's headers that a file includes, by what they hold."""
    bodies = [_bodies(path, data) for path, data in headers_of(file).items()]
    calls = [pair for one in bodies for pair in one.calls]
    return Holding(
        _closed((name for one in bodies for name in one.warps), calls),
        _closed((name for one in bodies for name in one.blocks), calls),
    )


def _closed(
    names: Iterable[bytes], calls: list[tuple[bytes, frozenset[bytes]]]
) -> frozenset[bytes]:
    """Return the names, and those of the functions that call them."""
    found = set(names)
    size = -1
    while size < len(found):
        size = len(found)
        found.update(caller for caller, called in calls if not found.isdisjoint(called))
    return frozenset(found)


@lru_cache(maxsize=1 << 10)
def _bodies(path: str, data: bytes) -> _Bodies:
    file = SourceFile(path, data)
    spans = [(one.body_start, one.body_end, one.name) for one in functions_of(file) if one.name]
    warps = [one.start for one in file.calls(*WARP_FUNCTIONS) if is_for_whole_warp(file, one)]
    blocks = [one.start for one in file.calls(*BARRIERS)]

    def around(places: list[int]) -> frozenset[bytes]:
        return frozenset(
            name for start, end, name in spans if any(start < at < end for at in places)
        )

    calls = tuple(
        (name, frozenset(_CALLED.findall(file.code, start, end))) for start, end, name in spans
    )
    return _Bodies(around(warps), around(blocks), calls)
