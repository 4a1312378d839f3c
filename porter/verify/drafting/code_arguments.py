"""What macros are given that no parser of C++ takes for an argument: statements, and types.

`DISPATCH(dim, D, (32, 64), (run<D>(x)), ())` with a `;` in it is read as if it were given
`[&]{run<D>(x);}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.source.file import SourceFile
from porter.source.text.brackets import closing, split_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

_USE = re.compile(rb"\b[A-Z][A-Z0-9_]{2,}\s*+(?=\()")
#: Behind the parenthesis of an argument that parsers take as it is.
_TAKEN = (b"[", b"{")


def arguments_of(given: Node) -> Iterator[Node]:
    """Yield the arguments of a call; of a macro `ACCESSOR(x, 2, bool)` the type as well.

    Args:
        given: the list of them.
    """
    for one in given.named_children:
        yield from one.named_children if one.type == "ERROR" else (one,)


def with_lambdas(file: SourceFile) -> bytes:
    """Return a source in which such statements are lambdas; its lines stay where they are.

    Args:
        file: the source.
    """
    places = dict(_places(file.code))
    if not places:
        return file.data
    parts, last = [], 0
    for start, text in sorted(places.items()):
        parts += [file.data[last:start], text]
        last = start + 1
    return b"".join([*parts, file.data[last:]])


def _places(code: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the offsets of parentheses around statements, and what stands for them."""
    for use in _USE.finditer(code):
        end = closing(code, use.end())
        for start, stop in split_arguments(code, use.end() + 1, end) if end else ():
            inside = code[start + 1 : stop - 1]
            is_whole = code[start : start + 1] == b"(" and closing(code, start) == stop - 1
            if is_whole and b";" in inside and not inside.lstrip().startswith(_TAKEN):
                yield start, b"[&]{"
                yield stop - 1, b";}"
