"""Definitions in a file of names that are also CUDA's: functions, methods, variables, macros.

Such a name is the project's own wherever the definition is seen. Definitions are found in the
tree-sitter tree, which is built only for files in which a name of CUDA's stands where a
declaration may name something.

What re-declares CUDA's own things is no definition: prototypes of the global scope without a
body, typedefs of CUDA's handles, stand-ins for builds without CUDA (under `#ifndef USE_CUDA` and
the like, or in a branch beside one that includes CUDA's runtime), and `#define cudaX hipX`. Neither
is a call behind a macro without a semicolon; see `porter.source.cpp.evidence`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from tree_sitter import Node

from porter.source.cpp.declarations import Extent, declarator_of, names_parameter, role_of, scope_of
from porter.source.cpp.evidence import is_constructed, is_evident
from porter.source.cpp.marked_types import marked_types
from porter.source.cpp.without_cuda import end_of_part, is_for_builds_without, is_only_without
from porter.source.file import SourceFile
from porter.source.text.languages import Language
from porter.source.text.lines import is_in_directive_line
from porter.source.text.runs import word_start
from porter.source.text.trees import TooLargeToParse

#: The kind of `#define cudaMalloc hipMalloc`: the project's own, wherever CUDA's name stands.
MACRO_FOR_HIP = "macro for HIP"


class Definition(NamedTuple):
    """Something of the project's own that is called like something of CUDA's.

    Attributes:
        name: the name.
        kind: what it is, in words: `function`, `method`, `macro` …
        extent: where the name means it.
        scope: names of the namespaces and classes around it, outermost first.
        start: offset of the name.
        line: 1-based line of the name.
        span: for `Extent.LOCAL`, the part of the file in which it is seen.
        has_body: it is a definition; otherwise a declaration that counts when some other file
            of the project has the definition.
        path: the file that defines it, for a file that only sees it; else empty.
    """

    name: bytes
    kind: str
    extent: Extent
    scope: tuple[bytes, ...]
    start: int
    line: int
    span: tuple[int, int] = (0, 0)
    has_body: bool = True
    path: str = ""

    @property
    def end(self) -> int:
        """Offset behind the name."""
        return self.start + len(self.name)


_WORD = rb"[\w\x80-\xff]"
_BEFORE_DECLARED = re.compile(rb"(?:" + _WORD + rb"|[*&>{,])\Z")
#: Words that cannot stand right before the name in a declaration.
_NO_TYPE = frozenset(
    b"return else case throw delete new goto typedef co_return co_yield co_await do in and or not "
    b"sizeof typename const constexpr static inline extern __host__ __device__ __global__ "
    b"__forceinline__ __restrict__ using namespace".split()
)
_BEHIND_A_TYPE = frozenset((b"const", b"constexpr"))
#: How far before a name its statement is looked for.
_STATEMENT = 512
_TYPE_WORDS = frozenset((b"struct", b"class", b"union", b"enum", b"using"))

_DEVICE = frozenset((b"__global__", b"__device__"))


class KnownNames(NamedTuple):
    """The names that mean something to a rule.

    Attributes:
        api: CUDA's API, by tables.
        language: names of CUDA's language, such as `warpSize`. A function of that name adds an
            overload; it does not take the name away.
        renamed: name of the API -> what a table makes of it.
        is_styled: tells whether a name looks like the API's, as those of projects often do.
        is_type: tells whether one of the API's names may be a type's.
        remarkable: returns, quickly, names of which all that are styled are some.
        is_apis: tells whether a name can hardly be other than the API's, of those that are styled.
    """

    api: frozenset[bytes]
    language: frozenset[bytes]
    renamed: Mapping[bytes, bytes]
    is_styled: Callable[[bytes], bool] = lambda _: False
    is_type: Callable[[bytes], bool] = lambda _: True
    remarkable: Callable[[frozenset[bytes]], frozenset[bytes]] = lambda names: names
    is_apis: Callable[[bytes], bool] = lambda _: True

    def names_type(self, name: bytes) -> bool:
        """Tell whether a name is the API's, and may be a type's."""
        return name in self.api and self.is_type(name)

    def is_fallback_for(self, name: bytes) -> bool:
        """Tell whether what a project defines under a name may stand in for the API's."""
        return name in self.api or name in self.language or self.is_apis(name)

    def stands_in(self, file: SourceFile, start: int, name: bytes) -> bool:
        """Tell whether what is declared at an offset is there for builds without CUDA alone."""
        if name in self.api or name in self.language:
            return is_for_builds_without(file, start, name)
        return is_only_without(file, start, name)

    def speaks_of_cuda(self, names: frozenset[bytes]) -> bool:
        """Tell whether one of `names` is CUDA's, by more than its look."""
        return not (
            _DEVICE.isdisjoint(names)
            and self.api.isdisjoint(names)
            and self.language.isdisjoint(names)
        )

    def among(self, names: frozenset[bytes]) -> frozenset[bytes]:
        """Return those of `names`."""
        styled = filter(self.is_styled, self.remarkable(names))
        return (names & self.api) | (names & self.language) | frozenset(styled)


def find_definitions(
    file: SourceFile, known: KnownNames, used: frozenset[bytes] | None = None
) -> tuple[Definition, ...]:
    """Return what `file` defines or declares under the names of `known`.

    Args:
        file: a C, C++ or CUDA file; others define nothing.
        known: names that mean something to a rule.
        used: those of them that the file uses, where the caller has them.
    """
    if file.language is not Language.CUDA:
        return ()
    places = [
        (start, name)
        for name in (known.among(file.names) if used is None else used)
        for start in file.all_occurrences(name)
        if _may_be_declared(file, start, name)
    ]
    if not places:
        return ()
    return tuple(
        one
        for one in _definitions(file, sorted(places), known)
        if one.kind != "function" or one.name in known.api or known.is_styled(one.name)
    )


def is_declared_at(file: SourceFile, start: int, name: bytes, *, is_api: bool) -> bool:
    """Tell whether `file` defines or declares something called `name` at `start`.

    Args:
        file: a C, C++ or CUDA file.
        start: where the name stands.
        name: the name.
        is_api: a table has the name; one that none has is the project's own where it is declared.
    """
    if not _may_be_declared(file, start, name):
        return False
    known = KnownNames(frozenset((name,) if is_api else ()), frozenset(), {})
    if _declared(file, start, name, known) is not None:
        return True
    node = None if is_api else _identifier(file, start, name)
    return node is not None and (names_parameter(node) or is_constructed(node))


def _definitions(
    file: SourceFile, places: list[tuple[int, bytes]], known: KnownNames
) -> Iterator[Definition]:
    for start, name in places:
        found = _macro(file, start, name, known) or _declared(file, start, name, known)
        if found is not None:
            yield found


def _may_be_declared(file: SourceFile, start: int, name: bytes) -> bool:
    """Tell cheaply whether a declaration may name something at `start`."""
    code = file.code
    if file.is_macro_name(start):
        return True
    if file.directive_at(start) is not None:
        return False
    if name.startswith(b"__") and name.endswith(b"__"):
        return False  # a mark of the language, though it may look like a variable with a value
    last = file.previous(start)
    after = file.next(start + len(name))
    follows = code[after : after + 1]
    if last < 0 or follows not in (b"(", b"=", b";", b",", b"[", b"{", b":", b")", b"}"):
        return False
    if code[last : last + 1] == b"}":
        return follows == b";" and b"typedef" in file.names
    if not _BEFORE_DECLARED.search(code, last, last + 1):
        return False
    if code[last : last + 1] in (b"{", b","):
        if b"enum" in file.names and follows in (b"=", b",", b"}"):
            return True
        return follows in (b"=", b",", b"[", b";") and _is_listed(code, last)
    word = code[word_start(code, last + 1) : last + 1]
    if word in _BEHIND_A_TYPE:  # auto constexpr x = 1
        before = file.previous(last + 1 - len(word)) + 1
        word = code[word_start(code, before) : before] or code[before - 1 : before]
        if word in b"(,;{}:=":
            return False
    if word in _TYPE_WORDS:
        return follows in (b"{", b":", b"=")
    if word in _NO_TYPE:
        return False
    return last >= file.line_start(start) or not is_in_directive_line(code, last)


def _is_listed(code: bytes, comma: int) -> bool:
    """Tell cheaply whether names may be declared around a comma: it separates no arguments."""
    statement = code[max(0, comma - _STATEMENT) : comma]
    statement = statement[max(map(statement.rfind, (b";", b"{", b"}"))) + 1 :]
    return statement.count(b"(") == statement.count(b")")


def _macro(file: SourceFile, start: int, name: bytes, known: KnownNames) -> Definition | None:
    if not file.is_macro_name(start):
        return None
    directive = file.directive_at(start)
    body = b"" if directive is None else file.code[start + len(name) : directive.end].strip()
    line_number = file.position(start)[0]
    if body.startswith(b"hip") or body == known.renamed.get(name):
        span = (start, start + len(name))
        return Definition(name, MACRO_FOR_HIP, Extent.LOCAL, (), start, line_number, span)
    # A project's own macro, CUDA_CHECK, is for CUDA's compiler alone and stands in for nothing.
    if known.is_fallback_for(name) and known.stands_in(file, start, name):
        return None
    return Definition(name, "macro", Extent.FILE, (), start, line_number)


def _identifier(file: SourceFile, start: int, name: bytes) -> Node | None:
    """Return the node of the tree that is the name at an offset, and nothing more."""
    try:
        root = file.tree.root_node
    except TooLargeToParse:
        return None
    node = root.descendant_for_byte_range(start, start + len(name))
    is_whole = node is not None and (node.start_byte, node.end_byte) == (start, start + len(name))
    return node if is_whole else None


def _declared(file: SourceFile, start: int, name: bytes, known: KnownNames) -> Definition | None:
    node = _identifier(file, start, name)
    role = role_of(node) if node is not None else None
    if node is None or role is None:
        if name in known.api or start not in marked_types(file):
            return None
        return Definition(name, "type", Extent.FILE, (), start, file.position(start)[0])
    kind, declaration, has_body = role
    extent, scope, span = scope_of(declaration, kind)
    if kind == "typedef" and extent is Extent.FILE and name in known.api:
        return None
    declarator = declarator_of(node, declaration)
    if not is_evident(declaration, declarator, extent, file, known.names_type):
        return None
    if extent is Extent.LOCAL:
        if kind == "function":
            return None  # a prototype in a block, or what a macro makes look like one
        part = end_of_part(file, start, name, span) if name in known.api else None
        span = (start, part or span[1])
    elif known.stands_in(file, start, name):
        return None
    if extent is not Extent.FILE or kind != "function":
        has_body = True
    if kind == "function" and extent is Extent.CLASS:
        kind = "method"
    line = file.position(start)[0]
    return Definition(name, kind, extent, scope, start, line, span, has_body)
