"""Say `__device__` where a member is defined, as where it is declared.

## What it does
A member function that its class declares with `__device__` or `__host__ __device__`, in the file or
in a header of the project that it includes, and that is defined outside of the class without these
words, gets them in front of the definition.

## Why
nvcc takes them from the declaration. To clang the two are functions for different sides:
`__host__ function 'check' cannot overload __host__ __device__ function 'check'`.

## What it leaves alone
Members of which the class has overloads with other qualifiers; classes that are declared twice,
templates, and definitions with a qualifier of their own or a macro that may stand for one.

## References
CUDA C++ Programming Guide, "Function Execution Space Specifiers"; clang, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import head
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text import lexer
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.runs import word_start

_DEVICE, _HOST = b"__device__", b"__host__"
#: Bytes in front of a member's name that are looked at.
_LONGEST = 400

rule = Rule("LNG59", "outside-definitions", handles=())

#: Behind the owner in `Type Owner::name(`, or `Owner::Owner(`.
_MEMBER = re.compile(rb"::(?P<name>~?+[A-Za-z_]\w*+)\s*+(?=\()")
#: What may not stand in front of the owner, and what shows, in its line, that it is called.
_NO_OWNER = (b":", b".", b">", b"~")
_CALLED = b"=(!?[|+-/%^"
#: What may stand before a definition's name: words that are no macros, and signs of a type.
_HEAD = re.compile(rb"(?:[a-z_]\w*+|[A-Z]\w*+(?<![A-Z0-9_]{2})|::|[\s*&<>,])*+")
#: What may stand between its parameters and its body.
_BEHIND = re.compile(rb"\s*+(?:const\b|noexcept\b|\s)*+(?:\{|:(?!:))")
_NO_DEFINITION = re.compile(
    rb"\b(?:return|template|new|throw|else|friend|using|typedef)\b|\b__\w++(?<=__)"
)

EXAMPLES = (
    Example(
        """
        struct Guard {
          __device__ __host__ Guard();
          __device__ float *at(int i) const;
          void open();
        };
        Guard::Guard() { }
        float *Guard::at(int i) const { return nullptr; }
        void Guard::open() { Guard::Guard(); }
        """,
        """
        struct Guard {
          __device__ __host__ Guard();
          __device__ float *at(int i) const;
          void open();
        };
        __host__ __device__ Guard::Guard() { }
        __device__ float *Guard::at(int i) const { return nullptr; }
        void Guard::open() { Guard::Guard(); }
        """,
    ),
    Example(
        """
        struct Guard {
          __device__ void at(int i);
          void at(float x);
          __device__ int open();
        };
        void Guard::at(int i) { }
        void Guard::at(float x) { }
        __device__ int Guard::open() { return 1; }
        """,
        title="overloads for different sides, and a definition that says it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the qualifiers of each definition that lacks them."""
    places = list(_definitions(file))
    if not places:
        return
    owners = {owner for _, owner, _ in places}
    codes = [file.code]
    for data in headers_of(file).values():
        if _DEVICE in data and any(owner in data for owner in owners):
            codes.append(lexer.mask(data, Language.CUDA))
    if not any(_DEVICE in code for code in codes):
        return
    bodies = {owner: _bodies(codes, owner) for owner in owners}
    for start, owner, name in places:
        words = _qualifiers(bodies[owner], name)
        if _DEVICE in words:
            text = b" ".join(one for one in (_HOST, _DEVICE) if one in words) + b" "
            yield rule.insert(head(file, start), text)


def _definitions(file: SourceFile) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield where each owner stands, owner and name of the members that are defined unqualified."""
    code = file.code
    for match in _MEMBER.finditer(code):
        start = word_start(code, match.start())
        owner = code[start : match.start()]
        if not owner or owner[:1].isdigit() or code.endswith(_NO_OWNER, 0, start):
            continue
        before = file.previous(start)
        is_called = before >= 0 and code[before] in _CALLED and b"\n" not in code[before:start]
        if not is_called and _is_definition(file, start, owner, match):
            yield start, owner, match["name"]


def _is_definition(file: SourceFile, start: int, owner: bytes, match: re.Match[bytes]) -> bool:
    """Tell whether a qualified name is that of a function which is defined without a qualifier."""
    code = file.code
    before = code[head(file, start) : start]
    if _HEAD.fullmatch(before) is None or _NO_DEFINITION.search(before) is not None:
        return False
    if not before.strip() and owner != match["name"].lstrip(b"~"):
        return False  # a call, but for a constructor
    end = closing(code, match.end())
    return (
        end is not None
        and _BEHIND.match(code, end + 1) is not None
        and file.directive_at(start) is None
    )


def _bodies(codes: Iterable[bytes], owner: bytes) -> list[bytes]:
    """Return what stands between the braces of each class of a name."""
    opening = re.compile(rb"\b(?:class|struct)\s++%b\b[^;{}()]*+\{" % re.escape(owner))
    return [
        code[match.end() - 1 : closing(code, match.end() - 1)]
        for code in codes
        for match in opening.finditer(code)
    ]


def _qualifiers(bodies: list[bytes], name: bytes) -> frozenset[bytes]:
    """Return the qualifiers of all declarations of a member; none where they differ."""
    if len(bodies) != 1:
        return frozenset()
    found: set[frozenset[bytes]] = set()
    declared = re.compile(rb"(?<![\w:.>~])%b\s*+\(" % re.escape(name))
    for one in declared.finditer(bodies[0]):
        nearest = max(0, one.start() - _LONGEST)
        start = max(bodies[0].rfind(sign, nearest, one.start()) for sign in b";{}:")
        found.add(frozenset(bodies[0][start + 1 : one.start()].split()) & {_HOST, _DEVICE})
    return next(iter(found)) if len(found) == 1 else frozenset()
