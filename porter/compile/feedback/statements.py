"""Which lines the statement of a line is written in, as far as lines tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

#: What ends the line before a statement.
_ENDS = (b";", b"{", b"}", b":", b"*/")
#: Lines of a statement that are looked at, and of one of assembly, which may be a program.
_LONGEST = 20
_LONGEST_ASM = 400
_ASM = re.compile(rb"\b(?:__)?asm(?:__)?\b")
_BRACKET = re.compile(rb"[()\[\]]")
_TEXT = re.compile(rb'"(?:\\.|[^"\\\n])*+"?|//[^\n]*+')


class Statement(NamedTuple):
    """The lines of a statement.

    Attributes:
        first: where it begins, from 1.
        last: the line that was asked for, or where the call ends that begins in it: Python says an
            error there. Of assembly its end, since an error may be in any line.
        is_asm: whether it is assembly.
    """

    first: int
    last: int
    is_asm: bool = False


def statement(lines: Sequence[bytes], at: int) -> Statement:
    """Return the statement that a line is part of.

    Args:
        lines: of the file.
        at: a line, from 1.
    """
    at = min(at, len(lines))
    return _asm(lines, at) or Statement(_first(lines, at), _last(lines, at))


def _first(lines: Sequence[bytes], at: int) -> int:
    first = at
    while first > max(1, at - _LONGEST):
        before = lines[first - 2].partition(b"//")[0].strip()
        if not before or before.startswith(b"#") or before.endswith(_ENDS):
            break
        first -= 1
    return first


def _last(lines: Sequence[bytes], at: int) -> int:
    """Return where the call ends that is open at the end of a line; the line where none is."""
    depth = 0
    for last in range(at, min(at + _LONGEST, len(lines)) + 1):
        for bracket in _BRACKET.findall(_code(lines[last - 1])):
            depth += 1 if bracket in b"([" else -1
        if depth <= 0:
            return last
    return at


def _asm(lines: Sequence[bytes], at: int) -> Statement | None:
    """Return the statement of assembly whose parentheses hold a line; None without one."""
    first = at
    while first > max(1, at - _LONGEST_ASM) and not _ASM.search(_code(lines[first - 1])):
        first -= 1
    found = list(_ASM.finditer(_code(lines[first - 1]))) if lines else []
    if not found:
        return None
    depth = 0
    is_opened = False
    for last in range(first, min(len(lines), first + _LONGEST_ASM) + 1):
        code = _code(lines[last - 1])
        code = code[found[-1].end() :] if last == first else code
        for sign in re.findall(rb"[()]", code):
            depth += 1 if sign == b"(" else -1
            is_opened = True
            if depth == 0:
                return Statement(first, last, is_asm=True) if last >= at else None
        if not is_opened and last > first:
            return None
    return None


def _code(line: bytes) -> bytes:
    """Return a line without its strings and what is remarked behind them."""
    return _TEXT.sub(b"", line)
