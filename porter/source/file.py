"""One source file, as rules see it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from porter.source.cpp import scopes
from porter.source.cpp.uses import is_function_declared, is_used
from porter.source.preprocessor.directives import (
    Directive,
    IncludeDirective,
    find_directives,
    find_includes,
)
from porter.source.preprocessor.dual import HIP_PARTS, NONE, DualCode, dual_code
from porter.source.text import lexer
from porter.source.text.acceptances import Acceptance, acceptances
from porter.source.text.calls import Call, call_at, next_code
from porter.source.text.languages import Language
from porter.source.text.lines import line_start, line_starts
from porter.source.text.spans import Use

if TYPE_CHECKING:
    from tree_sitter import Tree

_WORD = re.compile(rb"[\w\x80-\xff]+")
#: From so many names on, one walk over all words is faster than a search for each.
_MANY_NAMES = 24


class SourceFile:
    """The bytes of a file and what can be asked of them; nothing is computed before it is asked.

    Args:
        path: where it lies, relative to the project's root, with `/`.
        data: its bytes; never decoded.
        language: what it is written in.
        own: name -> offsets at which that name means something of the project's own, not
            CUDA's; `occurrences` leaves these places out.
        root: the project's folder on disk, for who notes in `beside` which files it reads.

    Attributes:
        depends_on_tree: a rule looked at other files of the project, by `depend_on_tree`.
        beside: paths of the files of the project that a rule read, where it looked at no others.
        left_out_targets: targets that its build has and the port does not; see `--target`.
        installed_headers: digest of the installed headers that somebody asked about the file.
        found_out: what `once_for_each_file` keeps of the file.
    """

    def __init__(
        self,
        path: str,
        data: bytes,
        language: Language = Language.CUDA,
        own: Mapping[bytes, frozenset[int]] | None = None,
        root: Path | None = None,
    ) -> None:
        self.path = path
        self.data = data
        self.language = language
        self.own = own or {}
        self.root = root
        self.depends_on_tree = False
        self.beside: set[str] = set()
        self.left_out_targets: frozenset[bytes] = frozenset()
        self.installed_headers = ""
        self.found_out: dict[object, object] = {}
        self._places: dict[bytes, list[int]] = {}

    def depend_on_tree(self) -> Path | None:
        """Note that a rule may look at any file of the project, and return the project's folder.

        Returns:
            None for a text that lies in no folder.
        """
        self.depends_on_tree = True
        return self.root

    @cached_property
    def _lexed(self) -> tuple[bytes, tuple[IncludeDirective, ...]]:
        """The bytes with comments, literals and header names blanked, and these headers."""
        masked = lexer.mask(self.data, self.language)
        names = tuple(self._find_includes(masked))
        return lexer.without(masked, ((name.path_start, name.path_end) for name in names)), names

    @cached_property
    def _masked_directives(self) -> tuple[Directive, ...]:
        return find_directives(self._lexed[0])

    @cached_property
    def dual(self) -> DualCode:
        """The branches that the project itself wrote for one side, CUDA or HIP."""
        if self.language is not Language.CUDA:
            return NONE
        masked, directives = self._lexed[0], self._masked_directives
        asked = b"".join([masked[one.body_start : one.end] for one in directives])
        if not any(part in asked for part in HIP_PARTS):
            return NONE
        return dual_code(masked, directives)

    @cached_property
    def code(self) -> bytes:
        """What is code for HIP's compiler; offsets are the file's.

        Comments, literals and header names are blanked, and so are the branches that only CUDA's
        compiler sees (`#ifndef USE_ROCM`).
        """
        return lexer.without(self._lexed[0], self.dual.cuda) if self.dual.cuda else self._lexed[0]

    @cached_property
    def acceptances(self) -> tuple[Acceptance, ...]:
        """The comments by which a person accepts findings, in order."""
        return tuple(acceptances(self.data, self.language))

    @cached_property
    def names(self) -> frozenset[bytes]:
        """All identifiers in the code."""
        return lexer.names(self.code)

    @cached_property
    def includes(self) -> tuple[IncludeDirective, ...]:
        """All headers named by `#include` and `__has_include`, in order."""
        return tuple(self._find_includes(self.code)) if self.dual.cuda else self._lexed[1]

    def _find_includes(self, masked: bytes) -> Iterator[IncludeDirective]:
        return find_includes(masked, self.data) if self.language is Language.CUDA else iter(())

    @cached_property
    def directives(self) -> tuple[Directive, ...]:
        """All preprocessor directives, in order."""
        return find_directives(self.code) if self.dual.cuda else self._masked_directives

    def occurrences(self, name: bytes) -> list[int]:
        """Return the offsets at which `name` stands in code and is not the project's own."""
        if name not in self.names:
            return []
        places = self._places.get(name)
        if places is None:
            places = self._places[name] = self._not_own(name, lexer.places_of(self.code, name))
        return places

    def occurrences_of(self, names: frozenset[bytes]) -> Iterator[Use]:
        """Yield the occurrences of any of `names`, name by name."""
        present = self.names & names
        missing = present - self._places.keys()
        if len(missing) >= _MANY_NAMES:
            found: dict[bytes, list[int]] = {name: [] for name in missing}
            for match in _WORD.finditer(self.code):
                if (word := match.group()) in missing:
                    found[word].append(match.start())
            for name, places in found.items():
                self._places[name] = self._not_own(name, places)
        for name in present:
            for start in self.occurrences(name):
                yield Use.at(start, name)

    def all_occurrences(self, name: bytes) -> list[int]:
        """Return the offsets at which `name` stands in code, whosever it is."""
        return lexer.places_of(self.code, name) if name in self.names else []

    def _not_own(self, name: bytes, places: list[int]) -> list[int]:
        own = self.own.get(name)
        return places if own is None else [at for at in places if at not in own]

    def mentions(self, names: Collection[bytes]) -> list[Use]:
        """Return where `names` stand for CUDA's own, whatever is done with them, in order.

        Left out are members, names of other scopes, and what the project defines itself.
        """
        return sorted(
            use
            for use in self.occurrences_of(frozenset(names))
            if not self.is_member(use.start) and not self.qualifier(use.start)
        )

    def uses(self, names: Collection[bytes]) -> list[Use]:
        """Return where `names` are used as CUDA's own: not declared, asked for or pasted."""
        return [use for use in self.mentions(names) if is_used(self.code, use.start, use.name)]

    def api_calls(self, names: Iterable[bytes]) -> Iterator[Call]:
        """Yield the calls of CUDA's functions `names`, in order; declarations are left out."""
        for call in self.calls(*(name for name in names if name in self.names)):
            if not self.qualifier(call.start) and not is_function_declared(self.code, call.start):
                yield call

    def previous(self, offset: int) -> int:
        """Return the offset of the last byte of code before `offset` that is no blank, or -1."""
        return scopes.previous(self.code, offset)

    def next(self, offset: int) -> int:
        """Return the offset of the first byte of code from `offset` on that is no blank."""
        return next_code(self.code, offset)

    def is_member(self, offset: int) -> bool:
        """Tell whether the name at `offset` is reached through `.` or `->`."""
        return scopes.is_member(self.code, offset)

    def qualifier(self, offset: int) -> bytes | None:
        """Return the scope of the name at `offset`, b"" for `::name`, None without one."""
        return scopes.qualifier(self.code, offset)

    def qualified_start(self, offset: int) -> int:
        """Return where the name at `offset` begins with its scopes."""
        return scopes.qualified_start(self.code, offset)

    def calls(self, *names: bytes) -> Iterator[Call]:
        """Yield the calls of unqualified or qualified functions called `names`, in order.

        A name that is reached through `.` or `->`, or that no parenthesis follows, is no call.
        A macro definition `#define name(a)` is none either.
        """
        starts = sorted((at, name) for name in names for at in self.occurrences(name))
        for start, name in starts:
            call = self.call_at(start, start + len(name))
            if call is not None and not self.is_member(start) and not self.is_macro_name(start):
                yield call

    def call_at(self, start: int, name_end: int) -> Call | None:
        """Return the call whose name is `data[start:name_end]`, or None when none is there."""
        return call_at(self.code, start, name_end)

    def line_start(self, offset: int) -> int:
        """Return where the line of `offset` starts."""
        return line_start(self.code, offset)

    def statement_start(self, offset: int) -> int:
        """Return the offset behind the last `;`, `{` or `}` in the code before `offset`."""
        at = bisect_left(self._edges, offset) - 1
        return self._edges[at] + 1 if at >= 0 else 0

    @cached_property
    def _edges(self) -> list[int]:
        return [match.start() for match in re.finditer(rb"[;{}]", self.code)]

    def directive_at(self, offset: int) -> Directive | None:
        """Return the preprocessor directive whose lines hold `offset`, if one does."""
        at = bisect_right(self._directive_starts, offset) - 1
        if at < 0 or offset >= self.directives[at].end:
            return None
        return self.directives[at]

    def is_macro_name(self, offset: int) -> bool:
        """Tell whether the name at `offset` is that of the macro which a `#define` makes."""
        directive = self.directive_at(offset)
        return (
            directive is not None
            and directive.keyword == b"define"
            and self.previous(offset) < directive.body_start <= offset
        )

    def directives_from(self, offset: int) -> Iterator[Directive]:
        """Yield the directives that start at `offset` or behind it, in order."""
        return islice(self.directives, bisect_left(self._directive_starts, offset), None)

    @cached_property
    def _directive_starts(self) -> list[int]:
        return [directive.start for directive in self.directives]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column (in bytes) of `offset`."""
        starts = line_starts(self.data)
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> bytes:
        """Return line `number` (1-based) without its line end."""
        start = line_starts(self.data)[number - 1]
        end = self.data.find(b"\n", start)
        return self.data[start : end if end >= 0 else len(self.data)].rstrip(b"\r")

    @cached_property
    def type_names(self) -> frozenset[bytes]:
        """The names that the file gives to types."""
        from porter.source.cpp.type_names import type_names

        return type_names(self.code)

    @cached_property
    def newline(self) -> bytes:
        """The line end that the file uses: that of its first line."""
        end = self.data.find(b"\n")
        return b"\r\n" if end > 0 and self.data[end - 1 : end] == b"\r" else b"\n"

    @cached_property
    def tree(self) -> Tree:
        """The tree-sitter tree; with error nodes where the grammar does not follow.

        Raises:
            TooLargeToParse: the file has more than `trees.LARGEST` bytes.
        """
        from porter.source.text.trees import parse

        return parse(self.language, self.data)
