"""Say `__device__` where a function is defined, as where it is declared.

## What it does
A function of the file's scope, or a template of one, that is declared with `__device__` or
`__host__ __device__`, before its type or behind it, in the file or in a header of the project that
it includes, or that includes it as its definitions, and that is defined without these words, gets
them in front of the definition. Macros of the project that stand for them count as they do.

## Why
nvcc takes them from the declaration (`warning #20037-D`). To clang the two are functions for
different sides: `__host__ function 'dot' cannot overload __host__ __device__ function 'dot'`, or
two overloads, of which kernels find the one that nobody defines.

## What it leaves alone
Definitions whose parameters differ from those declared, or are spelt in another way; functions that
are declared with other qualifiers, too; members (LNG59), templates whose parameters are written in
another way or hold `<>` themselves, and definitions with a qualifier of their own or a macro that
may stand for one.

## References
CUDA C++ Programming Guide, "Function Execution Space Specifiers"; clang, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import head
from porter.fixers.language._qualifier_macros import DEVICE, HOST, Declarations, spelt_out
from porter.fixers.language._signatures import TYPE, parameter_types
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span, holds, merged

rule = Rule("LNG64", "redeclared-functions", handles=())

_NAME = rb"(?P<name>operator[ ]?(?:\(\)|\[\]|[-+*/%^&|~!=<>]{1,3}+)|(?!operator\b)[A-Za-z_]\w*+)"
#: A type, and a name behind it at which parameters open: what begins a function.
_DECLARED = re.compile(
    rb"(?:(?:(?:__host__|__device__|__forceinline__|extern|inline|static)\s++){1,5}+)"
    rb"(?:%b)?(?<=[\s*&>])%b\s*+(?=\()" % (TYPE, _NAME)
)
_CLASS = re.compile(rb"\b(?:class|struct|union)\b[^;{}()]{0,400}+\{")
#: What makes a template of a function; its parameters hold no arguments of other templates.
_TEMPLATE = rb"template[ \t]*+<[^<>;{}()]*+>\s*+"
_BEFORE = re.compile(_TEMPLATE + rb"\Z")
_DEFAULT = re.compile(rb"=[^,>]*+")
#: As far back the head of a template is looked for.
_LONGEST = 400
_DEFINED = re.compile(
    rb"^[ \t]*+(?P<template>%b)?+(?P<type>%b)(?<=[\s*&>])%b\s*+(?=\()" % (_TEMPLATE, TYPE, _NAME),
    re.MULTILINE,
)
_NO_TYPE = re.compile(
    rb"\b(?:return|template|new|throw|else|friend|using|typedef|struct\s*$|class|enum|namespace|case"
    rb"|goto|delete|if|while|for|switch)\b|\b__\w++(?<=__)|\b[A-Z][A-Z0-9_]{2,}\b"
)
_BODY = re.compile(rb"\s*+(?:noexcept\b\s*+)?\{")

EXAMPLES = (
    Example(
        """
        struct V { float x; };
        __host__ __device__ V operator+(const V &a, const V &b);
        __host__ __device__ V &operator += (V &a, float b);
        __device__ float dot(V a, V b = {});
        V &operator += (V &a, float b) { a.x += b; return a; }
        V operator+(const V &v, const V &w) { return {v.x + w.x}; }
        float dot(V v, V w) { return v.x * w.x; }
        float __device__ __host__ half(V a);
        static float __device__ third(V a);
        float half(V v) { return v.x / 2; }
        inline float third(V v) { return v.x / 3; }
        """,
        """
        struct V { float x; };
        __host__ __device__ V operator+(const V &a, const V &b);
        __host__ __device__ V &operator += (V &a, float b);
        __device__ float dot(V a, V b = {});
        __host__ __device__ V &operator += (V &a, float b) { a.x += b; return a; }
        __host__ __device__ V operator+(const V &v, const V &w) { return {v.x + w.x}; }
        __device__ float dot(V v, V w) { return v.x * w.x; }
        float __device__ __host__ half(V a);
        static float __device__ third(V a);
        __host__ __device__ float half(V v) { return v.x / 2; }
        __device__ inline float third(V v) { return v.x / 3; }
        """,
    ),
    Example(
        """
        template <typename T, int N = 2> __host__ __device__
        T pick(const T *a);
        template <typename T> __device__ T only(T a);
        template <typename T, int N>
        T pick(const T *a) { return a[N]; }
        template <typename T> T only(T a, T b) { return a; }
        template <int N> int only(int a) { return N; }
        """,
        """
        template <typename T, int N = 2> __host__ __device__
        T pick(const T *a);
        template <typename T> __device__ T only(T a);
        template <typename T, int N>
        __host__ __device__ T pick(const T *a) { return a[N]; }
        template <typename T> T only(T a, T b) { return a; }
        template <int N> int only(int a) { return N; }
        """,
        title="templates",
    ),
    Example(
        """
        struct V { float x; __device__ float sum(V a); };
        __device__ float dot(V a, V b);
        float sum(V a) { return a.x; }
        float dot(const V *a, const V *b) { return a->x * b->x; }
        """,
        title="another function of the name, and a member",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the qualifiers of each definition that lacks them."""
    places = list(_definitions(file))
    if not places:
        return
    names = {key.name for _, _, key in places}
    codes, macros, written = Declarations.of(file, names, around=True)
    declared = _declared((spelt_out(code, macros) for code in codes), names)
    for start, name_start, key in places:
        words = declared.get(key, frozenset())
        said = file.code[start:name_start].split()
        if DEVICE in words and not macros.keys() & said:
            yield rule.insert(start, written.of(words) + b" ")


class _Key(NamedTuple):
    """What tells a function from others: its name, its parameters' types, a template's head."""

    name: bytes
    types: tuple[bytes, ...]
    template: bytes


def _definitions(file: SourceFile) -> Iterator[tuple[int, int, _Key]]:
    """Yield where each unqualified definition and its name begin, and what it is."""
    code = file.code
    for match in _DEFINED.finditer(code):
        begin = match.start("template" if match["template"] else "type")
        if _NO_TYPE.search(match["type"]) or head(file, match.start("name")) != begin:
            continue
        end = closing(code, match.end())
        if end is None or not _BODY.match(code, end + 1) or file.directive_at(match.start()):
            continue
        yield (
            match.start("type"),
            match.start("name"),
            _Key(
                _name(match),
                parameter_types(code, match.end(), end),
                _spelling(match["template"] or b""),
            ),
        )


def _declared(codes: Iterable[bytes], names: set[bytes]) -> dict[_Key, frozenset[bytes]]:
    """Return the qualifiers of the functions of these names that are declared with any."""
    found: dict[_Key, frozenset[bytes]] = {}
    for code in codes:
        classes = merged(_classes(code))
        for match in _DECLARED.finditer(code):
            name = _name(match)
            if name not in names or holds(classes, match.start()):
                continue
            end = closing(code, match.end())
            if end is None:
                continue
            words = frozenset(match.group().split()) & {HOST, DEVICE}
            if not words and _BODY.match(code, end + 1):
                continue  # a definition, which is what lacks them
            before = _BEFORE.search(code, max(0, match.start() - _LONGEST), match.start())
            template = _spelling(before.group()) if before else b""
            key = _Key(name, parameter_types(code, match.end(), end), template)
            known = found.setdefault(key, words)
            if known != words:  # one for each side
                found[key] = frozenset()
    return found


def _spelling(template: bytes) -> bytes:
    """Return a template's head without defaults, in one spelling."""
    text = b" ".join(_DEFAULT.sub(b"", template).split())
    return text.replace(b" >", b">").replace(b" ,", b",")


def _classes(code: bytes) -> Iterator[Span]:
    """Yield the spans between the braces of classes, which declare members."""
    for match in _CLASS.finditer(code):
        if (end := closing(code, match.end() - 1)) is not None:
            yield match.end(), end


def _name(match: re.Match[bytes]) -> bytes:
    return b"".join(match["name"].split())
