"""Where an identifier stands for CUDA's own function, variable or type, and where for others."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from porter.source.text.calls import Call

if TYPE_CHECKING:
    from porter.source.file import SourceFile

_WORD_BEFORE = re.compile(rb"([A-Za-z_]\w*)\Z")
#: Words after which a name is used, not declared.
_NO_TYPE = frozenset(
    b"return else case throw delete new goto do in and or not sizeof typename co_return co_yield "
    b"operator".split()
)
_QUESTION = re.compile(
    rb"(?:#[ \t]*(?:ifdef|ifndef|undef|define)[ \t]++|\bdefined[ \t]*+(?:\([ \t]*+)?)\Z"
)
_DECLARATION = re.compile(rb"\b(?!return\b|else\b)[A-Za-z_]\w*[ \t*&]+\Z")


class Use(NamedTuple):
    """A name and where it stands.

    Attributes:
        start: offset of its first byte.
        end: offset behind its last byte.
        name: the name.
    """

    start: int
    end: int
    name: bytes


def mentions(file: SourceFile, names: Collection[bytes]) -> list[Use]:
    """Return the places of `names` in the global scope, in order.

    Left out are members, names of other scopes, and what the project defines itself.
    """
    return sorted(
        use
        for use in file.occurrences_of(frozenset(names))
        if not file.is_member(use.start) and not file.qualifier(use.start)
    )


def uses(file: SourceFile, names: Collection[bytes]) -> list[Use]:
    """Return the mentions of `names` that are used as CUDA's, in order.

    Left out are names that are declared, defined or asked for by the preprocessor, and names that
    `##` pastes into longer ones.
    """
    return [
        use
        for use in mentions(file, names)
        if not is_pasted(file, use.start, use.name)
        and not is_declared(file, use.start)
        and not _is_asked_for(file, use.start)
    ]


def api_calls(file: SourceFile, names: Iterable[bytes]) -> Iterator[Call]:
    """Yield the calls of CUDA's functions `names`, in order.

    Calls of what the project defines, of other scopes' functions, and declarations are left out.
    """
    for call in file.calls(*(name for name in names if name in file.names)):
        if not file.qualifier(call.start) and not _is_declaration(file, call):
            yield call


def is_pasted(file: SourceFile, start: int, name: bytes) -> bool:
    """Tell whether the preprocessor's `##` makes the name at `start` part of another one."""
    after = file.next(start + len(name))
    before = file.previous(start)
    return file.code[after : after + 2] == b"##" or (
        before > 0 and file.code[before - 1 : before + 1] == b"##"
    )


def is_declared(file: SourceFile, start: int) -> bool:
    """Tell whether the name at `start` is declared there: a type stands in front of it."""
    at = file.previous(start)
    word = _WORD_BEFORE.search(file.code, max(0, at - 80), at + 1)
    if word is None or word.group(1) in _NO_TYPE:
        return False
    return not file.code[file.line_start(at) : at].lstrip().startswith(b"#")


def _is_asked_for(file: SourceFile, start: int) -> bool:
    return _QUESTION.search(file.code, file.line_start(start), start) is not None


def _is_declaration(file: SourceFile, call: Call) -> bool:
    """Tell whether a type stands in front of the name: `cudaError_t cudaMalloc(void **)`."""
    line = file.line_start(call.start)
    return _DECLARATION.search(file.code, line, call.start) is not None
