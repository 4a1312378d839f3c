"""PyTorch's headers, where a unit's own code says nothing before them that they could hear of.

They are most of what an extension's unit takes to compile. Headers of the system may be read in any
order; code of the project's own may define a macro first, or include them within something.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.source.preprocessor.directives import (
    ALTERNATIVES,
    CONDITIONS,
    Directive,
    IncludeDirective,
    find_directives,
    find_includes,
)
from porter.source.preprocessor.include_guard import depth, include_guard
from porter.source.text import lexer

#: Those that bring most of the others in; each holds what stands behind it.
_HEADERS = ("torch/extension.h", "torch/torch.h", "torch/all.h", "torch/types.h", "ATen/ATen.h")
#: Is in the folders that PyTorch's headers are in; what it has for GPUs may be in its own.
_SIGN = ("ATen", "c10")
_SAYS_NOTHING = frozenset({b"error", b"warning", b"ident"})
_DEEPEST = 20


@dataclass
class Leading:
    """A header of PyTorch's that a unit includes.

    Args:
        header: its name.
        defined: the macros that the unit's own code defines, or undefines, before it.
        asked: the names in conditions before it.
    """

    header: str
    defined: frozenset[bytes]
    asked: frozenset[bytes]


class _Unclear(Exception):
    """What follows may be read otherwise than the same headers alone are."""


def first_of_pytorch(folders: Sequence[Path]) -> int | None:
    """Return the place of the first folder that holds PyTorch's headers; None if there is none."""
    found = (at for at, one in enumerate(folders) if all((one / name).is_dir() for name in _SIGN))
    return next(found, None)


def leading(source: Path, own: Sequence[Path]) -> Leading | None:
    """Return what a unit has of PyTorch's headers; None where that is not clear.

    Args:
        source: the unit.
        own: folders in which the project's headers are looked for.
    """
    walk = _Walk(tuple(own))
    with suppress(_Unclear, OSError):
        walk.file(source, is_certain=True)
    return min(walk.found, key=lambda one: _HEADERS.index(one.header), default=None)


@dataclass
class _Walk:
    """Goes through a unit's own code in the order in which a compiler does."""

    own: tuple[Path, ...]
    found: list[Leading] = field(default_factory=list)
    defined: set[bytes] = field(default_factory=set)
    asked: set[bytes] = field(default_factory=set)
    seen: set[Path] = field(default_factory=set)
    braces: int = 0
    level: int = 0

    def file(self, path: Path, *, is_certain: bool) -> None:
        """Go through a file and what it includes.

        Args:
            path: the file.
            is_certain: it is included, whatever holds.

        Raises:
            _Unclear: from here on nothing can be told.
            OSError: a file cannot be read.
        """
        if path in self.seen:
            return
        self.seen.add(path)
        if self.level > _DEEPEST:
            raise _Unclear
        self.level += 1
        data = read_regular(path, LARGEST_SOURCE)
        code = lexer.mask(data)
        directives = find_directives(code)
        guard = include_guard(code, directives)
        headers = {_line_of(code, one.start): one for one in find_includes(code, data)}
        level, done = -(guard is not None), 0
        for directive in directives:
            self._pass(code[done : directive.start])
            done = directive.end
            level += depth(directive)
            if directive.keyword == b"include":
                header = headers.get(directive.start)
                self._include(path, header, is_certain=is_certain and level <= 0)
            elif directive is not guard:
                self._other(directive, code[directive.body_start : directive.end])
        self._pass(code[done:])
        self.level -= 1

    def _pass(self, code: bytes) -> None:
        self.braces += code.count(b"{") - code.count(b"}")

    def _include(self, path: Path, header: IncludeDirective | None, *, is_certain: bool) -> None:
        if header is None or header.is_test:
            raise _Unclear
        name = header.path.decode(errors="surrogateescape")
        folders = self.own if header.angled else (path.parent, *self.own)
        for folder in folders:
            if (folder / name).is_file():
                self.file(folder / name, is_certain=is_certain)
                return
        if self.braces:
            raise _Unclear
        if name in _HEADERS and is_certain:
            self.found.append(Leading(name, frozenset(self.defined), frozenset(self.asked)))

    def _other(self, directive: Directive, body: bytes) -> None:
        word = directive.keyword
        if word in CONDITIONS or word in ALTERNATIVES:
            self.asked |= lexer.names(body)
        elif word in (b"define", b"undef"):
            self.defined |= {*body.replace(b"(", b" ").split()[:1]}
        elif word == b"pragma":
            if body.split()[:1] not in ([b"once"], [b"unroll"], [b"region"], [b"endregion"]):
                raise _Unclear
        elif word not in _SAYS_NOTHING | {b"endif"}:
            raise _Unclear


def _line_of(code: bytes, offset: int) -> int:
    return code.rfind(b"\n", 0, offset) + 1
