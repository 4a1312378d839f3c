"""Values of types of a class that lies in a class template: `Pair::Sum()`, without `typename`.

`Pair::Sum` in `template <int N> struct Query { struct Pair { struct Sum {}; }; … };` depends on
`N`: a specialization of `Query` may have another `Pair` ([temp.dep.type]).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

from porter.fixers.language._class_bodies import class_bodies
from porter.source.text.brackets import closing
from porter.source.text.spans import Span

_TYPE = re.compile(rb"\b(?:struct|class|using)\s++([A-Za-z_]\w*+)\s*+[:={]")
_STATEMENT = re.compile(rb"[^;{}()]++")
#: A member of a class template that is defined outside it, and what leads to its body.
_DEFINED = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+<[^<>;{}()]*+>\s*+::\s*+[A-Za-z_]\w*+\s*+(?=\()")
_BODY = re.compile(rb"[^;{}()]*+(?=\{)")

#: Where a qualified name that is called stands, in the file's order: by the scope, by the name.
Made = Mapping[bytes, Mapping[bytes, list[int]]]


def nested_types_made(
    code: bytes, made: Made, templates: Sequence[tuple[Span, bytes]]
) -> Iterator[int]:
    """Yield where such a value is made: in the template or in a member defined outside it.

    Args:
        code: masked code.
        made: what may be one.
        templates: the braces and the name of each class template, in the file's order.
    """
    outermost: list[tuple[Span, bytes]] = []
    for one in templates:
        if not outermost or one[0][0] > outermost[-1][0][1]:
            outermost.append(one)
    outside: dict[bytes, list[Span]] | None = None
    for owner, bodies in class_bodies(code, made.keys()).items():
        for body in bodies:
            at = bisect_left(outermost, (body, b"")) - 1
            if at < 0 or outermost[at][0][1] < body[1]:
                continue
            around, name = outermost[at]
            if outside is None:
                outside = _defined_outside(code)
            for kind in _types(code, body) & made[owner].keys():
                places = made[owner][kind]
                for first, last in (
                    (around[0], body[0]),
                    (body[1], around[1]),
                    *outside.get(name, ()),
                ):
                    yield from places[bisect_right(places, first) : bisect_left(places, last)]


def _types(code: bytes, body: Span) -> set[bytes]:
    """Return the types that a class declares."""
    named = set(_TYPE.findall(code, *body))
    for match in _STATEMENT.finditer(code, *body):
        words = match.group().split()
        if words and words[0] == b"typedef":
            named.add(words[-1].lstrip(b"*&"))
    return named


def _defined_outside(code: bytes) -> dict[bytes, list[Span]]:
    """Return the braces of members that are defined outside their class template, by its name."""
    found: dict[bytes, list[Span]] = {}
    for match in _DEFINED.finditer(code):
        behind = closing(code, match.end())
        body = _BODY.match(code, behind + 1) if behind is not None else None
        if body is not None and (end := closing(code, body.end())) is not None:
            found.setdefault(match[1], []).append((body.end(), end))
    return found
