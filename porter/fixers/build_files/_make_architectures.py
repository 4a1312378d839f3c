"""The variables of a Makefile that hold NVIDIA's architectures, and the flags that they fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.build_files._make import words
from porter.source.build_files.make_flow import MOST_NAMES, MakeFlow, loops, references
from porter.source.build_files.makefile import Kind, Line
from porter.tables.nvcc_flags import Treatment, decide, is_nvccs_own

_REFERENCE = rb"\$(?:\(\s*[\w.-]+\s*\)|\{\s*[\w.-]+\s*\})"
#: What a flag says around its variable: arch=compute_$(SM),code=\"sm_$(SM)\".
_FILLED = re.compile(rb"(?:%b|arch=|code=|sm_|compute_|lto_|[\[\]\"'\\,])+" % _REFERENCE)
_ARCHITECTURE = re.compile(rb"(?<![\w$({.-])(?:(?:sm|compute)_)?\d{2,3}[af]?(?![\w)}.-])")
_PREFIX = re.compile(rb"(?<!\w)(?:sm|compute)_(?=\$[({])")
_NAMES_ONE = re.compile(rb"(?:sm|compute)_(?:\d|\$)")
_MAY_NAME = re.compile(rb"-(?:arch|gencode|code|-gpu-|-generate-code)")
_MACRO = re.compile(rb"-D\w+=\S*\$[({]([\w.-]+)")
#: What else the value of such a variable may be made of.
_NEUTRAL = re.compile(
    rb"(?:%b|gfx\w+(?::[\w+-]+)?|native|all(?:-major)?|\$\((?:sort|strip|firstword|lastword)\b"
    rb"|[\s\"',()\\])*" % _REFERENCE
)
_EMPTY = re.compile(rb"[\s\"',()]*")


class Flag(NamedTuple):
    """The architectures of one command or list of flags.

    Attributes:
        variables: those that hold them, where all are held by variables that can be changed.
        is_computed: a variable holds one and cannot be changed.
    """

    variables: tuple[bytes, ...]
    is_computed: bool


class Architectures:
    """What Makefiles say of architectures through variables.

    Args:
        flow: the files.
    """

    def __init__(self, flow: MakeFlow) -> None:
        self._flow = flow
        self._lists: set[bytes] = set()
        self._held: dict[bytes, bool] = {}
        for placed in flow.lines:
            for name in self._filling(placed.line):
                self._is_held(name)
        compared = set(self._compared())
        for name in compared & self._held.keys():
            self._held[name] = False

    def holds(self, name: bytes) -> bool:
        """Tell whether a variable holds architectures and nothing else depends on their names."""
        return self._held.get(name, False)

    def flag(self, line: Line) -> Flag:
        """Return what fills in the architectures of a line."""
        names = list(dict.fromkeys(self._filling(line)))
        good = [name for name in names if self.holds(name)]
        if not names or len(good) < len(names):
            return Flag((), bool(names))
        return Flag(tuple(good), False)

    def values(self, line: Line) -> Iterator[tuple[int, int, bytes]]:
        """Yield what changes in the value of a variable: start, end, and what parts AMD's.

        Words of a list are parted by a blank; a flag takes several parted by commas. A prefix of a
        name goes: nothing takes its place.
        """
        for name, start, end in self._parts(line):
            text = line.text[start:end]
            found = list(_ARCHITECTURE.finditer(text))
            at = line.text_start + start
            for match in _PREFIX.finditer(text):
                yield at + match.start(), at + match.end(), b""
            if found:
                several = name in self._lists or len(found) > 1
                yield at + found[0].start(), at + found[-1].end(), b" " if several else b","

    def _parts(self, line: Line) -> Iterator[tuple[bytes, int, int]]:
        """Yield the parts of a line that are values of variables that hold architectures."""
        if line.kind is Kind.ASSIGNMENT and self.holds(line.name):
            yield line.name, 0, len(line.text)
        for name, start, end in loops(line.text):
            if self.holds(name):
                yield name, start, end

    def _filling(self, line: Line) -> Iterator[bytes]:
        """Yield the variables in the flags of a line that name architectures."""
        if not _MAY_NAME.search(line.text):
            return
        found = list(words(self._flow, line))
        texts = [word.text for word in found]
        for at, word in enumerate(found):
            decision = decide(texts, at)
            if decision is None or decision.option.treatment is not Treatment.ARCHITECTURE:
                continue
            value = decision.value.encode("utf-8", "surrogateescape")
            names = set(references(value))
            if not names or not (
                word.is_nvccs or is_nvccs_own(word.text) or self._flow.is_made_of(value, _NAMES_ONE)
            ):
                continue
            if _FILLED.fullmatch(value) and len(names) == 1:
                yield from names
            else:
                yield b""

    def _is_held(self, name: bytes, *, is_list: bool = False, depth: int = 0) -> bool:
        """Tell whether a variable, and what its values come from, hold architectures alone."""
        if is_list:
            self._lists.add(name)
        if name in self._held:
            return self._held[name]
        self._held[name] = bool(name) and depth < MOST_NAMES
        if not self._held[name]:
            return False
        values = [placed.line.text for placed in self._flow.assignments(name)]
        if not values and name in self._flow.lists:
            values = self._flow.lists[name]
            self._lists.add(name)
        in_list = name in self._lists
        for value in values:
            rest = _PREFIX.sub(b"", _ARCHITECTURE.sub(b"", value))
            inner = [one for one in references(value) if one not in _FUNCTIONS]
            good = _NEUTRAL.fullmatch(rest) is not None or _EMPTY.fullmatch(rest) is not None
            for one in inner:
                good &= self._is_held(one, is_list=in_list, depth=depth + 1)
            if not good:
                self._held[name] = False
        return self._held[name]

    def _compared(self) -> Iterator[bytes]:
        """Yield the variables whose values something else looks at: a macro, a comparison."""
        for placed in self._flow.lines:
            line = placed.line
            yield from _MACRO.findall(line.text)
            if line.kind is Kind.CONDITIONAL and re.search(rb"\d{2}", line.text):
                yield from references(line.text)


_FUNCTIONS = frozenset({b"sort", b"strip", b"firstword", b"lastword"})
