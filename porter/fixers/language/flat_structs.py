"""Put the vectors of a structure's flat list into braces.

## What it does
`struct Ray { float3 from, to; };` and `Ray r = {0, 0, 0, 1, 0, 0};`: the list becomes
`{{0, 0, 0}, {1, 0, 0}}`. In a list for an array each structure gets braces, too. The structure may
stand in a header of the project.

## Why
CUDA's vectors are plain structures, whose members a list of an outer structure may name one after
the other. HIP's have constructors: each number would have to make a vector, and none does.

## What it leaves alone
Lists with inner braces, or of another length; structures with anything but numbers and vectors in
them; arrays of arrays.

## References
[dcl.init.aggr] of the C++ standard, "brace elision".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from porter.fixers import Context, Example, Rule
from porter.fixers.language._vector_types import KINDS
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

#: Types of members, with the numbers that one has.
_COUNTS = {
    **{f"{kind}{count}".encode(): count for kind in KINDS for count in (2, 3, 4)},
    **{one.encode(): 1 for one in "bool char short int long float double unsigned size_t".split()},
    **{f"{sign}int{bits}_t".encode(): 1 for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
_STRUCT = re.compile(
    rb"\b(?P<alias>typedef[ \t]++)?+struct\b(?:[ \t]++__(?:builtin_)?+align__[ \t]*+\([^()]*+\))?+"
    rb"(?:[ \t]++(?P<name>[A-Za-z_]\w*+))?+[ \t\r\n]*+(?=\{)"
)
_MEMBERS = re.compile(
    rb"[ \t\r\n]*+(?P<type>[A-Za-z_]\w*+)[ \t]++(?P<names>\w++(?:[ \t]*+,[ \t]*+\w++)*+)[ \t]*+;"
)
_ALIAS = re.compile(rb"[ \t\r\n]*+(?P<name>[A-Za-z_]\w*+)[ \t]*+;")
#: A list that begins with no brace, and a type and a name in front of one.
_LIST = re.compile(rb"\{[ \t\r\n]*+[^\s{};#]")
_OF_TYPE = re.compile(
    rb"(?<!\w)([A-Za-z_]\w*+)[ \t]++[A-Za-z_]\w*+[ \t]*+(?:\[[ \t]*+\w*+[ \t]*+\][ \t]*+)?+"
    rb"(?:=[ \t\r\n]*+)?+\Z"
)
_BYTES_IN_FRONT = 120
#: `name = {`, `name{` or `name[2] = {` behind the structure's.
_MADE = re.compile(
    rb"[ \t]++[A-Za-z_]\w*+[ \t]*+(?P<array>\[[ \t]*+\w*+[ \t]*+\][ \t]*+)?+=?+[ \t\r\n]*+(?=\{)"
)

_VECTOR = re.compile(rb"\b(?:%b)[234]\b" % b"|".join(one.encode() for one in KINDS))

rule = Rule("LNG91", "flat-structs", handles=())

EXAMPLES = (
    Example(
        """
        struct Ray { float3 from, to; int depth; };
        __constant__ Ray first = { 0, 0, 1, x, y, z, 4 };
        typedef struct { double2 a; double2 b; } pair;
        const pair one{1, 2, 3, 4};
        const pair both[2] = {
            1, 2, 3, 4,
            5, 6, 7, 8,
        };
        """,
        """
        struct Ray { float3 from, to; int depth; };
        __constant__ Ray first = { {0, 0, 1}, {x, y, z}, 4 };
        typedef struct { double2 a; double2 b; } pair;
        const pair one{{1, 2}, {3, 4}};
        const pair both[2] = {
            {{1, 2}, {3, 4}},
            {{5, 6}, {7, 8}},
        };
        """,
    ),
    Example(
        """
        struct Ray { float3 from, to; };
        Ray a = {from, to}, b = {{0, 0, 0}, {1, 1, 1}};
        struct Box { float3 low; Box(float, float, float); };
        Box c = {1, 2, 3};
        """,
        title="whole vectors, inner braces, constructors",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the braces of each list."""
    structs = _structs(file)
    for use in file.occurrences_of(frozenset(structs)) if structs else ():
        made = _MADE.match(file.code, use.end)
        close = closing(file.code, made.end()) if made is not None else None
        if made is None or close is None or b"#" in file.code[made.end() : close]:
            continue
        elements = list(split_arguments(file.code, made.end() + 1, close))
        if elements and elements[-1][0] == elements[-1][1]:  # behind a comma
            elements.pop()
        counts = structs[use.name]
        is_whole = (
            len(elements) % sum(counts) == 0 if made["array"] else len(elements) == sum(counts)
        )
        if not is_whole or any(b"{" in (file.code[slice(*one)] or b"{") for one in elements):
            continue
        for first in range(0, len(elements), sum(counts)):
            one = elements[first : first + sum(counts)]
            if made["array"]:
                yield rule.insert(one[0][0], b"{")
            yield from _braces(one, counts)
            if made["array"]:
                yield rule.insert(one[-1][1], b"}")


def _braces(elements: list[tuple[int, int]], counts: tuple[int, ...]) -> Iterator[RuleOutput]:
    """Yield a pair of braces for each vector of one structure."""
    first = 0
    for count in counts:
        if count > 1:
            yield rule.insert(elements[first][0], b"{")
            yield rule.insert(elements[first + count - 1][1], b"}")
        first += count


def _structs(file: SourceFile) -> dict[bytes, tuple[int, ...]]:
    """Return the structures that lists are for: of each member, how many numbers it has."""
    wanted = {name for name in _types(file) if name not in _COUNTS}
    if not wanted:
        return {}
    found: dict[bytes, tuple[int, ...]] = {}
    for path, data in headers_of(file).items():
        if b"struct" in data and any(name in data for name in wanted):
            found.update(_defined(path, data))
    found.update(_in(file.code))
    return {name: counts for name, counts in found.items() if name in wanted}


def _types(file: SourceFile) -> Iterator[bytes]:
    """Yield what stands where a type does, in front of a name with a list."""
    for match in _LIST.finditer(file.code):
        last = file.previous(match.start())
        if last < 0 or file.code[last : last + 1] in b");":
            continue  # the body of something
        before = file.code[max(0, match.start() - _BYTES_IN_FRONT) : match.start()]
        if (found := _OF_TYPE.search(before)) is not None:
            yield found[1]


@lru_cache(maxsize=512)
def _defined(path: str, data: bytes) -> dict[bytes, tuple[int, ...]]:
    return {} if _VECTOR.search(data) is None else _in(SourceFile(path, data).code)


def _in(code: bytes) -> dict[bytes, tuple[int, ...]]:
    """Return the structures of vectors and numbers that a text defines."""
    found: dict[bytes, tuple[int, ...]] = {}
    for match in _STRUCT.finditer(code):
        close = closing(code, match.end())
        if close is None:
            continue
        names = {match["name"]}
        if match["alias"] and (alias := _ALIAS.match(code, close + 1)) is not None:
            names.add(alias["name"])
        counts = _counts(code[match.end() + 1 : close])
        if max(counts, default=1) > 1:
            found.update(dict.fromkeys(filter(None, names), counts))
    return found


def _counts(body: bytes) -> tuple[int, ...]:
    """Return how many numbers each member has; nothing where one is anything else."""
    counts: list[int] = []
    at = 0
    while (match := _MEMBERS.match(body, at)) is not None:
        count = _COUNTS.get(match["type"])
        if count is None:
            return ()
        counts += [count] * (match["names"].count(b",") + 1)
        at = match.end()
    return tuple(counts) if not body[at:].strip() else ()
