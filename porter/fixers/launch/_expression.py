"""The parts of a kernel launch, found from its `<<<` outwards."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import NamedTuple

from porter.source import SourceFile
from porter.source.cpp.scopes import previous
from porter.source.cpp.uses import is_pasted_to_previous
from porter.source.text.brackets import closing, split_arguments, template_arguments_end
from porter.source.text.lexer import WORD_BYTES
from porter.source.text.runs import word_start

#: What opens a launch, and the blanks that editors put into it, which nvcc takes.
OPENING = re.compile(rb"<<([ \t\r\n\\]*)<")
_TOKEN = re.compile(rb">>[ \t\r\n\\]*+>|<<<?|<|[(){}\[\];]")
_OPENERS = {0x29: 0x28, 0x5D: 0x5B}
#: Words that may stand in front of a statement.
_BEFORE_STATEMENT = frozenset((b"else", b"do"))
_CONTROL = frozenset((b"if", b"for", b"while", b"switch", b"constexpr"))
_NO_NAME = (
    _CONTROL | _BEFORE_STATEMENT | {b"return", b"case", b"throw", b"co_return", b"and", b"or"}
)
_MARK = re.compile(rb"[;{}?]")
_MACRO_HEAD = re.compile(rb"[ \t]*\#[ \t]*define[ \t]+\w+(?:\([^()]*\))?[ \t\\\r\n]*\Z")
_LONGEST_TEMPLATE_LIST = 4000  # beyond it nothing is changed, and a finding says so


class CannotTell(Exception):
    """Why a launch cannot be rewritten."""


class Launch(NamedTuple):
    """A launch that is a statement.

    Attributes:
        kernel: span of the expression that is launched.
        opening: span of `<<<`.
        parameters: spans of the two to four launch parameters.
        closing: span of `>>>`.
        parenthesis: offset of the parenthesis that opens the arguments.
        has_arguments: the kernel takes any.
    """

    kernel: tuple[int, int]
    opening: tuple[int, int]
    parameters: tuple[tuple[int, int], ...]
    closing: tuple[int, int]
    parenthesis: int
    has_arguments: bool


def launch_at(file: SourceFile, opening: int) -> Launch:
    """Return the launch whose `<<<` stands at `opening`.

    Raises:
        CannotTell: its parts cannot be told apart, or it is no statement.
    """
    code = file.code
    inner = code.index(b"<", opening + 2) + 1
    end, outer = closing_chevrons(code, inner)
    parameters = tuple(split_arguments(code, inner, end))
    if not 2 <= len(parameters) <= 4 or any(low == high for low, high in parameters):
        raise CannotTell(f"it has {len(parameters)} launch parameters")
    parenthesis = file.next(outer)
    if code[parenthesis : parenthesis + 1] != b"(":
        raise CannotTell("no arguments follow")
    last = closing(code, parenthesis)
    if last is None:
        raise CannotTell("its arguments do not end")
    kernel_end = file.previous(opening) + 1
    kernel = (_kernel_start(file, kernel_end), kernel_end)
    directive = next(file.directives_from(kernel[0] + 1), None)
    if directive is not None and directive.start < last:
        raise CannotTell("preprocessor directives run through it")
    if not _starts_statement(file, kernel[0]) or not _ends_statement(file, last + 1):
        raise CannotTell("it is part of an expression")
    has_arguments = file.next(parenthesis + 1) < last
    return Launch(kernel, (opening, inner), parameters, (end, outer), parenthesis, has_arguments)


def closing_chevrons(code: bytes, start: int) -> tuple[int, int]:
    """Return the span of the `>>>`, or `>> >`, that closes a launch.

    Args:
        code: masked code.
        start: where its parameters begin.

    Raises:
        CannotTell: nothing closes it.
    """
    at = start
    while match := _TOKEN.search(code, at):
        token, here = match.group(), match.start()
        at = match.end()
        if token.startswith(b">>"):
            return here, at
        if token == b"<":
            if code[here - 1] in WORD_BYTES:
                at = template_arguments_end(code, here) or at
        elif token == b"<<":  # a shift
            continue
        elif token in (b"(", b"[", b"{"):
            end = closing(code, here)
            if end is None:
                break
            at = end + 1
        else:
            break
    raise CannotTell("no >>> closes it")


def _kernel_start(file: SourceFile, end: int) -> int:
    """Return where the expression that ends at `end` starts: a name with all that belongs to it."""
    code = file.code
    start = end
    while True:
        last = file.previous(start)
        byte = code[last] if last >= 0 else 0
        if byte in _OPENERS:
            start = _opening(code, last)
            before = file.previous(start)
            if before < 0 or (code[before] not in WORD_BYTES and code[before] not in b">]"):
                break
            if _word_before(file, start) in _NO_NAME:
                break
        elif byte == 0x3E and code[last - 1 : last] != b"-":
            start = _template_list(code, last + 1)
        elif byte in WORD_BYTES:
            start = word_start(code, last + 1)
            start = _pasted(file, start)
            if _word_before(file, start) == b"template":
                start = file.previous(start) - 7
            before = file.previous(start)
            if code[before - 1 : before + 1] == b"::" and not file.qualifier(start):
                return before - 1  # `return ::k`: no scope stands in front
            if code[before - 1 : before + 1] in (b"::", b"->"):
                start = before - 1
            elif code[before : before + 1] == b".":
                start = before
            else:
                return start
            if not _goes_on(file, start):
                return start
        else:
            raise CannotTell("no kernel stands in front of it")
    return start


def _goes_on(file: SourceFile, start: int) -> bool:
    """Tell whether something belongs in front of the `::`, `.` or `->` at `start`."""
    before = file.previous(start)
    return before >= 0 and (file.code[before] in WORD_BYTES or file.code[before] in b">)]")


def _pasted(file: SourceFile, start: int) -> int:
    """Step over what `##` pastes in front of a name."""
    while is_pasted_to_previous(file.code, start):
        last = file.previous(file.previous(start) - 1)
        if last < 0 or file.code[last] not in WORD_BYTES:
            break
        start = word_start(file.code, last + 1)
    return start


def _opening(code: bytes, last: int) -> int:
    """Return the bracket that the one at `last` closes."""
    depth = 0
    wanted, other = _OPENERS[code[last]], code[last]
    for at in range(last, -1, -1):
        depth += (code[at] == other) - (code[at] == wanted)
        if depth == 0:
            return at
    raise CannotTell("its brackets do not match")


def _template_list(code: bytes, end: int) -> int:
    """Return the `<` of the template arguments that end at `end`."""
    at = end
    while (at := code.rfind(b"<", max(0, end - _LONGEST_TEMPLATE_LIST), at)) >= 0:
        last = previous(code, at)
        if template_arguments_end(code, at) == end and code[last : last + 1] != b"<":
            return at
    raise CannotTell("its template arguments cannot be told apart")


def _word_before(file: SourceFile, offset: int) -> bytes:
    last = file.previous(offset)
    if last < 0 or file.code[last] not in WORD_BYTES:
        return b""
    return file.code[word_start(file.code, last + 1) : last + 1]


def _starts_statement(file: SourceFile, start: int) -> bool:
    code = file.code
    before = file.previous(start)
    if before < 0 or code[before] in b";{}":
        return True
    directive = file.directive_at(before)
    if directive is not None and directive.end <= start:
        return True
    if directive is not None and _MACRO_HEAD.match(code, directive.start, start):
        return True
    if code[before] == 0x3A:  # of a label, or of a conditional expression
        marks = _marks(code)
        nearest = bisect_left(marks, before) - 1
        return nearest < 0 or code[marks[nearest]] != 0x3F
    if code[before] == 0x29:
        return _word_before(file, _opening(code, before)) in _CONTROL
    return _word_before(file, start) in _BEFORE_STATEMENT


@lru_cache(maxsize=1)
def _marks(code: bytes) -> tuple[int, ...]:
    """Return the places of question marks and of what ends a statement."""
    return tuple(match.start() for match in _MARK.finditer(code))


def _ends_statement(file: SourceFile, end: int) -> bool:
    after = file.next(end)
    if file.code[after : after + 1] in (b";", b""):
        return True
    directive = file.directive_at(end - 1)
    return directive is not None and directive.start < end and directive.end <= after
