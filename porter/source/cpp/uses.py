"""Decides whether an identifier is a use of CUDA's name, or a declaration or part of another."""

from __future__ import annotations

import re

from porter.source.cpp.scopes import previous
from porter.source.text.calls import next_code
from porter.source.text.lines import is_in_directive_line, line_start

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
_QUESTION = re.compile(
    rb"(?:#[ \t]*+(?:ifdef|ifndef|undef|define)[ \t]++|\bdefined[ \t]*+(?:\([ \t]*+)?+)\Z"
)
_DECLARATION = re.compile(rb"\b(?!return\b|else\b)[A-Za-z_]\w*[ \t*&]+\Z")


def is_used(code: bytes, start: int, name: bytes) -> bool:
    """Tell whether the name at `start` stands for what it names.

    It does not where it is declared, defined or asked for by the preprocessor, or where `##`
    pastes it into a longer one.
    """
    return (
        not is_pasted(code, start, name)
        and not is_declared(code, start)
        and _QUESTION.search(code, line_start(code, start), start) is None
    )


def is_pasted(code: bytes, start: int, name: bytes) -> bool:
    """Tell whether the preprocessor's `##` makes the name at `start` part of another one."""
    after = next_code(code, start + len(name))
    before = previous(code, start)
    return code[after : after + 2] == b"##" or (
        before > 0 and code[before - 1 : before + 1] == b"##"
    )


def is_declared(code: bytes, start: int) -> bool:
    """Tell whether the name at `start` is declared there: a type stands in front of it."""
    at = previous(code, start)
    word = _WORD_BEFORE.search(code, max(0, at - 80), at + 1)
    while word is not None and word.group(1) in _ATTRIBUTES:
        at = previous(code, word.start())
        word = _WORD_BEFORE.search(code, max(0, at - 80), at + 1)
    if word is None or word.group(1) in _NO_TYPE:
        return False
    return not is_in_directive_line(code, at)


def is_function_declared(code: bytes, start: int) -> bool:
    """Tell whether a type stands in front of a function's name: `cudaError_t *cudaMalloc(…)`."""
    return _DECLARATION.search(code, line_start(code, start), start) is not None
