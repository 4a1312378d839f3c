"""Define a function once where two overloads of it are one in HIP.

## What it does
Where a file defines a function for `cudaError_t` and again for `CUresult`, or for other types that
are one in HIP, the second definition is compiled only where the first one is not. Specializations
of a template (`template <> … name<CUresult>(…)`) are such functions, too.

## Why
The runtime and the driver have types of their own in CUDA, and HIP has one for both: the two
overloads become two definitions of one function, which no compiler takes. Helper headers name
errors in such pairs.

## What it leaves alone
Overloads that still differ in HIP, functions of different scopes, templates, and definitions in
branches of one condition. Definitions that share their lines with something else are reported.

## References
[over.dcl] of the C++ standard; `hip/hip_runtime_api.h`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import head, whole_lines
from porter.source import SourceFile, Use
from porter.source.preprocessor.directives import ALTERNATIVES, CONDITIONS, Directive
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.tables.names import NameKind

_PARAMETERS = re.compile(
    rb"\b(?P<name>[A-Za-z_]\w*+)(?P<of>[ \t]*+<[\w \t,:*&]{1,200}>)?+"
    rb"[ \t]*\((?P<text>[^(){};]{1,400})\)\s{0,80}\{"
)
_TOKEN = re.compile(rb"\w+|[*&]+|\S")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_NO_FUNCTIONS = frozenset(b"if constexpr for while switch catch return sizeof".split())

rule = Rule("API13", "merged-overloads")

EXAMPLES = (
    Example(
        """
        const char *name(cudaError_t e) {
          return f(e);
        }
        const char *name(CUresult e) {
          return g(e);
        }
        """,
        """
        const char *name(cudaError_t e) {
          return f(e);
        }
        #define PORTER_DEFINED_name_hipError_t
        #ifndef PORTER_DEFINED_name_hipError_t
        const char *name(CUresult e) {
          return g(e);
        }
        #endif
        """,
    ),
    Example(
        """
        template <>
        bool fails<cudaError_t>(const cudaError_t &e) { return e != cudaSuccess; }
        template <>
        bool fails<CUresult>(const CUresult &e) { return e != CUDA_SUCCESS; }
        """,
        """
        template <>
        bool fails<cudaError_t>(const cudaError_t &e) { return e != cudaSuccess; }
        #define PORTER_DEFINED_fails_const_hipError_t_hipError_t
        #ifndef PORTER_DEFINED_fails_const_hipError_t_hipError_t
        template <>
        bool fails<CUresult>(const CUresult &e) { return e != CUDA_SUCCESS; }
        #endif
        """,
        title="specializations of a template",
    ),
    Example(
        "void show(cudaError_t e) { } void show(CUresult e) { }\n",
        findings=("error",),
        title="on one line",
    ),
    Example(
        """
        void show(cudaError_t e) { }
        void show(cublasStatus_t e) { }
        #ifdef DRIVER
        void tell(CUresult e) { }
        #else
        void tell(cudaError_t e) { }
        #endif
        """,
        title="types that differ, and branches of one condition",
    ),
)


class _Function(NamedTuple):
    name: bytes
    types: tuple[bytes, ...]
    start: int
    end: int


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the guards of each pair of definitions that becomes one."""
    merged = _merged(file, context)
    if not merged:
        return
    first: dict[tuple[bytes, tuple[bytes, ...], int], _Function] = {}
    marked: set[int] = set()
    branches = _Branches(file.directives)
    for function, scope in _functions(file, merged):
        key = (function.name, function.types, scope)
        other = first.setdefault(key, function)
        if other is function or branches.exclude(other.start, function.start):
            continue
        yield from _guarded(file, other, function, is_marked=other.start in marked)
        marked.add(other.start)


def _merged(file: SourceFile, context: Context) -> dict[bytes, bytes]:
    """Return those of CUDA's types in a file of which several are one in HIP, and what they become.

    Rows of tables are made when somebody asks for them: only types that may merge are asked about.
    """
    by_hip: dict[bytes, list[bytes]] = {}
    for name in file.names:
        if name.startswith((b"cuda", b"CU")) and name not in context.defined:
            hip = context.tables.renamed.get(name)
            if hip is not None:
                by_hip.setdefault(hip, []).append(name)
    found: dict[bytes, bytes] = {}
    for hip, names in by_hip.items():
        if len(names) > 1:
            types = [one for one in names if context.tables.names[one].kind is NameKind.TYPE]
            found |= dict.fromkeys(types if len(types) > 1 else (), hip)
    return found


def _functions(file: SourceFile, merged: dict[bytes, bytes]) -> Iterator[tuple[_Function, int]]:
    """Yield the functions with a body that take one of the types, and where their scope begins."""
    code = file.code
    scopes = _Scopes(code)
    for match in _PARAMETERS.finditer(code):
        words = _WORD.findall(match.group("text"))
        if match.group("name") in _NO_FUNCTIONS or merged.keys().isdisjoint(words):
            continue
        types = tuple(_type(one, merged) for one in match.group("text").split(b","))
        of = _TOKEN.findall(match.group("of") or b"")
        types += (b" ".join(merged.get(one, one) for one in of),)
        end = closing(code, match.end() - 1)
        if end is not None:
            yield (
                _Function(match.group("name"), types, match.start(), end + 1),
                scopes.at(match.start()),
            )


def _type(parameter: bytes, merged: dict[bytes, bytes]) -> bytes:
    """Return the type of a parameter in HIP's words, without the parameter's name."""
    tokens = _TOKEN.findall(parameter.split(b"=")[0])
    named = [token for token in tokens if _WORD.fullmatch(token) and token != b"const"]
    if len(named) > 1 and tokens[-1] == named[-1]:
        tokens.pop()
    return b" ".join(merged.get(token, token) for token in tokens)


class _Scopes:
    """Where the braces around a place open; asked for places in order."""

    def __init__(self, code: bytes) -> None:
        self._braces = re.finditer(rb"[{}]", code)
        self._next = next(self._braces, None)
        self._open: list[int] = []

    def at(self, offset: int) -> int:
        """Return the offset of the innermost brace around `offset`, -1 for none."""
        while self._next is not None and self._next.start() < offset:
            if self._next.group() == b"{":
                self._open.append(self._next.start())
            else:
                del self._open[-1:]
            self._next = next(self._braces, None)
        return self._open[-1] if self._open else -1


class _Branches:
    """Which branches of conditions hold a place; asked for places in order."""

    def __init__(self, directives: Iterable[Directive]) -> None:
        self._left = deque(directives)
        self._opened: list[int] = []  # where the conditions start that are open
        self._branches: list[int] = []  # where the branch of each starts that is open

    def exclude(self, one: int, other: int) -> bool:
        """Tell whether `other`, and a place before it, are in different branches of a condition."""
        while self._left and self._left[0].start < other:
            self._pass(self._left.popleft())
        innermost = bisect_right(self._opened, one) - 1  # of those that hold both
        return innermost >= 0 and self._branches[innermost] > one

    def _pass(self, directive: Directive) -> None:
        if directive.keyword in CONDITIONS:
            self._opened.append(directive.start)
            self._branches.append(directive.start)
        elif directive.keyword == b"endif":
            del self._opened[-1:], self._branches[-1:]
        elif directive.keyword in ALTERNATIVES and self._branches:
            self._branches[-1] = directive.start


def _guarded(
    file: SourceFile, one: _Function, other: _Function, *, is_marked: bool
) -> Iterator[RuleOutput]:
    macro = b"_".join((b"PORTER_DEFINED", one.name, *_WORD.findall(b" ".join(one.types))))
    if macro in file.names:
        return
    spans = [whole_lines(file, head(file, each.start), each.end) for each in (one, other)]
    if spans[0] is None or spans[1] is None:
        place = file.position(one.start)[0]
        yield rule.error(
            Use.at(other.start, other.name),
            f"{other.name.decode()} is defined for these types already, in line {place}: "
            "in HIP they are one",
            hint="leave one of the two out",
        )
        return
    line = file.newline
    if not is_marked:
        yield rule.insert(spans[0][1], b"#define " + macro + line)
    yield from rule.wrap(spans[1], b"#ifndef " + macro + line, b"#endif" + line)
