"""Which compilers the variables of a Makefile reach, without running make.

All branches of conditionals count, and all assignments of a variable. Source: GNU make's manual,
"How to Use Variables", "Functions for Transforming Text", "Using Implicit Rules".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from porter.source.build_files.make_commands import (
    Compiler,
    commands,
    compiler_called,
    file_name,
    is_named_for_device,
    leading_words,
    name_before_version,
    stands_before,
)
from porter.source.build_files.make_holders import Given, holders
from porter.source.build_files.makefile import Kind, Line, lines

_REFERENCE = re.compile(rb"\$(?:[({]\s*(?:call\s+)?([\w.-]+)|([A-Za-z]))")
_EVALUATED = re.compile(rb"\$[({]eval\s+(?:override\s+)?([\w.-]+)\s*(?::{1,3}|\?|\+)?=")
_IN_LOOPS = re.compile(rb"\$[({]foreach\s+(?P<variable>[\w.-]+)\s*,|[(){},]")
#: A reference whose name another one ends: $(CFLAGS_$(MODE)).
_COMPUTED = re.compile(rb"\$[({]([\w.-]+)\$")
#: What make itself defines by CC and CXX.
#: A value that a script fills in: `@CXX@`, `@@@CXX@@@`, `{{ cxx }}`, `%CXX%`.
_FILLED_IN = re.compile(rb"(?:@{1,3}[\w.-]++@{1,3}|\{\{[^{}]*+\}\}|%[\w.-]++%)[ \t]*+")
_OF_MAKE = re.compile(rb"CC|CXX|CPP|LD|(?:COMPILE|LINK|PREPROCESS)\.\w+")
#: A reference that is all of a value, or a folder.
_ONLY = re.compile(rb"[\s\"']*\$[({]([\w.-]+)[)}]/?[\s\"']*")
#: A rule for an object, and the source that it is made of.
_OBJECT = re.compile(rb"\s*+[\w./%-]++(?<=\.o)\s*+::?\s*+(?P<source>[\w./%-]++)")
_SOURCES = {b"c": b"CC", b"cc": b"CXX", b"cpp": b"CXX", b"cxx": b"CXX", b"C": b"CXX"}
#: From so many variables on, what a value comes from is not followed.
MOST_NAMES = 50
#: What make's own rules hand to its compilers.
_IMPLICIT = {
    b"CC": (b"CFLAGS", b"CPPFLAGS", b"LDFLAGS", b"LDLIBS", b"LOADLIBES", b"TARGET_ARCH"),
    b"CXX": (b"CXXFLAGS", b"CPPFLAGS", b"TARGET_ARCH"),
}


class Makefile(NamedTuple):
    """One file that make reads: its path, which may be any, and its bytes."""

    path: str
    data: bytes


class Placed(NamedTuple):
    """A logical line and the file that has it."""

    path: str
    line: Line


class MakeFlow:
    """What flows where in Makefiles that include one another.

    Args:
        files: all of them.
    """

    def __init__(self, files: Sequence[Makefile]) -> None:
        self._is_cut_off = False
        self._holders: dict[re.Pattern[bytes], frozenset[bytes]] = {}
        self._compilers: dict[bytes, frozenset[Compiler]] = {}
        self.lines = [Placed(path, line) for path, data in files for line in lines(data)]
        self._assigned: dict[bytes, list[Placed]] = {}
        self._given: dict[bytes, list[Given]] = {}
        self._is_ordered = len(files) == 1  # of several, the order of inclusion is not known
        for place, placed in enumerate(self.lines):
            for name in _targets(placed.line):
                self._assigned.setdefault(name, []).append(placed)
                self._given.setdefault(name, []).append(Given(place, placed.line))

    def assignments(self, name: bytes) -> Sequence[Placed]:
        """Return the lines that give the variable a value, or a part of one."""
        return self._assigned.get(name, ())

    def reached(self, name: bytes) -> frozenset[Compiler]:
        """Return the compilers that are given what the variable holds."""
        return frozenset(self._reached.get(name, ()))

    def references(self, text: bytes) -> Iterator[bytes]:
        """Yield the variables that a text refers to; all that a computed name may mean."""
        yield from references(text)
        for beginning in _COMPUTED.findall(text):
            yield from (name for name in self._assigned if name.startswith(beginning))

    def compilers(self, command: bytes) -> frozenset[Compiler]:
        """Return the compilers that a command may call: several where a variable has values."""
        return frozenset(self._called(command, None))

    @property
    def is_cut_off(self) -> bool:
        """Whether a command may call more than was looked at, as too many variables are in it."""
        _ = self._reached  # which looks at every command
        return self._is_cut_off

    def is_made_of(self, text: bytes, pattern: re.Pattern[bytes]) -> bool:
        """Tell whether `text`, or a value of a variable that it names, matches `pattern`."""
        if pattern.search(text):
            return True
        return not self._holding(pattern).isdisjoint(self.references(text))

    def _holding(self, pattern: re.Pattern[bytes]) -> frozenset[bytes]:
        """Return the variables with a value, their own or of one in it, that matches."""
        if pattern not in self._holders:
            self._holders[pattern] = holders(
                self._given, self.references, pattern, is_ordered=self._is_ordered
            )
        return self._holders[pattern]

    def standing_for(self, is_one: Callable[[bytes, bytes], bool]) -> frozenset[bytes]:
        """Return the variables with a value of some kind, their own or of one that they stand for.

        Args:
            is_one: tells it by a variable and a value of its own.
        """
        users: dict[bytes, list[bytes]] = {}
        left = []
        for name, assigned in self._assigned.items():
            values = [placed.line.text for placed in assigned]
            if any(is_one(name, value) for value in values):
                left.append(name)
            for value in values:
                if inner := only_reference(value):
                    users.setdefault(inner, []).append(name)
        found = set(left)
        while left:
            for user in users.get(left.pop(), ()):
                if user not in found:
                    found.add(user)
                    left.append(user)
        return frozenset(found)

    @cached_property
    def lists(self) -> dict[bytes, list[bytes]]:
        """The lists that the variables of `$(foreach …)` run through."""
        found: dict[bytes, list[bytes]] = {}
        for placed in self.lines:
            for loop in loops(placed.line.text):
                found.setdefault(loop.variable, []).append(placed.line.text[loop.start : loop.end])
        return found

    @cached_property
    def _reached(self) -> dict[bytes, set[Compiler]]:
        reached: dict[bytes, set[Compiler]] = {}
        for placed in self.lines:
            if placed.line.kind is Kind.RECIPE:
                for start, end in commands(placed.line.text):
                    command = placed.line.text[start:end]
                    found = self.compilers(command)
                    for name in self.references(command) if found else ():
                        reached.setdefault(name, set()).update(found)
        for variable, flags in _IMPLICIT.items():
            is_left = variable in self._left_to_make
            if self.assignments(variable) or is_left:
                for name in flags:
                    if name not in reached or is_left:
                        found = self.compilers(b"$(%b)" % variable)
                        reached.setdefault(name, set()).update(found)
        left = list(reached)
        while left:
            name = left.pop()
            for placed in self.assignments(name):
                for inner in self.references(placed.line.text):
                    known = reached.setdefault(inner, set())
                    if not reached[name] <= known:
                        known |= reached[name]
                        left.append(inner)
        return reached

    @cached_property
    def _left_to_make(self) -> set[bytes]:
        """The compilers, by make's names, of objects whose rules have no recipe: `a.o: a.cpp`."""
        found: set[bytes] = set()
        for at, one in enumerate(self.lines):
            rule = _OBJECT.match(one.line.text) if one.line.kind is Kind.OTHER else None
            after = self.lines[at + 1 : at + 2]
            has_recipe = bool(after) and after[0].line.kind is Kind.RECIPE
            compiler = _SOURCES.get(rule["source"].rpartition(b".")[2]) if rule else None
            if compiler and not (has_recipe or b";" in one.line.text):
                found.add(compiler)
        return found

    def _held(self, name: bytes) -> frozenset[Compiler]:
        """Return the compilers that a variable may stand for."""
        if name not in self._compilers:
            self._compilers[name] = frozenset(self._assigned_to(name, {name}))
        return self._compilers[name]

    def _called(self, command: bytes, seen: set[bytes] | None) -> Iterator[Compiler]:
        for word, _ in leading_words(command):
            found = list(self._called_by(word, seen))
            yield from found
            if found or not stands_before(word):
                return

    def _called_by(self, word: bytes, seen: set[bytes] | None) -> Iterator[Compiler]:
        if name := file_name(word):
            if compiler := compiler_called(name):
                yield compiler
            return
        if compiler_called(name_before_version(word)) is Compiler.HOST:  # nvcc is found below
            yield Compiler.HOST
            return
        if re.search(rb"\b(?:nvcc|hipcc)\b", word):  # $(shell which nvcc), $(if $(CC),$(CC),nvcc)
            yield Compiler.DEVICE
        for name in self.references(word):
            if seen is None:
                yield from self._held(name)
            elif name in seen:
                continue
            elif len(seen) > MOST_NAMES:
                self._is_cut_off = True
            else:
                seen.add(name)
                yield from self._assigned_to(name, seen)

    def _assigned_to(self, name: bytes, seen: set[bytes]) -> Iterator[Compiler]:
        values = [placed.line.text for placed in self.assignments(name)]
        if not values or any(map(_FILLED_IN.fullmatch, values)):
            if is_named_for_device(name):
                yield Compiler.DEVICE
            elif _OF_MAKE.fullmatch(name):
                yield Compiler.HOST
        for value in values:
            yield from self._called(value, seen)


def only_reference(value: bytes) -> bytes | None:
    """Return the variable that a value refers to, where that is all of it."""
    match = _ONLY.fullmatch(value)
    return match[1] if match else None


def references(text: bytes) -> Iterator[bytes]:
    """Yield the names in make's references; those of functions and arguments are among them."""
    for match in _REFERENCE.finditer(text):
        if match.start() == 0 or text[match.start() - 1 : match.start()] != b"$":
            yield match[1] or match[2]


class Loop(NamedTuple):
    """A `$(foreach VARIABLE,LIST,BODY)`.

    Attributes:
        variable: what the body calls a word of the list.
        start: offset of the list.
        end: offset behind the list; the body begins one further.
        body_end: offset behind the body.
    """

    variable: bytes
    start: int
    end: int
    body_end: int


def loops(text: bytes) -> Iterator[Loop]:
    """Yield the loops of a text, inner ones first; one that is not closed ends with the text."""
    if b"foreach" not in text:
        return
    inside: list[Loop | None] = []
    for match in _IN_LOOPS.finditer(text):
        if match["variable"]:
            inside.append(Loop(match["variable"], match.end(), 0, len(text)))
        elif match.group() in b"({":
            inside.append(None)
        elif match.group() in b")}":
            if inside and (loop := inside.pop()) is not None and loop.end:
                yield loop._replace(body_end=match.start())
        elif inside and (loop := inside[-1]) is not None and not loop.end:
            inside[-1] = loop._replace(end=match.start())
    yield from (loop for loop in reversed(inside) if loop is not None and loop.end)


def _targets(line: Line) -> Iterator[bytes]:
    """Yield the variables that a line gives a value."""
    if line.kind is Kind.ASSIGNMENT:
        yield line.name
    if line.definition:
        yield line.definition
    yield from _EVALUATED.findall(line.text)
