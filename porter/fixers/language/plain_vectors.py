"""Treat vectors as CUDA's plain structures where HIP's are none.

## What it does
`float4 v = {1, 2};` and `int3{n}` get the zeros that their lists leave out: `{1, 2, 0, 0}`. A list
of plain numbers for an array of vectors gets a pair of braces for each: `float2 p[] = {1, 2, 3, 4}`
becomes `{{1, 2}, {3, 4}}`. Where it is not known which are numbers, the list is reported, and so is
a vector that a structured binding takes apart.

## Why
CUDA's vectors are plain structures: members without a value are zero, and an array of them takes
numbers one after the other. HIP's have constructors, one for all members and one for a single
number, which every member gets: `float4 v = {1}` is (1, 1, 1, 1), and each number of such an array
fills a vector. Lists of other lengths do not compile, nor do structured bindings: HIP's members are
in a union.

## What it leaves alone
Whole lists, empty ones, `{0}`, and one value whose type the file does not show: it may be a vector.

## References
CUDA C++ Programming Guide, "Built-in Vector Types"; `hip/amd_detail/amd_hip_vector_types.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._coordinates import BUILT_IN
from porter.fixers.language._vector_types import KINDS
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import element_type
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

_TYPES = tuple(f"{kind}{count}".encode() for kind in KINDS for count in (2, 3, 4))
_MAKERS = frozenset(b"make_" + name for name in _TYPES)
#: What stands between a type and its list: a name, bounds of an array, a bracket of a cast.
_MADE = re.compile(
    rb"[ \t\r\n]*+(?:\)|(?P<name>[A-Za-z_]\w*+)[ \t]*+(?P<bounds>(?:\[[^\[\]{};]*+\][ \t]*+)*+))?+"
    rb"[ \t\r\n]*+=?+[ \t\r\n]*+(?=\{)"
)
_BOUND = re.compile(rb"[ \t]*+\[[ \t]*+(\d{0,6}+)[ \t]*+\][ \t]*+")
_NEXT = re.compile(rb"[ \t\r\n]*+,[ \t\r\n]*+(?=[A-Za-z_])")
_NUMBER = re.compile(rb"[-+]?+[ \t]*+(?:\d|\.\d)[\w.]*+(?:(?<=[eE])[-+]\d++\w*+)?+")
_DECLARED = re.compile(rb"\b(?:" + b"|".join(_TYPES) + rb")[ \t&*]++(?:const[ \t]++)?+(\w++)")
_ZERO = re.compile(rb"[-+]?+(?:0++(?:\.0*+)?+|\.0++)[fFuUlL]*+")
_BINDING = re.compile(
    rb"\bauto[ \t]*+&?+&?+[ \t]*+\[[\w, \t]*+\][ \t]*+[=({][ \t]*+"
    rb"(?P<value>\w++)(?P<behind>[ \t]*+[(;)}])?+"
)

rule = Rule("LNG44", "plain-vectors", names=(*_TYPES, *_MAKERS, *BUILT_IN), handles=())

EXAMPLES = (
    Example(
        """
        float4 v = {1, 2}, w = {3.5f};
        const int3 one{1};
        f(float2{-1.0f}, (short2){3});
        uint2 pairs[2] = {{1}, {2, 3}};
        """,
        """
        float4 v = {1, 2, 0, 0}, w = {3.5f, 0, 0, 0};
        const int3 one{1, 0, 0};
        f(float2{-1.0f, 0}, (short2){3, 0});
        uint2 pairs[2] = {{1, 0}, {2, 3}};
        """,
    ),
    Example(
        """
        void f(float x, int n) { float4 a = {x}; float4 b{x * 2, 1}; }
        """,
        """
        void f(float x, int n) { float4 a = {x, 0, 0, 0}; float4 b{x * 2, 1, 0, 0}; }
        """,
        title="variables of the file",
    ),
    Example(
        """
        float2 p[4] = {1, 2, 3, 4}, q[] = { 0, -1.5f, 2 };
        int2 r[2] = {a, b, c + 1, d};
        """,
        """
        float2 p[4] = {{1, 2}, {3, 4}}, q[] = { {0, -1.5f}, {2, 0} };
        int2 r[2] = {{a, b}, {c + 1, d}};
        """,
        title="numbers one after the other",
    ),
    Example(
        "float2 p[] = {1, 2, a, b};\nfloat2 q[2][2] = {1, 2, 3, 4, 5, 6, 7, 8};\n",
        findings=("error", "error"),
        title="numbers beside what may be a vector, and arrays of arrays",
    ),
    Example(
        """
        float2 p;
        auto [x, y] = make_float2(3, 4);
        auto &[u, v] = p;
        auto [a, b] = pair;
        """,
        findings=("error", "error"),
        title="structured bindings",
    ),
    Example(
        """
        float4 a = {1, 2, 3, 4}, b = {}, c = {0}, d{a}, e = {make_float4(1, 2, 3, 4)}, g{0.f};
        float2 q[2] = {a, make_float2(1, 2)};
        struct int2 { int n; };
        void g(float z) {}
        void h(float4 z) { float4 y{z}; auto f = [](float4) { g(1), g(2); }; }
        """,
        title="whole lists, empty ones, vectors",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each list that is too short, a finding for each vector taken apart."""
    for binding in _BINDING.finditer(file.code):
        value, is_call = binding["value"], (binding["behind"] or b"").strip() == b"("
        if value in _MAKERS if is_call else value in BUILT_IN or value in _vectors(file):
            yield rule.error(
                binding.span("value"),
                "HIP's vectors cannot be taken apart by a structured binding",
                hint="take its members: .x, .y",
            )
    for use in file.uses(_TYPES):
        count = int(use.name[-1:])
        at = use.end
        while (made := _MADE.match(file.code, at)) is not None:
            close = closing(file.code, made.end())
            if close is None or b";" in file.code[made.end() : close]:  # the body of something
                break
            if made["bounds"]:
                yield from _elements(file, (made.end(), close), count, made["bounds"])
            else:
                yield from _list(file, (made.end(), close), count)
            following = _NEXT.match(file.code, close + 1)
            if made["name"] is None or following is None:
                break
            at = following.end()


def _elements(
    file: SourceFile, span: tuple[int, int], count: int, bounds: bytes
) -> Iterator[RuleOutput]:
    """Yield what the lists in an array's list need."""
    elements = list(split_arguments(file.code, span[0] + 1, span[1]))
    texts = [file.code[start:end].strip() for start, end in elements]
    if texts and not texts[-1]:  # behind a comma
        elements, texts = elements[:-1], texts[:-1]
    if _are_members(texts, bounds, count):
        yield from _braces(elements, count)
        return
    if any(_NUMBER.fullmatch(text) and not _ZERO.fullmatch(text) for text in texts):
        yield rule.error(
            (span[0], span[1] + 1),
            "each number of this list fills a vector in HIP; in CUDA each fills a member",
            hint="put the members of each vector into braces",
        )
        return
    for (start, end), text in zip(elements, texts, strict=True):
        if text.startswith(b"{") and text.endswith(b"}"):
            opening = file.code.index(b"{", start)
            yield from _list(file, (opening, file.code.rindex(b"}", opening, end)), count)


def _are_members(texts: list[bytes], bounds: bytes, count: int) -> bool:
    """Tell whether an array's list has its vectors' members, one after the other."""
    bound = _BOUND.fullmatch(bounds)
    if bound is None or any(not text or text[:1] in b"{.#" or b"#" in text for text in texts):
        return False
    if all(map(_NUMBER.fullmatch, texts)):
        return not all(map(_ZERO.fullmatch, texts))
    return bool(bound[1]) and len(texts) == int(bound[1]) * count  # more than there are vectors


def _braces(elements: list[tuple[int, int]], count: int) -> Iterator[RuleOutput]:
    """Yield a pair of braces for each vector of a list, and the zeros that it leaves out."""
    for first in range(0, len(elements), count):
        members = elements[first : first + count]
        yield rule.insert(members[0][0], b"{")
        yield rule.insert(members[-1][1], b", 0" * (count - len(members)) + b"}")


def _list(file: SourceFile, span: tuple[int, int], count: int) -> Iterator[RuleOutput]:
    """Yield the zeros of one vector's list."""
    members = list(split_arguments(file.code, span[0] + 1, span[1]))
    texts = [file.code[start:end].strip() for start, end in members]
    if texts and not texts[-1]:  # behind a comma
        members, texts = members[:-1], texts[:-1]
    if not 0 < len(texts) < count or not all(texts) or texts[0].startswith((b".", b"{")):
        return
    if len(texts) == 1 and (_ZERO.fullmatch(texts[0]) or not _is_number(file, texts[0])):
        return
    end = members[-1][0] + len(file.code[slice(*members[-1])].rstrip())
    yield rule.insert(end, b", 0" * (count - len(texts)))


def _is_number(file: SourceFile, text: bytes) -> bool:
    if re.fullmatch(rb"[A-Za-z_]\w*", text) is None:
        return _NUMBER.fullmatch(text) is not None
    return element_type(file, text) is not None and text not in _vectors(file)


@once_for_each_file
def _vectors(file: SourceFile) -> frozenset[bytes]:
    """Return the names that the file declares as vectors somewhere."""
    return frozenset(_DECLARED.findall(file.code))
