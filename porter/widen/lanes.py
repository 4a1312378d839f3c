"""Lane numbers, warp numbers, distances and sizes of one function, counted by wavefronts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.source.cpp.functions import DeviceFunction
from porter.source.file import SourceFile
from porter.source.text.spans import Span
from porter.widen.idioms import Edit
from porter.widen.refusal import Refused
from porter.widen.roles import GRID, LANE, THREAD, WARP, Roles
from porter.widen.words import WAVE, Vocabulary

_NAME = re.compile(rb"[A-Za-z_]\w*")
_LAST = b"(" + WAVE + b" - 1)"
_SHARED = re.compile(rb"\b__shared__\b[^;]*;")
_STATEMENT = re.compile(rb"[^;{}]+")
_UNCLEAR = re.compile(rb"(?<![\w.])(?:31|32|0x1[fF])[uU]?\b(?!\.)")
_LEFT = re.compile(rb"([\w.]+|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))\s*\Z")
#: Distances of shuffles: from half of a warp down, and up to it.
_DOWN = re.compile(
    rb"=\s*+(?P<number>16)\s*+;\s*+(\w++)\s*+(?:(?:>\s*+0|>=\s*+1|!=\s*+0)\s*+)?+;\s*+"
    rb"\2\s*+(?:/=\s*+2|>>=\s*+1)"
)
_UP = re.compile(rb"=\s*+1\s*+;\s*+(\w++)\s*+<=\s*+(?P<number>16)\s*+;\s*+\1\s*+(?:\*=|<<=)")
_BUILT_IN = frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"x", b"int", b"unsigned"))


def lanes(
    file: SourceFile,
    function: DeviceFunction,
    roles: Roles,
    words: Vocabulary,
    done: Sequence[Span],
) -> Iterator[Edit]:
    """Yield the edits of a function's body.

    Args:
        file: the file.
        function: one of its functions.
        roles: what its names hold.
        words: the file's constants.
        done: places that are edited already.

    Raises:
        Refused: a number may or may not count lanes, or warps are counted through the grid.
    """
    code, begin, end = file.code, function.body_start, function.body_end
    _refuse_warps_of_the_grid(file, function, roles, words)
    # A slot for each warp of 32 threads is room enough for wavefronts.
    seen = [*done, *(match.span() for match in _SHARED.finditer(code, begin, end))]
    for pattern, text in _patterns(roles, words):
        for match in pattern.finditer(code, begin, end):
            place = match.span("number")
            if _is_in(place, seen[: len(done)]) or place in seen:
                continue
            if "sign" in match.re.groupindex:
                _check_left(file, match.start(), roles, words)
            seen.append(place)
            yield (*(match.span("all") if "all" in match.re.groupindex else place), text)
    for match in words.size_name.finditer(code, begin, end):
        if not _is_in(match.span(), done) and match.span() not in seen:
            seen.append(match.span())
            yield (*match.span(), WAVE)
    for match in _UNCLEAR.finditer(code, begin, end):
        if not _is_in(match.span(), seen):
            number = match.group().decode()
            raise Refused(f"{number} may or may not count lanes", file.position(match.start())[0])


def _patterns(roles: Roles, words: Vocabulary) -> Iterator[tuple[re.Pattern[bytes], bytes]]:
    """Yield where a number counts lanes, as the group `number`, and what it becomes."""
    size, last = words.size, rb"(?P<number>(?:31|0x1[fF])[uU]?\b)"
    number = rb"(?P<number>" + size + rb")"
    yield re.compile(rb"\+\s*(?P<number>31)\b(?=\s*\))"), WAVE + b" - 1"
    yield re.compile(rb"(?P<all>(?P<sign>>>)\s*(?P<number>5)\b)"), b"/ " + WAVE
    yield re.compile(rb"(?P<sign>&)\s*" + last), _LAST
    yield re.compile(rb"(?P<sign>[%/])\s*" + number), WAVE
    yield _DOWN, WAVE + b" / 2"
    yield _UP, WAVE + b" / 2"
    yield re.compile(rb"=\s*1\s*;\s*(\w+)\s*<\s*" + number + rb"\s*;\s*\1\s*(?:\*=|<<=)"), WAVE
    yield re.compile(rb"(?<=[=(,] )" + last + rb"(?=\s*-)"), WAVE + b" - 1"
    yield re.compile(rb"(?<=[=(,])" + last + rb"(?=\s*-)"), WAVE + b" - 1"
    yield re.compile(rb"(?<![\w.])" + last + rb"(?=\s*-)"), _LAST
    if names := roles.names(LANE):
        lane = rb"\b(?:" + rb"|".join(map(re.escape, names)) + rb")\b"
        yield re.compile(lane + rb"\s*(?:==|!=|<|>=)\s*" + last), _LAST
        yield re.compile(lane + rb"\s*\+\s*" + number), WAVE
        yield re.compile(rb"=\s*" + lane + rb"\s*;[^;]*;[^;)]*\+=\s*" + number), WAVE


def _check_left(file: SourceFile, at: int, roles: Roles, words: Vocabulary) -> None:
    """Refuse what is cut by a warp's size unless it numbers or counts the threads of a block."""
    left = _LEFT.search(file.code, max(0, at - 200), at)
    names = set(_NAME.findall(left[1])) if left else {b"?"}
    threads = roles.names(THREAD) | roles.names(GRID) | _BUILT_IN | words.constants
    if names - threads:
        what = left[1].decode(errors="replace") if left else "what"
        raise Refused(f"{what} may or may not number threads", file.position(at)[0])


def _refuse_warps_of_the_grid(
    file: SourceFile, function: DeviceFunction, roles: Roles, words: Vocabulary
) -> None:
    cut = re.compile(rb"/\s*" + words.size + rb"|>>\s*5\b")
    warps, grid = roles.names(WARP), roles.names(GRID)
    for statement in _STATEMENT.finditer(file.code, function.body_start, function.body_end):
        names = set(_NAME.findall(statement.group()))
        of_grid = b"blockIdx" in names or names & grid
        if of_grid and (names & warps or cut.search(statement.group())):
            start = file.next(statement.start())
            raise Refused(
                "numbers the grid's warps of 32 threads: rows or results are laid out by them",
                file.position(start)[0],
            )


def _is_in(place: Span, others: Sequence[Span]) -> bool:
    return any(start <= place[0] < end for start, end in others)
