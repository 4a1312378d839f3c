"""The variables of a Makefile that hold NVIDIA's architectures, and the flags that they fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from porter.fixers.build_files._flags import Word
from porter.fixers.build_files._make import words
from porter.source.build_files.make_flow import MakeFlow, loops, references
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.spans import holds, merged
from porter.tables.nvcc_flags import Treatment, decide, is_nvccs_own

_REFERENCE = rb"\$(?:\(\s*+[\w.-]++\s*+\)|\{\s*+[\w.-]++\s*+\})"
#: What a flag says around its variable: arch=compute_$(SM),code=\"sm_$(SM)\".
_FILLED = re.compile(rb"(?:%b|arch=|code=|sm_|compute_|lto_|[\[\]\"'\\,])+" % _REFERENCE)
_ARCHITECTURE = re.compile(rb"(?<![\w$({.-])(?:(?:sm|compute)_)?\d{2,3}[af]?(?![\w)}.-])")
_PREFIX = re.compile(rb"(?<!\w)(?:sm|compute)_(?=\$[({])")
_NAMES_ONE = re.compile(rb"(?:sm|compute)_(?:\d|\$)")
#: What a line has that names architectures in flags.
MAY_NAME = re.compile(rb"-(?:arch|gencode|code|-gpu-|-generate-code)")
_MACRO = re.compile(rb"-D\w++=(\S*+)")
#: What else the value of such a variable may be made of.
_NEUTRAL = re.compile(
    rb"(?:%b|gfx\w++(?::[\w+-]++)?+|native|all(?:-major)?|\$\((?:sort|strip|firstword|lastword)\b"
    rb"|[\s\"',()\\])*+" % _REFERENCE
)
_LIST = rb"\$[({](?P<name>[\w.-]+)[)}]"
#: Calls that make a flag of each word of a list, and what makes AMD's flag of a word.
_SUBSTITUTED = (
    (re.compile(rb"\$[({](?P<name>[\w.-]+):%=(?P<flag>-[^(){}]*)[)}]"), b"--offload-arch=%"),
    (
        re.compile(rb"\$[({]patsubst\s+%%\s*,(?P<flag>-[^(){}]*?),\s*%b\s*[)}]" % _LIST),
        b"--offload-arch=%",
    ),
    (
        re.compile(rb"\$[({]addprefix\s+(?P<flag>-[^(){},]*),\s*%b\s*[)}]" % _LIST),
        b"--offload-arch=",
    ),
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


class Substitution(NamedTuple):
    """A reference that makes a flag of each architecture of a list: $(SMS:%=-arch=sm_%).

    Attributes:
        name: the variable that holds the list.
        start: offset in the text.
        end: offset behind it.
        flag_start: where what is made of a word starts.
        flag_end: where it ends.
        new: what takes its place.
    """

    name: bytes
    start: int
    end: int
    flag_start: int
    flag_end: int
    new: bytes


def substitutions(text: bytes) -> Iterator[Substitution]:
    """Yield the references of a text that make flags for NVIDIA's architectures."""
    for pattern, new in _SUBSTITUTED:
        for match in pattern.finditer(text):
            flag = match["flag"].decode("utf-8", "surrogateescape").split()
            decision = decide(flag, 0)
            if decision is not None and decision.option.treatment is Treatment.ARCHITECTURE:
                yield Substitution(match["name"], *match.span(), *match.span("flag"), new)


class Architectures:
    """What Makefiles say of architectures through variables.

    Args:
        flow: the files.
    """

    def __init__(self, flow: MakeFlow) -> None:
        self._flow = flow
        wanted = {name for placed in flow.lines for name in self._wanted(placed.line)}
        lists = {one.name for placed in flow.lines for one in substitutions(placed.line.text)}
        self._lists, users = self._come_from(wanted, lists)
        left = [name for name in users if not self._is_good(name)]
        bad = set(left)
        while left:
            for user in users[left.pop()] - bad:
                bad.add(user)
                left.append(user)
        self._held = users.keys() - bad - set(self._compared())

    def holds(self, name: bytes) -> bool:
        """Tell whether a variable holds architectures and nothing else depends on their names."""
        return name in self._held

    def flag(self, found: Sequence[Word]) -> Flag:
        """Return what fills in the architectures of words that stand together."""
        names = list(dict.fromkeys(self._filling(found)))
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
                between = text[found[0].end() : found[-1].start()]
                several = name in self._lists or (len(found) > 1 and b"," not in between)
                yield at + found[0].start(), at + found[-1].end(), b" " if several else b","

    def _parts(self, line: Line) -> Iterator[tuple[bytes, int, int]]:
        """Yield the parts of a line that are values of variables that hold architectures."""
        if line.kind is Kind.ASSIGNMENT and self.holds(line.name):
            yield line.name, 0, len(line.text)
        for loop in loops(line.text):
            if self.holds(loop.variable):
                yield loop.variable, loop.start, loop.end

    def _wanted(self, line: Line) -> Iterator[bytes]:
        """Yield the variables in the flags of a line that name architectures."""
        if not MAY_NAME.search(line.text):
            return
        yield from (one.name for one in substitutions(line.text))
        done = merged((one.start, one.end) for one in substitutions(line.text))
        yield from self._filling(
            [
                word
                for word in words(self._flow, line)
                if not holds(done, word.start - line.text_start)
            ]
        )

    def _filling(self, found: Sequence[Word]) -> Iterator[bytes]:
        """Yield the variables in the flags among words that name architectures."""
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

    def _come_from(
        self, wanted: set[bytes], lists: set[bytes]
    ) -> tuple[set[bytes], dict[bytes, set[bytes]]]:
        """Return the variables that hold lists, and all variables, each with those made of it.

        Args:
            wanted: where to begin.
            lists: those that are known to hold lists.
        """
        users: dict[bytes, set[bytes]] = {name: set() for name in wanted}
        left = list(wanted)
        while left:
            name = left.pop()
            is_list = name in lists or (not self._flow.assignments(name) and self._values(name))
            if is_list:
                lists.add(name)
            for inner in self._inner(name):
                is_news = inner not in users or (is_list and inner not in lists)
                users.setdefault(inner, set()).add(name)
                if is_list:
                    lists.add(inner)
                if is_news:
                    left.append(inner)
        return lists, users

    def _values(self, name: bytes) -> list[bytes]:
        values = [placed.line.text for placed in self._flow.assignments(name)]
        return values or self._flow.lists.get(name, [])

    def _inner(self, name: bytes) -> set[bytes]:
        found = {inner for value in self._values(name) for inner in references(value)}
        return found - _FUNCTIONS

    def _is_good(self, name: bytes) -> bool:
        """Tell whether the values of a variable are architectures and what stands for others."""
        rests = [_PREFIX.sub(b"", _ARCHITECTURE.sub(b"", value)) for value in self._values(name)]
        return bool(name) and all(_NEUTRAL.fullmatch(one) or _EMPTY.fullmatch(one) for one in rests)

    def _compared(self) -> Iterator[bytes]:
        """Yield the variables whose values something else looks at: a macro, a comparison."""
        for placed in self._flow.lines:
            line = placed.line
            for value in _MACRO.findall(line.text):
                yield from references(value)
            if line.kind is Kind.CONDITIONAL and re.search(rb"\d{2}", line.text):
                yield from references(line.text)


_FUNCTIONS = frozenset({b"sort", b"strip", b"firstword", b"lastword"})
