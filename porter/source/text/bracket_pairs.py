"""Matching brackets of a whole text, found in one pass."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

BRACKET = re.compile(rb"[()\[\]{}]")
ANGLE = re.compile(rb"[<>(){}\[\];]|&&|\|\|")
#: A directive that begins, parts or ends a conditional.
CONDITIONAL = re.compile(rb"(?m)^[ \t]*#[ \t]*(if|ifn?def|elif|elifn?def|else|endif)\b")
OPEN, CLOSE = b"([{", b")]}"
#: What may stand behind `&&` when it makes a reference: `T&&>`, `T&&,`, `T&&...`, `T&&)`.
_BEHIND_REFERENCE = re.compile(rb"[ \t\r\n\\]*(?:[>,)]|\.\.\.)")


class _Open(NamedTuple):
    """A bracket that is open, and those around it."""

    place: int
    around: _Open | None
    depth: int


class _Branches(NamedTuple):
    """A conditional that is open: what stood open before it, and behind one of its branches.

    Attributes:
        before: what stood open before it.
        after: what stands open behind the most uneven branch so far: that one counts.
        weight: how uneven it is.
        others: what stands open behind branches that are as uneven.
    """

    before: _Open | None
    after: _Open | None
    weight: int = 0
    others: tuple[_Open | None, ...] = ()

    def ended(self, inside: _Open | None) -> _Branches:
        """Take note of what is open at the end of a branch."""
        weight = abs(_depth(inside) - _depth(self.before))
        if weight > self.weight:
            return self._replace(after=inside, weight=weight, others=())
        is_other = weight == self.weight > 0 and _depth(inside) == _depth(self.after)
        return self._replace(others=(*self.others, inside)) if is_other else self

    def opened_alike(self) -> Iterator[tuple[int, int]]:
        """Yield each bracket that the branch which counts left open, and one of another branch."""
        for other in self.others:
            one = self.after
            while one is not None and other is not None and one.depth > _depth(self.before):
                yield one.place, other.place
                one, other = one.around, other.around


def _depth(inside: _Open | None) -> int:
    return inside.depth if inside else 0


@lru_cache(maxsize=2)
def bracket_pairs(code: bytes) -> array[int]:
    """Return for each offset of a bracket that of the one which closes it, else 0.

    A bracket that another kind closes (`( ]`) makes all that are open there unclosed. Where several
    branches of a conditional open a bracket that is closed once behind them, that closes each of
    them; where several close one that was opened before, the first counts.

    Args:
        code: masked code.
    """
    pairs = array("i", [0]) * len(code)
    inside: _Open | None = None
    branches: list[_Branches] = []
    alike: dict[int, list[int]] = {}
    directives = [(match.start(), match[1]) for match in CONDITIONAL.finditer(code)]
    directives.append((len(code), b""))
    begin = 0
    for end, word in directives:
        for match in BRACKET.finditer(code, begin, end):
            here = match.start()
            kind = CLOSE.find(code[here])
            if kind < 0:
                inside = _Open(here, inside, _depth(inside) + 1)
            elif inside is not None:
                if code[inside.place] != OPEN[kind]:
                    inside = None
                    continue
                places = [inside.place]
                for place in places:  # which grows by what is opened like it
                    pairs[place] = pairs[place] or here
                    places += alike.pop(place, ())
                inside = inside.around
        begin = end
        if word.startswith(b"if"):
            branches.append(_Branches(inside, inside))
        elif word and branches:
            branches[-1] = branches[-1].ended(inside)
            if word == b"endif":
                for place, other in branches[-1].opened_alike():
                    alike.setdefault(place, []).append(other)
            inside = branches[-1].before if word.startswith(b"el") else branches.pop().after
    return pairs


@lru_cache(maxsize=2)
def angle_ends(code: bytes) -> array[int]:
    """Return for each offset of a `<` that opens template arguments where these end, else 0.

    What is in parentheses or brackets of its own closes nothing outside and ends nothing there.

    Args:
        code: masked code.
    """
    pairs = bracket_pairs(code)
    ends = array("i", [0]) * len(code)
    inside = array("i")
    #: Of each parenthesis around: where it closes, and how many `<` stand outside.
    around: list[tuple[int, int]] = []
    for match in ANGLE.finditer(code):
        token, here = match.group(), match.start()
        outside = around[-1][1] if around else 0
        if token == b"<":
            inside.append(here)
        elif token == b">":
            if code[here - 1 : here] != b"-" and len(inside) > outside:
                ends[inside.pop()] = here + 1
        elif token in (b"(", b"["):
            if pairs[here]:
                around.append((pairs[here], len(inside)))
            else:
                del inside[:]
        elif token != b"&&" or not is_reference(code, here):
            del inside[outside:]
            if around and around[-1][0] == here:
                around.pop()
    return ends


def is_reference(code: bytes, offset: int) -> bool:
    """Tell whether the `&&` at `offset` makes a reference."""
    return _BEHIND_REFERENCE.match(code, offset + 2) is not None
