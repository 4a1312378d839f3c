"""Where an identifier stands for CUDA's own function or variable, and where for something else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from porter.source import SourceFile

_WORD_BEFORE = re.compile(rb"([A-Za-z_]\w*)\Z")
#: Words after which a name is used, not declared.
_NO_TYPE = frozenset(
    b"return else case throw delete new goto do in and or not sizeof typename co_return co_yield "
    b"operator".split()
)
_QUESTION = re.compile(
    rb"(?:#[ \t]*(?:ifdef|ifndef|undef|define)[ \t]++|\bdefined[ \t]*+(?:\([ \t]*+)?)\Z"
)


def uses(file: SourceFile, names: Collection[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (offset, name) where one of `names` is used as CUDA's, in no particular order.

    Left out are members, names of other scopes, names that are declared, defined or asked for by
    the preprocessor, and names that `##` pastes into longer ones.
    """
    for start, name in file.occurrences_of(frozenset(names)):
        if file.is_member(start) or file.qualifier(start) or is_pasted(file, start, name):
            continue
        if not is_declared(file, start) and not _is_asked_for(file, start):
            yield start, name


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
