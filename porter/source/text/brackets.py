"""Matching brackets and argument lists in masked code, without a parse tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from porter.source.text.bracket_pairs import (
    ANGLE,
    BRACKET,
    CLOSE,
    CONDITIONAL,
    OPEN,
    angle_ends,
    bracket_pairs,
    is_reference,
)

_SEPARATOR = re.compile(rb"[(){}\[\],<]")
NOT_BLANK = re.compile(rb"[^ \t\r\n\\]")
_BLANKS = b" \t\r\n\\"
#: Brackets that are looked through one by one; beyond, all of the text is paired in one pass.
_NEAR = 64


def closing(code: bytes, start: int) -> int | None:
    """Return the offset of the bracket that closes the one at `start`, or None.

    Args:
        code: masked code.
        start: offset of `(`, `[` or `{`.
    """
    expected: list[int] = []
    for match in islice(BRACKET.finditer(code, start), _NEAR):
        here = match.start()
        kind = OPEN.find(code[here])
        if kind >= 0:
            expected.append(CLOSE[kind])
            continue
        fits = bool(expected) and expected.pop() == code[here]
        if fits and expected:
            continue
        if code.find(b"#", start, here) >= 0 and CONDITIONAL.search(code, start, here):
            break
        return here if fits else None
    return bracket_pairs(code)[start] or None


def template_arguments_end(code: bytes, start: int) -> int | None:
    """Return the offset behind the `>` that closes the `<` at `start`, or None.

    `<` is taken for a template bracket when a `>` closes it before any `;`, brace or logical
    operator, which is how template arguments look in practice. `&&` may also make a reference.
    """
    depth = 0
    at = start
    for _ in range(_NEAR):
        match = ANGLE.search(code, at)
        if match is None:
            return None
        token, here = match.group(), match.start()
        at = match.end()
        if token == b"<":
            depth += 1
        elif token == b">":
            if code[here - 1 : here] == b"-":
                continue
            depth -= 1
            if depth == 0:
                return at
        elif token in (b"(", b"["):
            end = closing(code, here)
            if end is None:
                return None
            at = end + 1
        elif token != b"&&" or not is_reference(code, here):
            return None
    return angle_ends(code)[start] or None


def split_arguments(code: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each argument between two brackets, blanks trimmed.

    Args:
        code: masked code.
        start: offset behind the opening bracket.
        end: offset of the closing bracket.
    """
    first = at = start
    while match := _SEPARATOR.search(code, at, end):
        here = match.start()
        byte = code[here]
        at = here + 1
        if byte in OPEN:
            close = closing(code, here)
            at = end if close is None or close >= end else close + 1
        elif byte == 0x3C:
            at = _behind_template_arguments(code, here, end) or at
        elif byte == 0x2C:
            yield _trimmed(code, first, here)
            first = at
    if first != start or NOT_BLANK.search(code, first, end):
        yield _trimmed(code, first, end)


def _behind_template_arguments(code: bytes, start: int, end: int) -> int | None:
    """Return where the template arguments at `start` end, None when `<` means less than."""
    before = code[start - 1 : start]
    if not (before.isalnum() or before == b"_"):
        return None
    close = template_arguments_end(code, start)
    if close is None or close > end:
        return None
    follows = NOT_BLANK.search(code, close, end)
    return close if follows is None or follows.group() in b"(:,){*&;." else None


def _trimmed(code: bytes, start: int, end: int) -> tuple[int, int]:
    while start < end and code[start] in _BLANKS:
        start += 1
    while end > start and code[end - 1] in _BLANKS:
        end -= 1
    return start, end
