"""The types of functions, and of parameters, which tell overloads apart, as they are written."""

from __future__ import annotations

from porter.source.text.brackets import split_arguments
from porter.source.text.runs import word_start

#: What stands in front of a function's name: a pattern of its type.
TYPE = rb"(?:(?:[A-Za-z_]\w*+|::|[*&<>,])\s*+){1,12}?"
#: Words that end a parameter's type; what else stands behind a type is its name.
_OF_TYPES = frozenset(b"const int char long short double unsigned".split())


def parameter_types(code: bytes, start: int, end: int) -> tuple[bytes, ...]:
    """Return the types of parameters in one spelling, without names and defaults.

    Args:
        code: masked code.
        start: offset of the opening parenthesis.
        end: offset of the closing one.
    """
    types = []
    for first, last in split_arguments(code, start + 1, end):
        text, bracket, size = code[first:last].partition(b"=")[0].partition(b"[")
        text = text.rstrip()
        name = word_start(text, len(text))
        if 0 < name < len(text) and text[name:] not in _OF_TYPES and text[name - 1] != 0x3A:
            text = text[:name]
        text = b" ".join(text.split()).replace(b" *", b"*").replace(b" &", b"&")
        types.append(text + bracket + size)
    return () if types == [b"void"] else tuple(types)
