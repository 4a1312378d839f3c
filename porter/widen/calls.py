"""Calls of warp functions in one function: those of the wavefront in their place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from porter.source.cpp.functions import DeviceFunction
from porter.source.file import SourceFile
from porter.source.preprocessor.expressions import integer
from porter.source.text.calls import Call
from porter.source.text.spans import Span
from porter.widen.idioms import Edit
from porter.widen.refusal import Refused
from porter.widen.roles import MASKED, Roles, role_of
from porter.widen.words import ALL, CALL, FUNCTIONS, OTHERS, REDUCTIONS, SHUFFLES, WAVE, Vocabulary

_SEGMENTS = frozenset((b"1", b"2", b"4", b"8", b"16"))


def warp_calls(
    file: SourceFile,
    function: DeviceFunction,
    roles: Roles,
    words: Vocabulary,
    done: Sequence[Span],
) -> Iterator[Edit]:
    """Yield the edits of the calls in a function's body.

    Raises:
        Refused: a call has no form for wavefronts, or a mask is not known.
    """
    for call in _calls(file, function):
        name = call.name
        if any(start <= call.start < end for start, end in done):
            continue
        if name in OTHERS:
            raise Refused(f"porter::{name.decode()} has no form for wavefronts", _line(file, call))
        if name not in FUNCTIONS:
            continue
        yield call.start - len(b"porter::"), call.start, b"porter::wave::"
        if name == b"activemask" or (name == b"syncwarp" and not call.arguments):
            continue
        mask = file.code[slice(*call.arguments[0])]
        if words.is_full(mask):
            yield (*call.arguments[0], ALL)
        elif name in REDUCTIONS or role_of(mask, roles.of, words) != MASKED:
            written = mask.decode(errors="replace")
            why = "names some lanes" if integer(mask) is not None else "is not known"
            raise Refused(f"the mask {written} {why}", _line(file, call))
        if name in SHUFFLES:
            yield from _shuffle(file, call, words)


def _shuffle(file: SourceFile, call: Call, words: Vocabulary) -> Iterator[Edit]:
    distance = file.code[slice(*call.arguments[2])]
    if distance == b"31":
        yield (*call.arguments[2], WAVE + b" - 1")
    elif distance == b"16":
        raise Refused("a distance of 16 is written out", _line(file, call))
    if len(call.arguments) == 4:
        width = file.code[slice(*call.arguments[3])]
        if width == b"32":
            yield (*call.arguments[3], WAVE)
        elif width not in _SEGMENTS and not words.size_name.fullmatch(width):
            raise Refused("a shuffle's width is not known", _line(file, call))


def _calls(file: SourceFile, function: DeviceFunction) -> Iterator[Call]:
    for match in CALL.finditer(file.code, function.body_start, function.body_end):
        call = file.call_at(*match.span("name"))
        if call is not None:
            yield call


def _line(file: SourceFile, call: Call) -> int:
    return file.position(call.start)[0]
