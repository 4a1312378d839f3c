"""Labels of a `switch` that name enumerators: where they stand, and which of them HIP lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context
from porter.source import SourceFile
from porter.tables.names import NameKind

_LABEL = re.compile(rb"\bcase[ \t\r\n]+(?P<name>[A-Za-z_]\w*)[ \t\r\n]*:(?!:)")


class Label(NamedTuple):
    """A label `case NAME:`.

    Attributes:
        name: the enumerator.
        start: offset of `case`.
        name_start: offset of the name.
        end: offset behind the colon.
    """

    name: bytes
    start: int
    name_start: int
    end: int


def labels(file: SourceFile, context: Context) -> Iterator[Label]:
    """Yield the labels that name one of CUDA's enumerators, in order."""
    if b"case" not in file.names:
        return
    own = context.defined
    for match in _LABEL.finditer(file.code):
        name = match.group("name")
        if name not in own and match.start("name") not in file.own.get(name, ()):
            yield Label(name, match.start(), match.start("name"), match.end())


def is_lacking(context: Context, name: bytes) -> bool:
    """Tell whether HIP has no counterpart of an enumerator, so that it never has that value."""
    unmapped = context.tables.unmapped.get(name)
    return unmapped is not None and not unmapped.scope and unmapped.kind is NameKind.ENUMERATOR
