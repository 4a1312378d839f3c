"""Which variables of a Makefile make's own rules hand to compilers of C and C++.

An object, or a program, that some rule needs and none makes is compiled by make itself, where its
source is there. Source: GNU make's manual, "Catalogue of Built-In Rules", "Implicit Rule Search".
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.fixers.build_files._make import reading
from porter.source import SourceFile
from porter.source.build_files.globs import matching
from porter.source.build_files.make_commands import Compiler
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.make_values import MakeValues
from porter.source.build_files.makefile import Kind, Line

_OF_C = b"CC", (b"CFLAGS", b"CPPFLAGS")
_OF_CXX = b"CXX", (b"CXXFLAGS", b"CPPFLAGS")
#: A source's suffix -> make's name of its compiler, and what that is given.
_COMPILED = {".cc": _OF_CXX, ".cpp": _OF_CXX, ".C": _OF_CXX, ".c": _OF_C}
_SUFFIX_RULE = re.compile(r"(?P<source>\.\w++)(?P<target>\.o)?+")
_SEARCHED = re.compile(rb"(?i)vpath\b")
#: So many files that rules need are looked at.
_MOST = 2000


class _Pattern(NamedTuple):
    """A rule for many: what a target begins and ends with, and what its source does."""

    target: tuple[str, str]
    source: tuple[str, str]


_known: WeakKeyDictionary[SourceFile, frozenset[bytes]] = WeakKeyDictionary()


def built_in_flags(file: SourceFile) -> frozenset[bytes]:
    """Return the variables that make gives to a host's compiler by no recipe of the project's.

    Args:
        file: the Makefile; what it includes, or what includes it, counts, too.
    """
    if file not in _known:
        root = file.depend_on_tree()
        _known[file] = frozenset(_flags(reading(file).flow, root) if root else ())
    return _known[file]


def _flags(flow: MakeFlow, root: Path) -> Iterator[bytes]:
    """Yield the variables that make's own rules name, and those in their values."""
    found: set[bytes] = set()
    for compiler, names in _Rules(flow, root).compilers():
        if Compiler.HOST in flow.compilers(b"$(%b)" % compiler):
            found.update(names)
    left = list(found)
    while left:
        name = left.pop()
        yield name
        for placed in flow.assignments(name):
            more = set(flow.references(placed.line.text)) - found
            found |= more
            left += more


class _Rules:
    """The rules of Makefiles: what they need, and what they make."""

    def __init__(self, flow: MakeFlow, root: Path) -> None:
        self._root = root
        self._folders: dict[str, MakeValues] = {}
        self._patterns: list[_Pattern] = []
        self._made: set[str] = set()
        #: A file that some rule needs -> the folder of the Makefile.
        self._needed: dict[str, Path] = {}
        #: A Makefile's folder -> the names of sources below it, where make looks in other folders.
        self._below: dict[Path, frozenset[str]] = {}
        self._is_searched = any(
            _SEARCHED.match(one.line.text) or _SEARCHED.fullmatch(one.line.name)
            for one in flow.lines
        )
        assigned = [one.line for one in flow.lines if _is_plain(one.line)]
        for at, (path, line) in enumerate(flow.lines):
            if line.kind is not Kind.OTHER or line.definition or b":" not in line.text:
                continue
            if path not in self._folders:
                self._folders[path] = _values(root, root / posixpath.dirname(path), assigned)
            values = self._folders[path]
            after = flow.lines[at + 1].line.kind if at + 1 < len(flow.lines) else None
            text, _, recipe = os.fsdecode(line.text).partition(";")
            parts = [part.split() for part in values.expand(text).split(":") if part.strip()]
            if parts:
                has_recipe = after is Kind.RECIPE or bool(recipe)
                self._add(parts, values.folder, has_recipe=has_recipe)

    def _add(self, parts: list[list[str]], folder: Path, *, has_recipe: bool) -> None:
        """Note a rule: its targets, what they match where three parts are there, what it needs."""
        targets, needs = parts[0], parts[-1] if len(parts) > 1 else []
        if has_recipe:
            self._made.update(targets)
            self._patterns += (_Pattern(_cut(one), _cut((*needs, "")[0])) for one in targets)
            for match in filter(None, map(_SUFFIX_RULE.fullmatch, targets)):
                self._patterns.append(_Pattern(("", match["target"] or ""), ("", match["source"])))
        for name in (*targets, *needs):
            self._needed.setdefault(name, folder)

    def compilers(self) -> Iterator[tuple[bytes, tuple[bytes, ...]]]:
        """Yield make's name of each compiler that it calls by itself, and what that is given."""
        needed = [name for name in self._needed if name not in self._made and "%" not in name]
        for name in needed[:_MOST]:
            stem = name.removesuffix(".o")
            is_one = stem != name or "." not in posixpath.basename(name)
            folder = self._needed[name]
            if is_one and not self._is_made_by_pattern(name, folder):
                yield from (
                    called
                    for suffix, called in _COMPILED.items()
                    if self._is_there(folder, stem + suffix)
                )

    def _is_made_by_pattern(self, name: str, folder: Path) -> bool:
        for (start, end), (source_start, source_end) in self._patterns:
            stem = name[len(start) : len(name) - len(end)]
            if name != start + stem + end or not stem or not (source_start or source_end):
                continue
            if self._is_there(folder, source_start + stem + source_end):
                return True
        return False

    def _is_there(self, folder: Path, name: str) -> bool:
        if os.path.isfile(folder / name):
            return True
        if self._is_searched and folder not in self._below:
            found = matching(self._root, folder, "*.[Cc]*", recursive=True)
            self._below[folder] = frozenset(path.name for path in found)
        return self._is_searched and posixpath.basename(name) in self._below[folder]


def _is_plain(line: Line) -> bool:
    return line.kind is Kind.ASSIGNMENT and not line.target


def _values(root: Path, folder: Path, assigned: list[Line]) -> MakeValues:
    """Return the values of variables, as no condition would change them."""
    values = MakeValues(root, folder, lambda reason: None)
    for line in assigned:
        name, operator, text = map(os.fsdecode, (line.name, line.operator, line.text))
        values.assign(name, operator, text.strip())
    return values


def _cut(word: str) -> tuple[str, str]:
    """Return what stands around the `%` of a pattern; a name without one matches nothing."""
    start, sign, end = word.partition("%")
    return (start, end) if sign else ("", "")
