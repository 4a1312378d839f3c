"""Whether a pattern may match one text in many ways, and so go back for each of them.

Two ways from a place in a loop back to it that take the same text double with each turn: the time
is exponential. Two loops, one reachable from the other, that take the same text share it out in as
many ways as it is long: the time is quadratic, or worse. A search begins with a loop that takes
anything, so that a pattern that begins with a loop of its own is such a pair.

Source: Weber and Seidl, "On the degree of ambiguity of finite automata" (the criteria EDA, IDA).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from tests.patterns.positions import OPEN, Positions, letters, parsed


class Growth(Enum):
    """How the time of a failing match grows with the text."""

    EXPONENTIAL = "two ways round one loop"
    POLYNOMIAL = "two loops that may share a text"


class Machine:
    """The positions of a pattern with the steps between them, by letter.

    Args:
        tree: a parsed pattern.
        flags: those that hold in it.
        is_committed: what a possessive repeat took is not gone back to.
        is_search: a match may begin anywhere, `start` being the loop in front of it.
        is_whole: it matches only at the end of a text.
    """

    def __init__(
        self,
        tree: Iterable[Any],
        flags: int,
        *,
        is_committed: bool,
        is_search: bool,
        is_whole: bool,
    ) -> None:
        positions = Positions(tree, flags, is_committed=is_committed)
        self.repeated = positions.repeated
        gates = [gate for part in positions.follows for _, gate in part]
        gates += [gate for _, gate in positions.part.first]
        self.letters = letters([*positions.sets, *(side for gate in gates for side in gate)])
        self.start = len(positions.sets)
        self.sets = [*positions.sets, frozenset(range(256))]
        self.follows = [*positions.follows, list(positions.part.first)]
        if is_search:
            self.follows[self.start].append((self.start, OPEN))
        free = Positions(tree, flags, is_committed=is_committed, is_gated=False)
        self._ends = {at for at, gate in free.part.last if gate == OPEN and not is_whole}
        self._steps: dict[tuple[int, int, int], list[int]] = {}
        self.component = _components([[to for to, _ in one] for one in self.follows])

    def steps(self, at: int, before: int, letter: int) -> list[int]:
        """Return where a letter leads, once for each way; not to where the pattern has matched."""
        key = at, before, letter
        if key not in self._steps:
            self._steps[key] = [
                to
                for to, gate in self.follows[at]
                if letter in self.sets[to]
                and before in gate.before
                and letter in gate.after
                and to not in self._ends
            ]
        return self._steps[key]

    def in_loops(self) -> list[int]:
        """Return the positions that can be reached from themselves."""
        found = []
        for at, follows in enumerate(self.follows):
            here = self.component[at]
            if any(to == at or (self.component[to] == here) for to, _ in follows):
                found.append(at)
        return found


def growth(
    pattern: str | bytes, flags: int = 0, *, is_search: bool = True, is_whole: bool = False
) -> Growth | None:
    """Return how a pattern's time may grow, None where it is linear.

    Args:
        pattern: the pattern.
        flags: of `re`.
        is_search: it is searched for, and not only matched at one place.
        is_whole: it is matched with all of a text, so that it may fail at every end.
    """
    tree, flags = parsed(pattern, flags)
    if _is_exponential(tree, flags, is_whole=is_whole):
        return Growth.EXPONENTIAL
    machine = Machine(tree, flags, is_committed=False, is_search=is_search, is_whole=is_whole)
    looping = machine.in_loops()
    for one in looping:
        for other in looping:
            apart = machine.component[one] != machine.component[other]
            if apart and _share(machine, one, other):
                return Growth.POLYNOMIAL
    return None


def _is_exponential(tree: Iterable[Any], flags: int, *, is_whole: bool) -> bool:
    machine = Machine(tree, flags, is_committed=True, is_search=False, is_whole=is_whole)
    for at in machine.in_loops():
        if _doubles(machine, at):
            return True
    return any(_is_exponential(one, flags, is_whole=True) for one in machine.repeated)


def _doubles(machine: Machine, at: int) -> bool:
    """Tell whether two different ways lead from a position back to it by one text."""
    here = machine.component[at]
    for last in machine.letters:
        seen = {(at, at, False, last)}
        left = list(seen)
        while left:
            one, other, apart, before = left.pop()
            for letter in machine.letters:
                ones = machine.steps(one, before, letter)
                others = machine.steps(other, before, letter)
                for x in ones:
                    if machine.component[x] != here:
                        continue
                    for y in others:
                        if machine.component[y] != here:
                            continue
                        parted = apart or x != y or (one == other and ones.count(x) > 1)
                        if parted and x == y == at and letter == last:
                            return True
                        if (state := (x, y, parted, letter)) not in seen:
                            seen.add(state)
                            left.append(state)
    return False


def _share(machine: Machine, one: int, other: int) -> bool:
    """Tell whether a text leads from `one` to itself and to `other`, and from that to itself."""
    near, far = machine.component[one], machine.component[other]
    if not machine.sets[one] & machine.sets[other]:
        return False
    for last in machine.letters:
        if last not in machine.sets[one] & machine.sets[other]:
            continue
        seen = {(one, one, other, last)}
        left = list(seen)
        while left:
            x, y, z, before = left.pop()
            for letter in machine.letters:
                for x2 in machine.steps(x, before, letter):
                    if machine.component[x2] != near:
                        continue
                    for z2 in machine.steps(z, before, letter):
                        if machine.component[z2] != far:
                            continue
                        for y2 in machine.steps(y, before, letter):
                            if (x2, y2, z2, letter) == (one, other, other, last):
                                return True
                            if (state := (x2, y2, z2, letter)) not in seen:
                                seen.add(state)
                                left.append(state)
    return False


def _components(follows: list[list[int]]) -> list[int]:
    """Return the number of the strongly connected component of each node (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    found = [-1] * len(follows)
    stack: list[int] = []
    for root in range(len(follows)):
        if root in index:
            continue
        work = [(root, iter(follows[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, left = work[-1]
            for to in left:
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    work.append((to, iter(follows[to])))
                    break
                if found[to] < 0:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        member = stack.pop()
                        found[member] = node
                        if member == node:
                            break
    return found
