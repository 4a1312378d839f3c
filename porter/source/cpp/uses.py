"""Decides whether an identifier is a use of CUDA's name, or a declaration or part of another."""

from __future__ import annotations

import re

from porter.source.cpp.scopes import previous
from porter.source.text.calls import next_code
from porter.source.text.lexer import WORD_BYTES
from porter.source.text.lines import is_in_directive_line
from porter.source.text.runs import run_start, word_start

_WORD_BEFORE = re.compile(rb"([A-Za-z_]\w*)\Z")
#: Words after which a name is used, not declared.
_NO_TYPE = frozenset(
    b"return else case throw delete new goto do in and or not sizeof typename co_return co_yield "
    b"operator".split()
)
#: Words of CUDA's between a type and the name that it declares; they are no types.
_ATTRIBUTES = frozenset(
    b"__grid_constant__ __nv_pure__ __inline_hint__ CUDART_CB CUDA_CB CUDARTAPI_CDECL".split()
)
#: Words that stand in front of a type or behind it, and are none themselves.
_QUALIFIERS = frozenset(
    b"const constexpr volatile static extern inline register mutable thread_local "
    b"__device__ __host__ __shared__ __constant__ __managed__ __forceinline__".split()
)
_NOT_TYPES = _ATTRIBUTES | _QUALIFIERS
#: Words and signs behind which a value stands, no type.
_BEFORE_VALUE = _NO_TYPE - {b"typename"}
_OPERATORS = frozenset(b"=(,+-*/%&|^<!?[.~")
#: What stands between the parentheses of a cast to a number or to a pointer to one.
_NUMBER_TYPE = re.compile(
    rb"\s*+(?:(?:const|unsigned|signed|long|short|int|char|float|double|bool|(?:std::)?+size_t"
    rb"|(?:std::)?+u?int\d++_t)\b\s*+)++[*\s]*+"
)
#: What such a type is written with.
_OF_TYPES = bytes(WORD_BYTES) + b" \t\r\n\f\v*:"
#: Directives that ask for a macro, or make or end one.
_ASKING = frozenset(b"ifdef ifndef elifdef elifndef undef define".split())


def is_used(code: bytes, start: int, name: bytes) -> bool:
    """Tell whether the name at `start` stands for what it names.

    It does not where it is declared, defined or asked for by the preprocessor, or where `##`
    pastes it into a longer one.
    """
    return (
        not is_pasted(code, start, name)
        and not is_declared(code, start)
        and not is_asked_for(code, start)
    )


def is_pasted(code: bytes, start: int, name: bytes) -> bool:
    """Tell whether the preprocessor's `##` makes the name at `start` part of another one."""
    return is_pasted_to_next(code, start + len(name)) or is_pasted_to_previous(code, start)


def is_pasted_to_next(code: bytes, end: int) -> bool:
    """Tell whether `##` stands behind the name that ends at `end`."""
    after = next_code(code, end)
    return code[after : after + 2] == b"##"


def is_pasted_to_previous(code: bytes, start: int) -> bool:
    """Tell whether `##` stands in front of the name at `start`."""
    before = previous(code, start)
    return before > 0 and code[before - 1 : before + 1] == b"##"


def is_declared(code: bytes, start: int) -> bool:
    """Tell whether the name at `start` is declared there: a type stands in front of it."""
    word = _type_before(code, start)
    return word is not None and not is_in_directive_line(code, word.start())


def is_function_declared(code: bytes, start: int) -> bool:
    """Tell whether a type stands in front of a function's name: `cudaError_t *cudaMalloc(…)`.

    What stands in the line before is taken for a macro, not for a type.
    """
    last = at = previous(code, start)
    while at >= 0 and code[at] in b"*&":
        if code[at - 1 : at + 1] == b"&&":
            return False
        at = previous(code, at)
    word = _type_before(code, at + 1)
    if word is None or b"\n" in code[at + 1 : start] or is_asked_for(code, word.start()):
        return False
    return at == last or not _is_value(code, at)


def is_asked_for(code: bytes, start: int) -> bool:
    """Tell whether the preprocessor is asked for the macro at `start`, or told to make it."""
    at = previous(code, start)
    in_parenthesis = code[at : at + 1] == b"("
    word = _word_until(code, previous(code, at) if in_parenthesis else at)
    if word is None:
        return False
    if in_parenthesis or word.group(1) == b"defined":
        return word.group(1) == b"defined"
    sign = previous(code, word.start())
    return word.group(1) in _ASKING and code[sign : sign + 1] == b"#"


def _type_before(code: bytes, start: int) -> re.Match[bytes] | None:
    """Return the word in front of a name, attributes and qualifiers left out, if it is a type."""
    word = _word_until(code, previous(code, start))
    while word is not None and word.group(1) in _NOT_TYPES:
        word = _word_until(code, previous(code, word.start()))
    return None if word is None or word.group(1) in _NO_TYPE else word


def _is_value(code: bytes, last: int) -> bool:
    """Tell whether the name that ends at `last`, in front of a `*` or `&`, is no type."""
    while (word := _word_until(code, last)) is not None:
        if word.group(1) in _BEFORE_VALUE:
            return True
        last = previous(code, word.start())
        if code[last - 1 : last + 1] == b"::":
            last = previous(code, last - 1)
    if _is_cast(code, last):
        return True
    return last >= 0 and (code[last] in _OPERATORS or code[last - 1 : last + 1] == b"->")


def _is_cast(code: bytes, last: int) -> bool:
    """Tell whether a cast to a type of numbers ends at `last`, and not a macro's arguments."""
    if code[last : last + 1] != b")":
        return False
    start = run_start(code, last, _OF_TYPES) - 1
    if start < 0 or code[start] != 0x28 or not _NUMBER_TYPE.fullmatch(code, start + 1, last):
        return False
    before = previous(code, start)
    word = _word_until(code, before)
    return (word is None or word.group(1) in _BEFORE_VALUE) and code[before : before + 1] != b">"


def _word_until(code: bytes, last: int) -> re.Match[bytes] | None:
    """Return the word whose last byte is at `last`, if one is there."""
    return _WORD_BEFORE.match(code, word_start(code, last + 1), last + 1)
