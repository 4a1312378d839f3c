"""Put the vectors of a structure's flat list into braces.

## What it does
`struct Ray { float3 from, to; };` and `Ray r = {0, 0, 0, 1, 0, 0};`: the list becomes
`{{0, 0, 0}, {1, 0, 0}}`.

## Why
CUDA's vectors are plain structures, whose members a list of an outer structure may name one after
the other. HIP's have constructors: each number would have to make a vector, and none does.

## What it leaves alone
Lists with inner braces, or of another length; structures with anything but numbers and vectors in
them, and those that another file defines.

## References
[dcl.init.aggr] of the C++ standard, "brace elision".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

_KINDS = "char uchar short ushort int uint long ulong longlong ulonglong float double".split()
#: Types of members, with the numbers that one has.
_COUNTS = {
    **{f"{kind}{count}".encode(): count for kind in _KINDS for count in (2, 3, 4)},
    **{one.encode(): 1 for one in "bool char short int long float double unsigned size_t".split()},
    **{f"{sign}int{bits}_t".encode(): 1 for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
_STRUCT = re.compile(
    rb"\b(?P<alias>typedef[ \t]++)?+struct\b(?:[ \t]++(?P<name>[A-Za-z_]\w*+))?+[ \t\r\n]*+(?=\{)"
)
_MEMBERS = re.compile(
    rb"[ \t\r\n]*+(?P<type>[A-Za-z_]\w*+)[ \t]++(?P<names>\w++(?:[ \t]*+,[ \t]*+\w++)*+)[ \t]*+;"
)
_ALIAS = re.compile(rb"[ \t\r\n]*+(?P<name>[A-Za-z_]\w*+)[ \t]*+;")
#: `name = {` or `name{` behind the structure's.
_MADE = re.compile(rb"[ \t]++[A-Za-z_]\w*+[ \t]*+=?+[ \t\r\n]*+(?=\{)")

_VECTORS = tuple(name for name, count in _COUNTS.items() if count > 1)

rule = Rule("LNG91", "flat-structs", names=_VECTORS, handles=())

EXAMPLES = (
    Example(
        """
        struct Ray { float3 from, to; int depth; };
        __constant__ Ray first = { 0, 0, 1, x, y, z, 4 };
        typedef struct { double2 a; double2 b; } pair;
        const pair one{1, 2, 3, 4};
        """,
        """
        struct Ray { float3 from, to; int depth; };
        __constant__ Ray first = { {0, 0, 1}, {x, y, z}, 4 };
        typedef struct { double2 a; double2 b; } pair;
        const pair one{{1, 2}, {3, 4}};
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
        if made is None or close is None:
            continue
        elements = list(split_arguments(file.code, made.end() + 1, close))
        texts = [file.code[start:end].strip() for start, end in elements]
        counts = structs[use.name]
        if len(elements) != sum(counts) or any(not one or b"{" in one for one in texts):
            continue
        if b"#" not in file.code[made.end() : close]:
            yield from _braces(file, elements, counts)


def _braces(
    file: SourceFile, elements: list[tuple[int, int]], counts: tuple[int, ...]
) -> Iterator[RuleOutput]:
    first = 0
    for count in counts:
        if count > 1:
            start, _ = elements[first]
            last, end = elements[first + count - 1]
            text, behind = file.code[slice(*elements[first])], file.code[last:end]
            yield rule.insert(start + len(text) - len(text.lstrip()), b"{")
            yield rule.insert(last + len(behind.rstrip()), b"}")
        first += count


@once_for_each_file
def _structs(file: SourceFile) -> dict[bytes, tuple[int, ...]]:
    """Return the structures of vectors and numbers: of each member, how many numbers it has."""
    found: dict[bytes, tuple[int, ...]] = {}
    for match in _STRUCT.finditer(file.code):
        close = closing(file.code, match.end())
        if close is None:
            continue
        name = match["name"]
        if match["alias"] and (alias := _ALIAS.match(file.code, close + 1)) is not None:
            name = alias["name"]
        counts = _counts(file.code[match.end() + 1 : close])
        if name is not None and max(counts, default=1) > 1:
            found[name] = counts
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
