"""Which 64-bit operands of an `asm` statement are integers, and no pointers."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.ptx.statement import AsmStatement
from porter.source import SourceFile
from porter.source.backwards import words_before
from porter.source.text.lexer import WORD_BYTES

_NAME = re.compile(rb"[A-Za-z_]\w*")
_INTEGER_TYPE = re.compile(
    rb"\b(?:u?int64_t|u?intptr_t|size_t|unsigned[ \t]++long(?:[ \t]++long)?+(?:[ \t]++int)?+"
    rb"|(?:unsigned[ \t]++)?+long[ \t]++long|u64|CUdeviceptr)[ \t]++(?:const[ \t]++)?+&?+[ \t]*+\Z"
)
#: `unsigned long long int const &`, the longest of them.
_LONGEST_TYPE = 6


class _Declared(NamedTuple):
    """Where a file may declare a name, in order, and whether as an integer of 64 bits."""

    places: list[int]
    are_integers: list[bool]


_known: WeakKeyDictionary[SourceFile, dict[bytes, _Declared]] = WeakKeyDictionary()


def known_integers(file: SourceFile, statement: AsmStatement) -> frozenset[int]:
    """Return the 64-bit operands whose name the function declares as an integer.

    Args:
        file: where the statement stands.
        statement: the statement.
    """
    names = {
        index: file.code[operand.start : operand.end]
        for index, operand in enumerate(statement.operands)
        if operand.kind == "l"
    }
    named = {index: name for index, name in names.items() if _NAME.fullmatch(name)}
    if not named:
        return frozenset()
    first = _function_start(file, statement.start)
    return frozenset(
        index for index, name in named.items() if _is_integer(file, name, first, statement.start)
    )


def _is_integer(file: SourceFile, name: bytes, first: int, end: int) -> bool:
    """Tell whether what a name was last declared as, in a part of a file, is an integer."""
    declared = _known.setdefault(file, {})
    if name not in declared:
        declared[name] = _declarations(file, name)
    places, are_integers = declared[name]
    last = bisect_left(places, end) - 1
    return last >= 0 and places[last] >= first and are_integers[last]


def _declarations(file: SourceFile, name: bytes) -> _Declared:
    """Return where a name stands behind a word, a `>`, or several `*` and `&`."""
    found = _Declared([], [])
    code = file.code
    for match in re.finditer(rb"\b" + name + rb"\b", code):
        start = at = match.start()
        while at > 0 and code[at - 1] in b" \t*&":
            at -= 1
        behind_word = at > 0 and (code[at - 1] in WORD_BYTES or code[at - 1 : at] == b">")
        if at < start and (behind_word or code[at : start - 1].strip()):
            low = words_before(file, start, _LONGEST_TYPE)
            found.places.append(start)
            found.are_integers.append(_INTEGER_TYPE.search(code, low, start) is not None)
    return found


def _function_start(file: SourceFile, offset: int) -> int:
    """Return where the outermost function around a place begins; 0 where none is known."""
    node = file.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    start = 0
    while node is not None:
        if node.type == "function_definition":
            start = node.start_byte
        node = node.parent
    return start
