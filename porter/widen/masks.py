"""Masks of lanes in one function: their types, what counts their lanes, bits of lanes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.source.cpp.functions import DeviceFunction
from porter.source.file import SourceFile
from porter.source.text.spans import Span
from porter.widen.idioms import Edit
from porter.widen.refusal import Refused
from porter.widen.roles import LANE, MASKED, Roles
from porter.widen.words import ALL, COUNTS, FULL, FUNCTIONS, MASK, MASKS

_CALLED = re.compile(rb"(?:porter::)?\b\w+\s*\(")
_WORD = re.compile(rb"\b[A-Za-z_]\w*")
_BIT = re.compile(rb"(?<![\w.])1[uU]?[lL]*\s*(?=<<)")
_ALLOWED = re.compile(rb"\s*(?:==|!=|&\s*1\b)")


def lanes_below(file: SourceFile, function: DeviceFunction, roles: Roles) -> Iterator[Edit]:
    """Yield what counts the lanes of a mask below the calling one: an instruction does so."""
    held, numbers = roles.names(MASKED), roles.names(LANE)
    if not held or not numbers:
        return
    pattern = re.compile(
        rb"\b(?:porter::popc|__popc)\(\s*(?P<mask>%s)\s*&\s*\(\(1[uU]?\s*<<\s*(?:%s)\)\s*-\s*1[uU]?\)\s*\)"
        % (_any_of(held), _any_of(numbers))
    )
    for match in pattern.finditer(file.code, function.body_start, function.body_end):
        yield (*match.span(), b"porter::wave::popc_below(%s)" % match["mask"])


def masks(
    file: SourceFile,
    function: DeviceFunction,
    roles: Roles,
    called: frozenset[bytes],
    done: Sequence[Span],
) -> Iterator[Edit]:
    """Yield the edits of masks.

    Args:
        file: the file.
        function: one of its functions.
        roles: what its names hold.
        called: names of functions that take masks as parameters.
        done: places that are edited already.

    Raises:
        Refused: a mask goes where 32 bits may be expected.
    """
    code, begin, last = file.code, function.body_start, function.body_end
    for start, end in sorted(roles.types):
        words = code[start:end]
        if b"auto" not in words:
            yield start, end, (b"const " if words.startswith(b"const") else b"") + MASK
    names = roles.names(MASKED)
    spans = list(done)
    for match in _CALLED.finditer(code, begin, last):
        name = match.group().rstrip(b"( \t\r\n")
        call = file.call_at(match.start(), match.start() + len(name))
        if call is None or _is_in(match.start(), done):
            continue
        inside = code[call.open : call.close]
        gives = any(b"porter::" + one in inside for one in MASKS)
        if name in COUNTS and (gives or not names.isdisjoint(_WORD.findall(inside))):
            yield match.start(), match.start() + len(name), COUNTS[name]
            spans.append((call.open, call.close))
        elif name in called or name.removeprefix(b"porter::") in FUNCTIONS:
            spans.append((call.open, call.close))
    spans += _assigned(file, function, names)
    for word in _WORD.finditer(code, begin, last):
        if word.group() not in names or _is_in(word.start(), spans):
            continue
        if not _ALLOWED.match(code, word.end()):
            line = file.position(word.start())[0]
            raise Refused(f"the mask {word.group().decode()} may have to have 32 bits", line)
    for start, end in spans[len(done) :]:
        for match in _BIT.finditer(code, start, end):
            yield (*match.span(), MASK + b"{1} ")
        for match in FULL.finditer(code, start, end):
            if re.match(rb"\s*>>", code[match.end() : match.end() + 4]):
                yield (*match.span(), ALL)


def _assigned(
    file: SourceFile, function: DeviceFunction, names: frozenset[bytes]
) -> Iterator[Span]:
    """Yield the statements that give masks a value."""
    if names:
        pattern = re.compile(rb"(?<![\w.\]])(?:%s)\s*[&|^]?=(?!=)[^;]*;" % _any_of(names))
        for match in pattern.finditer(file.code, function.body_start, function.body_end):
            yield match.span()


def _any_of(names: frozenset[bytes]) -> bytes:
    return rb"\b(?:" + rb"|".join(map(re.escape, sorted(names))) + rb")\b"


def _is_in(at: int, spans: Sequence[Span]) -> bool:
    return any(start <= at < end for start, end in spans)
