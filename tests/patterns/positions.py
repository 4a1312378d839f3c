"""A regular expression as an automaton of positions: one for each place that takes a character.

What follows a position depends on the character before and the one that comes, so that `\\b`,
anchors and assertions about one character count. Characters that no part of a pattern tells apart
are one letter. Source: Glushkov's construction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

Letter = int
#: Before a text begins.
NONE = -1
_WORD = frozenset(ord(one) for one in map(chr, range(128)) if one.isalnum() or one == "_")
_SPACE, _DIGIT = frozenset(b" \t\n\r\f\v"), frozenset(b"0123456789")
_ALL = frozenset(range(256))
_NAMED = {
    sre.CATEGORY_WORD: _WORD,
    sre.CATEGORY_NOT_WORD: _ALL - _WORD,
    sre.CATEGORY_SPACE: _SPACE,
    sre.CATEGORY_NOT_SPACE: _ALL - _SPACE,
    sre.CATEGORY_DIGIT: _DIGIT,
    sre.CATEGORY_NOT_DIGIT: _ALL - _DIGIT,
}


class Gate(NamedTuple):
    """What the characters around a place may be for a match to go on there."""

    before: frozenset[int]
    after: frozenset[int]

    def and_then(self, other: Gate) -> Gate:
        return Gate(self.before & other.before, self.after & other.after)


OPEN = Gate(_ALL | {NONE}, _ALL | {NONE})
#: Where an assertion may still fail: no end of a match.
_UNSURE = Gate(_ALL | {NONE}, _ALL)


class Part(NamedTuple):
    """A part of a pattern: where it may begin and end, and the gates when it takes nothing."""

    first: list[tuple[int, Gate]]
    last: list[tuple[int, Gate]]
    empty: list[Gate]


def parsed(pattern: str | bytes, flags: int) -> tuple[Any, int]:
    """Return a pattern as `re` reads it, and the flags that hold in it."""
    tree = _parser.parse(pattern, flags)
    return tree, tree.state.flags


class Positions:
    """The automaton of a pattern.

    Attributes:
        sets: the characters of each position.
        follows: position -> those that may come next, and the gate, once for each way.
        part: the whole pattern.

    Args:
        tree: a parsed pattern, or a part of one.
        flags: those that hold in it.
        is_committed: what a possessive repeat took is one run of characters, its turns being no
            choice that is gone back to; what is repeated is kept in `repeated`.
        is_gated: what follows a possessive repeat is nothing that it would have taken.
    """

    def __init__(
        self, tree: Iterable[Any], flags: int, *, is_committed: bool, is_gated: bool = True
    ) -> None:
        self._flags = flags
        self._is_committed = is_committed
        self._is_gated = is_gated
        self.repeated: list[Any] = []
        self.sets: list[frozenset[int]] = []
        self.follows: list[list[tuple[int, Gate]]] = []
        self.part = self._sequence(tree)

    def _leaf(self, characters: frozenset[int]) -> Part:
        if self._flags & re.IGNORECASE:
            pairs = {ord(chr(one).swapcase()) for one in characters if chr(one).isascii()}
            characters |= pairs
        self.sets.append(characters)
        self.follows.append([])
        at = len(self.sets) - 1
        return Part([(at, OPEN)], [(at, OPEN)], [])

    def _join(self, last: list[tuple[int, Gate]], first: list[tuple[int, Gate]]) -> None:
        for (one, left), (other, right) in product(last, first):
            gate = left.and_then(right)
            if gate.before and gate.after:
                self.follows[one].append((other, gate))

    def _sequence(self, nodes: Iterable[Any]) -> Part:
        whole = Part([], [], [OPEN])
        for node in nodes:
            whole = self._both(whole, self._part(*node))
        return whole

    def _both(self, left: Part, right: Part) -> Part:
        self._join(left.last, right.first)
        first = left.first + _gated(right.first, left.empty)
        last = right.last + _gated(left.last, right.empty)
        empty = [one.and_then(other) for one, other in product(left.empty, right.empty)]
        return Part(first, last, empty)

    def _part(self, kind: Any, value: Any) -> Part:
        if kind is sre.LITERAL:
            return self._leaf(frozenset({_code(value)}))
        if kind is sre.NOT_LITERAL:
            return self._leaf(_ALL - {_code(value)})
        if kind is sre.ANY:
            return self._leaf(_ALL if self._flags & re.DOTALL else _ALL - {10})
        if kind is sre.IN:
            return self._leaf(_members(value))
        if kind is sre.SUBPATTERN:
            return self._sequence(value[3])
        if kind is sre.ATOMIC_GROUP:
            return self._sequence(value)
        if kind is sre.BRANCH:
            return _either(self._sequence(one) for one in value[1])
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            return self._repeat(kind is sre.POSSESSIVE_REPEAT, *value)
        if kind is sre.AT:
            return Part([], [], self._anchor(value))
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            return self._assertion(kind is sre.ASSERT_NOT, *value)
        if kind is sre.GROUPREF_EXISTS:
            return _either(self._sequence(one or ()) for one in value[1:])
        if kind is sre.GROUPREF:
            return self._leaf(_ALL)._replace(empty=[OPEN])
        if kind is sre.FAILURE:
            return Part([], [], [])
        raise NotImplementedError(kind)

    def _repeat(self, is_possessive: bool, least: int, most: int, body: Any) -> Part:
        if most == 0:
            return Part([], [], [OPEN])
        is_endless = most is sre.MAXREPEAT
        if is_possessive and self._is_committed:
            return self._run(least, body)
        whole = self._sequence(body)
        if is_endless:
            self._join(whole.last, whole.first)
        elif most > 1:
            whole = self._both(whole, _optional(self._sequence(body)))
        if least == 0:
            whole = _optional(whole)
        if is_possessive and self._is_gated:  # what it might take on, nothing else gets
            taken = frozenset().union(*(self.sets[at] for at, _ in whole.first))
            gate = Gate(OPEN.before, OPEN.after - taken)
            return Part(whole.first, _gated(whole.last, [gate]), [gate] if whole.empty else [])
        return whole

    def _run(self, least: int, body: Any) -> Part:
        self.repeated.append(body)
        alone = Positions(body, self._flags, is_committed=True)
        taken = frozenset().union(*(alone.sets[at] for at, _ in alone.part.first))
        run = self._leaf(frozenset().union(*alone.sets))
        self._join(run.last, run.first)
        gate = Gate(OPEN.before, OPEN.after - taken) if self._is_gated else OPEN
        before = [Gate(OPEN.before, taken)]
        return Part(_gated(run.first, before), _gated(run.last, [gate]), [gate] * (least == 0))

    def _anchor(self, kind: Any) -> list[Gate]:
        others = OPEN.before - _WORD
        if kind is sre.AT_BOUNDARY:
            return [Gate(_WORD, others), Gate(others, _WORD)]
        if kind is sre.AT_NON_BOUNDARY:
            return [Gate(_WORD, _WORD), Gate(others, others)]
        ends = frozenset({NONE, 10} if self._flags & re.MULTILINE else {NONE})
        if kind in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
            return [Gate(ends if kind is sre.AT_BEGINNING else frozenset({NONE}), OPEN.after)]
        return [Gate(OPEN.before, ends if kind is sre.AT_END else frozenset({NONE}))]

    def _assertion(self, is_not: bool, direction: int, body: Any) -> Part:
        nodes = list(body)
        if len(nodes) == 1 and nodes[0][0] in (sre.LITERAL, sre.NOT_LITERAL, sre.IN):
            kind, value = nodes[0]
            if kind is sre.IN:
                one = _members(value)
            else:
                one = frozenset({_code(value)})
                one = one if kind is sre.LITERAL else _ALL - one
            allowed = (_ALL - one) | {NONE} if is_not else one
            gate = Gate(allowed, OPEN.after) if direction < 0 else Gate(OPEN.before, allowed)
            return Part([], [], [gate])
        if direction < 0:
            return Part([], [], [OPEN])
        inner = self._sequence(body)  # a way that ends there
        return Part(inner.first, [], [OPEN if self._is_gated else _UNSURE])


def _gated(ends: list[tuple[int, Gate]], gates: list[Gate]) -> list[tuple[int, Gate]]:
    return [(at, one.and_then(gate)) for at, one in ends for gate in gates]


def _optional(part: Part) -> Part:
    return part if part.empty else part._replace(empty=[OPEN])


def _either(parts: Iterable[Part]) -> Part:
    every = list(parts)
    return Part(
        [one for part in every for one in part.first],
        [one for part in every for one in part.last],
        [one for part in every for one in part.empty],
    )


def _code(value: int) -> int:
    return min(value, 255)


def _members(items: Iterable[tuple[Any, Any]]) -> frozenset[int]:
    found: set[int] = set()
    is_negated = False
    for kind, value in items:
        if kind is sre.NEGATE:
            is_negated = True
        elif kind is sre.LITERAL:
            found.add(_code(value))
        elif kind is sre.RANGE:
            found.update(range(_code(value[0]), _code(value[1]) + 1))
        elif kind is sre.CATEGORY:
            found |= _NAMED[value]
    return _ALL - found if is_negated else frozenset(found)


def letters(sets: Iterable[frozenset[int]]) -> list[Letter]:
    """Return one character of each kind that the sets tell apart."""
    every = [*sets, _WORD, frozenset({10})]
    kinds: dict[tuple[bool, ...], int] = {}
    for character in range(256):
        kinds.setdefault(tuple(character in one for one in every), character)
    return list(kinds.values())
