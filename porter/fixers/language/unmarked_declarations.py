"""Say `__device__` where a member is declared, as where it is defined.

## What it does
A member function that its class declares without a mark, and that the same file defines outside of
the class with `__device__` or `__host__ __device__`, or a macro for them, gets the same words in
front of the declaration. Where the class is in a header, or the definition is for fewer compilers
than the declaration, it is reported.

## Why
nvcc takes the declaration with the marks of the definition (`warning #20039-D`, `#20040-D`). To
clang the two are functions for different sides: `out-of-line definition of 'at' does not match any
declaration`, `__host__ __device__ function 'at' cannot overload __host__ function 'at'`.
nvcc lets the host call a member that is `__device__` where it is defined alone; with the mark at
the declaration that is refused.

## What it leaves alone
Members that their class declares with a mark (LNG59), or with overloads of the same parameters;
classes that are declared twice; macros that are defined behind the declaration.

## References
CUDA C++ Programming Guide, "Function Execution Space Specifiers"; clang, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.language._class_bodies import (
    Declared,
    DeclaredMember,
    declared_members,
)
from porter.fixers.language._members import (
    NamedMember,
    behind_templates,
    member_body,
    member_types,
    named_members,
)
from porter.fixers.language._qualifier_macros import (
    DEVICE,
    HOST,
    masked_headers,
    qualifier_macros,
    spelt_out,
)
from porter.source import SourceFile, Use
from porter.source.preprocessor.conditionals import chains
from porter.source.text.edits import RuleOutput

rule = Rule("LNG86", "unmarked-declarations", fix=Fix.SAFE, handles=())

_WORD = re.compile(rb"[A-Za-z_]\w*+")
#: What is written as macros are.
_MACRO = re.compile(rb"[A-Z][A-Z0-9_]+")

EXAMPLES = (
    Example(
        """
        struct Cells {
          int n;
        public:
          int at(int i) const;
          static int size(int n);
          template <typename T> T read(T t);
          __device__ int last() const;
          int first() const;
        };
        __device__ int Cells::at(int i) const { return n + i; }
        __host__ __device__ int Cells::size(int n) { return n; }
        template <typename T> __device__ T Cells::read(T t) { return t; }
        __device__ int Cells::last() const { return n; }
        int Cells::first() const { return n; }
        """,
        """
        struct Cells {
          int n;
        public:
          __device__ int at(int i) const;
          __host__ __device__ static int size(int n);
          template <typename T> __device__ T read(T t);
          __device__ int last() const;
          int first() const;
        };
        __device__ int Cells::at(int i) const { return n + i; }
        __host__ __device__ int Cells::size(int n) { return n; }
        template <typename T> __device__ T Cells::read(T t) { return t; }
        __device__ int Cells::last() const { return n; }
        int Cells::first() const { return n; }
        """,
    ),
    Example(
        """
        #ifdef __CUDACC__
        #define HD __host__ __device__
        #else
        #define HD
        #endif
        template <int N> class Cells {
          Cells();
          int at(int i);
          int at(float x);
        };
        template <int N> HD Cells<N>::Cells() {}
        template <int N>
        inline HD int Cells<N>::at(float x) { return x; }
        """,
        """
        #ifdef __CUDACC__
        #define HD __host__ __device__
        #else
        #define HD
        #endif
        template <int N> class Cells {
          HD Cells();
          int at(int i);
          HD int at(float x);
        };
        template <int N> HD Cells<N>::Cells() {}
        template <int N>
        inline HD int Cells<N>::at(float x) { return x; }
        """,
        title="a macro for both, a constructor, overloads",
    ),
    Example(
        """
        struct Cells { int at(int i) const; };
        #ifdef __CUDACC__
        __device__ int Cells::at(int i) const { return i; }
        #endif
        """,
        title="a definition for CUDA alone",
        findings=("warning",),
    ),
    Example(
        """
        struct Cells {
          __host__ __device__ int at(int i) const;
          int at(float x, int n);
          int at(float y, long n);
        };
        __device__ int Cells::at(int i) const { return i; }
        __device__ int Cells::at(double x, int n) { return n; }
        """,
        title="a mark at the declaration, and other parameters",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the marks for each declaration that lacks them, or a finding where it is elsewhere."""
    members = [one for one in named_members(file) if member_body(file, one) is not None]
    if not members:
        return
    owners = {one.owner for one in members}
    headers = list(masked_headers(file, owners))
    macros = qualifier_macros([file.code, *headers])
    marks = {DEVICE, HOST, *macros}
    if not file.names & {DEVICE, *macros}:
        return
    here = declared_members(file.code, owners)
    elsewhere = [(code, declared_members(code, owners - here.keys())) for code in headers]
    places = _Places(file)
    for member in members:
        at = behind_templates(file, member.start)
        said = [word for word in _WORD.findall(file.code, at, member.start) if word in marks]
        if DEVICE not in spelt_out(b" ".join(said), macros):
            continue
        types = member_types(file, member)
        one = _only(here, member, types)
        if one is not None and not _says(file.code, one, marks):
            if places.are_seen(said, member.start, one.start):
                yield rule.insert(one.start, b" ".join(said) + b" ")
            else:
                yield _told(member)
        others = ((code, _only(found, member, types)) for code, found in elsewhere)
        if any(one is not None and not _says(code, one, marks) for code, one in others):
            yield _told(member)


def _only(
    classes: dict[bytes, Declared], member: NamedMember, types: tuple[bytes, ...]
) -> DeclaredMember | None:
    """Return the declaration with these parameters, or the only one there is; None of several."""
    every = classes.get(member.owner, {}).get(b"".join(member.name.split()), [])
    same = [one for one in every if one.types == types] or every
    return same[0] if len(same) == 1 else None


def _says(code: bytes, one: DeclaredMember, marks: Collection[bytes]) -> bool:
    """Tell whether a declaration has a mark, or a macro that may be one."""
    words = _WORD.findall(code, one.start, one.name)
    return any(word in marks or _MACRO.fullmatch(word) for word in words)


def _told(member: NamedMember) -> RuleOutput:
    name = f"{member.owner.decode()}::{member.name.decode()}"
    return rule.warning(
        Use.at(member.start, member.owner),
        f"{name} is declared without the mark that it is defined with, which clang refuses",
        hint="write the mark where it is declared",
    )


class _Places:
    """What stands where in a file: branches of conditionals, and definitions of macros.

    Args:
        file: the file.
    """

    def __init__(self, file: SourceFile) -> None:
        self._branches = [
            (branch.start, branch.end)
            for chain in chains(file.directives, len(file.code))
            for branch in chain.branches
        ]
        self._defined: dict[bytes, int] = {}
        for one in file.directives:
            if one.keyword == b"define" and (name := _WORD.search(file.code, one.body_start)):
                self._defined.setdefault(name.group(), one.start)

    def are_seen(self, words: list[bytes], behind: int, before: int) -> bool:
        """Tell whether words that are written at `behind` may be written at `before`, too."""
        guards = [span for span in self._branches if span[0] <= behind < span[1]]
        return all(self._defined.get(word, 0) <= before for word in words) and all(
            start <= before < end for start, end in guards
        )
