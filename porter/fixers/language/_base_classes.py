"""Classes that have bases, and the members that they inherit, also from headers of the project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.language._class_bodies import Declared, declared_members
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.brackets import closing, template_arguments_end
from porter.source.text.spans import Span

#: A class with bases; a class template has the words of a template in front.
_CLASS = re.compile(
    rb"\b(?:class|struct)\s++(?P<name>[A-Za-z_]\w*+)\s*+(?:final\b\s*+)?+:(?!:)"
    rb"(?P<bases>[^;{}()]{1,400}+)\{"
)
_PARAMETER = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+(?=[,>=])")
_ACCESS = frozenset(b"public private protected virtual typename".split())
_WORD = re.compile(rb"[A-Za-z_]\w*+")


class Derived(NamedTuple):
    """A class with bases.

    Attributes:
        start: where it is defined.
        body: its braces.
        bases: their names.
        depend: whether a base depends on a parameter of the class.
    """

    start: int
    body: Span
    bases: tuple[bytes, ...]
    depend: bool


def derived_classes(file: SourceFile) -> dict[bytes, Derived]:
    """Return the classes of a file that have bases, of names that are there once."""
    found: dict[bytes, Derived | None] = {}
    for match in _CLASS.finditer(file.code):
        end = closing(file.code, match.end() - 1)
        if end is None:
            continue
        at = file.statement_start(match.start())
        head = file.code[at : match.start()]
        parameters = set(_PARAMETER.findall(head)) if b"template" in head else set()
        bases = dict(_bases(file, *match.span("bases")))
        depend = any(parameters & words for words in bases.values())
        one = Derived(match.start(), (match.end() - 1, end), tuple(bases), depend)
        found[match["name"]] = None if match["name"] in found else one
    return {name: one for name, one in found.items() if one is not None}


class Inheritance:
    """What the bases of a file's classes declare, in the file or in headers of the project."""

    def __init__(self, file: SourceFile, classes: dict[bytes, Derived]) -> None:
        """Take a file and its classes that have bases."""
        self._members = declared_members(file.code, {*classes, *_all_bases(classes)})
        self._bases = {name: one.bases for name, one in classes.items()}
        self._headers = {path: data for path, data in headers_of(file).items() if b"{" in data}
        self._read: dict[str, SourceFile] = {}

    def members(self, name: bytes) -> Declared:
        """Return the functions that a class declares by itself; none of one that is not found."""
        if name not in self._members:
            self._members[name] = self._in_headers(name)
        return self._members[name]

    def inherited(self, name: bytes) -> set[bytes]:
        """Return the names of the functions that the bases of a class declare, and theirs."""
        found: set[bytes] = set()
        left, seen = list(self._bases[name]), {name}
        while left:
            base = left.pop()
            if base in seen:
                continue
            seen.add(base)
            found |= {one for one in self.members(base) if _WORD.fullmatch(one) and one != base}
            left += self._bases.get(base, ())
        return found

    def _in_headers(self, name: bytes) -> Declared:
        """Return what a class of a header declares, and keep its bases; none of one in two."""
        found = []
        for path, data in self._headers.items():
            if name not in data:
                continue
            header = self._header(path)
            if name in (classes := declared_members(header.code, {name})):
                found.append((classes[name], derived_classes(header).get(name)))
        if len(found) != 1:
            return {}
        members, derived = found[0]
        if derived is not None:
            self._bases.setdefault(name, derived.bases)
        return members

    def _header(self, path: str) -> SourceFile:
        if path not in self._read:
            self._read[path] = SourceFile(path, self._headers[path])
        return self._read[path]


def _all_bases(classes: dict[bytes, Derived]) -> Iterator[bytes]:
    for one in classes.values():
        yield from one.bases


def _bases(file: SourceFile, start: int, end: int) -> Iterator[tuple[bytes, set[bytes]]]:
    """Yield each base of a class, and the names in its arguments of a template."""
    while (base := _WORD.search(file.code, start, end)) is not None:
        start = base.end()
        opening = file.next(start)
        words = set()
        if file.code.startswith(b"<", opening):
            start = template_arguments_end(file.code, opening) or end
            words = set(_WORD.findall(file.code, opening, start))
        if base.group() not in _ACCESS:
            yield base.group(), words
