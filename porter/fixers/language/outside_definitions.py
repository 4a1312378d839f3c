"""Say `__device__` where a member is defined, as where it is declared.

## What it does
A member function that its class declares with `__device__` or `__host__ __device__`, in the file or
in a header of the project that it includes, or that includes it as its definitions (`vec.hpp` of
`vec.inl`), and that is defined outside of the class without these words, or without one of them,
gets them in front of the definition; members of templates and explicit specializations of these,
too. Macros of the project that stand for them (`#define HD __host__ __device__`) count as they do.

## Why
nvcc takes them from the declaration. To clang the two are functions for different sides:
`__host__ function 'check' cannot overload __host__ __device__ function 'check'`, of a template
`out-of-line definition of 'check' does not match any declaration`.

## What it leaves alone
Members of which the class has overloads with other qualifiers, and none with the same parameters;
classes that are declared twice, as templates with specializations are; definitions with a qualifier
of their own or a macro that may stand for one.

## References
CUDA C++ Programming Guide, "Function Execution Space Specifiers"; clang, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._members import (
    behind_templates,
    member_body,
    member_types,
    named_members,
)
from porter.fixers.language._qualifier_macros import DEVICE, HOST, Declarations, spelt_out
from porter.fixers.language._signatures import parameter_types
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput

#: Bytes in front of a member's name that are looked at.
_LONGEST = 400

rule = Rule("LNG59", "outside-definitions", handles=())

#: What may stand before a definition's name: words that are no macros, and signs of a type.
_HEAD = re.compile(rb"(?:[a-z_]\w*+|(?![A-Z0-9_]{2,}+(?!\w))[A-Z]\w*+|::|[\s*&<>,])*+")
#: The one qualifier that a definition may have of two.
_OWN = re.compile(rb"\A__device__\s++")
_NO_DEFINITION = re.compile(
    rb"\b(?:return|template|new|throw|else|friend|using|typedef)\b|\b__\w++(?<=__)"
)

EXAMPLES = (
    Example(
        """
        struct Guard {
          __device__ __host__ Guard();
          __device__ float *at(int i) const;
          __device__ float &operator[](int i);
          __device__ Index2D size() const;
          void open();
        };
        Guard::Guard() { }
        Index2D Guard::size() const { return {}; }
        float *Guard::at(int i) const { return nullptr; }
        float &Guard::operator [](int i) { return *at(i); }
        void Guard::open() { Guard::Guard(); }
        """,
        """
        struct Guard {
          __device__ __host__ Guard();
          __device__ float *at(int i) const;
          __device__ float &operator[](int i);
          __device__ Index2D size() const;
          void open();
        };
        __host__ __device__ Guard::Guard() { }
        __device__ Index2D Guard::size() const { return {}; }
        __device__ float *Guard::at(int i) const { return nullptr; }
        __device__ float &Guard::operator [](int i) { return *at(i); }
        void Guard::open() { Guard::Guard(); }
        """,
    ),
    Example(
        """
        struct Guard {
          __device__ void at(I i);
          void at(float x);
          __device__ int open();
        };
        void Guard::at(int i) { }
        void Guard::at(float x) { }
        __device__ int Guard::open() { return 1; }
        """,
        title="overloads for different sides, and a definition that says it",
    ),
    Example(
        """
        struct Guard {
          __host__ __device__ Guard();
          __host__ __device__ Guard(int *held, int n);
          __device__ Guard(int *, int n, int more);
          Guard(float x = 0.f);
        };
        __device__ Guard::Guard() { }
        Guard::Guard(int *p, int count) { }
        Guard::Guard(int *p, int count, int n) { }
        Guard::Guard(float y) { }
        """,
        """
        struct Guard {
          __host__ __device__ Guard();
          __host__ __device__ Guard(int *held, int n);
          __device__ Guard(int *, int n, int more);
          Guard(float x = 0.f);
        };
        __host__ __device__ Guard::Guard() { }
        __host__ __device__ Guard::Guard(int *p, int count) { }
        __device__ Guard::Guard(int *p, int count, int n) { }
        Guard::Guard(float y) { }
        """,
        title="overloads for different sides, told apart by their parameters",
    ),
    Example(
        """
        template <int N> struct Guard {
          __device__ static void at(int i);
          template <typename T> __host__ __device__ T open(T x) const;
        };
        template <> void Guard<2>::at(int i) { }
        template <int N>
        template <typename T>
        T Guard<N>::open(T x) const { return x; }
        """,
        """
        template <int N> struct Guard {
          __device__ static void at(int i);
          template <typename T> __host__ __device__ T open(T x) const;
        };
        template <> __device__ void Guard<2>::at(int i) { }
        template <int N>
        template <typename T>
        __host__ __device__ T Guard<N>::open(T x) const { return x; }
        """,
        title="members of a template",
    ),
    Example(
        """
        #ifdef __CUDACC__
        #define HD __host__ __device__
        #else
        #define HD
        #endif
        struct Point {
          HD Point(float x);
          HD float at() const;
          void open();
          float x;
        };
        Point::Point(float x) : x(x) { }
        HD float Point::at() const { return x; }
        void Point::open() { }
        """,
        """
        #ifdef __CUDACC__
        #define HD __host__ __device__
        #else
        #define HD
        #endif
        struct Point {
          HD Point(float x);
          HD float at() const;
          void open();
          float x;
        };
        HD Point::Point(float x) : x(x) { }
        HD float Point::at() const { return x; }
        void Point::open() { }
        """,
        title="a macro for them",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the qualifiers of each definition that lacks them."""
    places = list(_definitions(file))
    if not places:
        return
    owners = {owner for _, owner, _, _ in places}
    codes, macros, written = Declarations.of(file, owners, around=True)
    if not any(DEVICE in code for code in codes):
        return
    bodies = {
        owner: [spelt_out(body, macros) for body in _bodies(codes, owner)] for owner in owners
    }
    for start, owner, name, types in places:
        words = _qualifiers(bodies[owner], name, types)
        at = behind_templates(file, start)
        said = frozenset(file.code[at:start].split())
        if DEVICE in words and said & words < words and not said & macros.keys():
            yield rule.insert(at, written.of(words - said) + b" ")


def _definitions(file: SourceFile) -> Iterator[tuple[int, bytes, bytes, tuple[bytes, ...]]]:
    """Yield where each owner of a member that is defined unqualified stands.

    Behind it come the owner, the member's name and the types of its parameters.
    """
    for member in named_members(file):
        before = _OWN.sub(b"", file.code[behind_templates(file, member.start) : member.start])
        if _HEAD.fullmatch(before) is None or _NO_DEFINITION.search(before) is not None:
            continue
        if not before.strip() and member.owner != member.name.lstrip(b"~"):
            continue  # a call, but for a constructor
        if member_body(file, member) is not None:
            yield member.start, member.owner, member.name, member_types(file, member)


def _bodies(codes: Iterable[bytes], owner: bytes) -> list[bytes]:
    """Return what stands between the braces of each class of a name."""
    opening = re.compile(rb"\b(?:class|struct)\s++%b\b[^;{}()]*+\{" % re.escape(owner))
    return [
        code[match.end() - 1 : closing(code, match.end() - 1)]
        for code in codes
        for match in opening.finditer(code)
    ]


def _qualifiers(bodies: list[bytes], name: bytes, types: tuple[bytes, ...]) -> frozenset[bytes]:
    """Return the qualifiers of a member's declarations; none where they differ.

    Where a declaration has the parameters that are asked for, the others do not count.
    """
    if len(bodies) != 1:
        return frozenset()
    code = bodies[0]
    found: dict[tuple[bytes, ...], set[frozenset[bytes]]] = {}
    word = name[:8] if name.startswith(b"operator") else name
    spelt = re.escape(word) + rb"\s*+" + re.escape(name[len(word) :].strip())
    for one in re.finditer(rb"(?<![\w:.>~])%b\s*+(?=\()" % spelt, code):
        nearest = max(0, one.start() - _LONGEST)
        start = max(code.rfind(mark, nearest, one.start()) for mark in b";{}:")
        end = closing(code, one.end())
        words = frozenset(code[start + 1 : one.start()].split()) & {HOST, DEVICE}
        key = parameter_types(code, one.end(), end) if end is not None else ()
        found.setdefault(key, set()).add(words)
    every = found.get(types) or set().union(*found.values())
    return next(iter(every)) if len(every) == 1 else frozenset()
