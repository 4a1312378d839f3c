"""Types that are named behind their braces and have a mark in front of these.

`typedef struct __align__(8) { float array[2]; } pair;` is no C++ to tree-sitter, since the mark is
a macro to it in a place for a name. What is named is told by the words around the braces.
"""

from __future__ import annotations

import re

from porter.source.file import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing

_TYPEDEF = re.compile(rb"\btypedef\s++(?:struct|union|class|enum)\b[^;{}]{0,200}+\{")
_NAME = re.compile(rb"\s*+[A-Za-z_]\w*+(?=\s*+;)")


@once_for_each_file
def marked_types(file: SourceFile) -> frozenset[int]:
    """Return where the names behind the braces of `typedef struct … { … } name;` start."""
    found = set()
    for match in _TYPEDEF.finditer(file.code):
        end = closing(file.code, match.end() - 1)
        name = _NAME.match(file.code, end + 1) if end is not None else None
        if name is not None:
            found.add(file.next(name.start()))
    return frozenset(found)
