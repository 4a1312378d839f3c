"""Which names of a file are CUB's: qualified, through an alias, or opened by a using-directive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source import SourceFile, Use

_USING = re.compile(rb"\busing[ \t]+namespace[ \t]+(?:::[ \t]*)?cub[ \t]*;")
_ALIAS = re.compile(rb"\bnamespace[ \t]+(\w+)[ \t]*=[ \t]*(?:::[ \t]*)?cub[ \t]*;")
#: The enumerations of algorithms, whose members a project may qualify by them.
_ENUMERATION = re.compile(rb"(?:^|::)[ \t]*\w+Algorithm$")
_DECLARED = re.compile(rb"\busing[ \t]+(?:::[ \t]*)?cub[ \t]*::[ \t]*(\w+)[ \t]*;")


def cub_names(file: SourceFile, names: frozenset[bytes]) -> Iterator[Use]:
    """Yield each occurrence of one of `names` that is CUB's."""
    scopes = {b"cub", *_ALIAS.findall(file.code)}
    opened = _USING.search(file.code) is not None
    declared = set(_DECLARED.findall(file.code))
    for use in file.occurrences_of(names):
        scope = file.qualifier(use.start)
        if scope is not None and use.name.isupper():
            scope = _ENUMERATION.sub(b"", scope) or None
        if scope is None:
            if (opened or use.name in declared) and not file.is_member(use.start):
                yield use
        elif scope in scopes or scope.endswith(b"::cub"):
            yield use
