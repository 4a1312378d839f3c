"""Whether a file shows that a name which looks like CUDA's is its own."""

from __future__ import annotations

import re

from porter.source import SourceFile, Use
from porter.source.backwards import words_before
from porter.source.cpp.definitions import is_declared_at

#: Words in front of a name that can only be declared, or asked for, there.
_INTRODUCED = re.compile(
    rb"(?:#[ \t]*(?:define|undef|ifn?def)|\b(?:enum|union|namespace|using)"
    rb"|\b(?:class|struct)(?:[ \t]+[A-Za-z_]\w*+)?+)[ \t]+\Z"  # class EXPORTED Name
)
#: The type of a variable that is declared behind it.
_TYPE_BEFORE = re.compile(rb"(?:\w|[*&>])[ \t]*+(?<=[\s*&])\Z")


def is_shown_here(file: SourceFile, name: bytes, places: list[Use], *, is_api: bool) -> bool:
    """Tell whether the file declares the name at one of the places, or shows what it is."""
    return any(
        _INTRODUCED.search(file.code, words_before(file, use.start, 3), use.start) is not None
        or is_declared_at(file, use.start, name, is_api=is_api)
        or _is_declared_by_macro(file, use)
        or (not is_api and _has_members(file, use))
        for use in places
    )


def _has_members(file: SourceFile, use: Use) -> bool:
    """Tell whether the name is a variable with members, which no API of CUDA's has."""
    after = file.next(use.end)
    return file.code[after : after + 1] == b"." or file.code[after : after + 2] == b"->"


def _is_declared_by_macro(file: SourceFile, use: Use) -> bool:
    """Tell whether a macro stands for the declaration of a variable with a value."""
    if file.directive_at(use.start) is None:
        return False
    after = file.next(use.end)
    if file.code[after : after + 1] != b"=" or file.code[after : after + 2] == b"==":
        return False
    return _TYPE_BEFORE.search(file.code, words_before(file, use.start, 2), use.start) is not None
