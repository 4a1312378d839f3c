"""Uses of CUB's namespace in a file: where they begin and end, and which lie in others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from porter.source import SourceFile, Use
from porter.source.backwards import words_before
from porter.source.text.brackets import template_arguments_end
from porter.source.text.runs import word_start

NAME = re.compile(rb"[A-Za-z_]\w*")
_WRAPPED = re.compile(rb"(?:::[ \t]*)?\bat_cuda_detail[ \t]*::[ \t]*\Z")
_MACRO_END = re.compile(rb"[ \t\r\f\v]*+(?:::[ \t\r\f\v]*+)?(?:\n|\Z)")
_MACRO = re.compile(rb"[ \t]*#[ \t]*define[ \t]+\w+(?:\(([^)]*)\))?")


@dataclass(frozen=True, slots=True)
class ScopedUse:
    """`cub::name`.

    Attributes:
        start: offset of the first byte to replace.
        scope_end: offset behind `cub`.
        name: what follows `::`.
        name_start: its offset.
        end: offset behind the name and its template arguments.
    """

    start: int
    scope_end: int
    name: bytes
    name_start: int
    end: int

    @property
    def name_use(self) -> Use:
        """The name alone."""
        return Use.at(self.name_start, self.name)


class Nesting:
    """Which uses are one of some others, hold one in their template arguments, or lie in one.

    Args:
        others: in order of place.
    """

    def __init__(self, others: Sequence[ScopedUse]) -> None:
        self._starts = [other.start for other in others]
        ends = [other.end for other in others]
        self._latest = list(accumulate(ends, max))  # end of those up to a place
        self._first = list(accumulate(reversed(ends), min))[::-1]  # end of those from it on

    def touches(self, use: ScopedUse) -> bool:
        """Tell whether a use has to do with one of the others."""
        at = bisect_left(self._starts, use.start)
        if at > 0 and use.end <= self._latest[at - 1]:
            return True
        if at < len(self._starts) and self._starts[at] == use.start:
            return True
        return at < len(self._starts) and self._first[at] <= use.end


def byte_at(file: SourceFile, offset: int) -> bytes:
    return file.code[offset : offset + 1]


def scope_start(file: SourceFile, start: int) -> int | None:
    """Return where the name of CUB's namespace begins whose `cub` stands at `start`."""
    if file.is_member(start):
        return None
    scope = file.qualifier(start)
    if scope == b"at_cuda_detail":
        wrapped = _WRAPPED.search(file.code, words_before(file, start, 5), start)
        return wrapped.start() if wrapped else None
    return None if scope else start


def use_at(file: SourceFile, first: int, start: int) -> ScopedUse | None:
    colons = file.next(start + 3)
    if file.code[colons : colons + 2] != b"::":
        return None
    name = NAME.match(file.code, file.next(colons + 2))
    if name is None:
        return None
    end = name.end()
    behind = file.next(end)
    if file.code[behind : behind + 1] == b"<" and file.code[behind : behind + 3] != b"<<<":
        end = template_arguments_end(file.code, behind) or end
    return ScopedUse(first, start + 3, name.group(), name.start(), end)


def is_macro_body(file: SourceFile, first: int, start: int) -> bool:
    """Tell whether CUB's namespace is all that a macro stands for."""
    last = file.previous(first)
    if file.code[last - 1 : last + 1] == b"::":
        last = file.previous(last - 1)
    name = word_start(file.code, last + 1)
    return file.is_macro_name(name) and _MACRO_END.match(file.code, start + 3) is not None


def is_parameter(file: SourceFile, use: ScopedUse) -> bool:
    """Tell whether the name is a parameter of the macro in whose body it stands."""
    directive = file.directive_at(use.start)
    if directive is None:
        return False
    head = _MACRO.match(file.code, directive.start, directive.end)
    return (
        head is not None and head.group(1) is not None and use.name in NAME.findall(head.group(1))
    )
