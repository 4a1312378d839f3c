"""Bank conflicts and uncoalesced accesses, where it is known what each lane asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from porter.machine.code import Function, Instruction
from porter.machine.kinds import Access, access_of
from porter.machine.lanes import Known, Value, follow, low
from porter.machine.loops import Block

#: LDS has so many banks of four bytes.
_BANKS = 32
#: What memory hands out: the smallest line of AMD's caches that all of them can fill.
_LINE = 64
#: More of these than needed is worth a word.
_WASTE = 2.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """How the lanes of one access lie in memory.

    Attributes:
        instruction: the access.
        access: its width.
        cost: cycles of LDS, or lines of memory, relative to what the bytes need at least.
    """

    instruction: Instruction
    access: Access
    cost: float

    @property
    def wasteful(self) -> bool:
        """Whether it takes twice what the bytes need, or more."""
        return self.cost >= _WASTE


@dataclass(frozen=True, slots=True)
class Patterns:
    """The accesses of a kernel.

    Attributes:
        seen: those whose lanes are known.
        accesses: how many there are in all.
    """

    seen: tuple[Pattern, ...]
    accesses: int

    def wasteful(self, space: str) -> list[Pattern]:
        """Return what conflicts in LDS, or is uncoalesced in "global" memory."""
        return [one for one in self.seen if one.access.space == space and one.wasteful]


def patterns_of(
    function: Function, blocks: Sequence[Block], wave: int, row: int | None = None
) -> Patterns:
    """Return how the lanes of a kernel's accesses lie, where that follows from the lanes.

    Every lane is taken to be active.

    Args:
        function: a kernel.
        blocks: its basic blocks.
        wave: lanes of a wave.
        row: threads of a row of the block; None: not known, taken to be a wave or longer.
    """
    found = []
    count = 0
    for one, state in follow(function, blocks, wave, packed=True, row=row):
        access = access_of(one.name)
        if access is None or access.space == "scratch":
            continue
        count += 1
        address = _address(one, access, state)
        if address is not None:
            cost = _banks(address, access) if access.space == "LDS" else _lines(address, access)
            found.append(Pattern(one, access, cost))
    return Patterns(tuple(found), count)


def _address(one: Instruction, access: Access, state: Mapping[str, Known]) -> Value | None:
    """Return the lanes' addresses, up to what they have in common."""
    words = one.words
    place = 0 if access.stores else 1
    if one.name.startswith("buffer_"):
        place = 1
        if "offen" not in one.operands:
            return None
    if len(words) <= place:
        return None
    return state.get(low(words[place].partition(" ")[0]))


def _banks(address: Value, access: Access) -> float:
    """Return the cycles of LDS relative to those without conflicts.

    LDS serves 32 words a cycle: lanes are served in groups of as many as fill that. Lanes of a
    group that ask one bank for different words wait for one another; for one word they do not.
    """
    words = max(1, access.width // 4)
    group = max(1, _BANKS // words)
    lanes = address.lanes
    taken = needed = 0
    for start in range(0, len(lanes), group):
        first = lanes[start : start + group] // 4
        asked = np.unique(np.concatenate([first + word for word in range(words)]))
        taken += int(np.bincount(asked % _BANKS, minlength=_BANKS).max())
        needed += max(1, -(-len(asked) // _BANKS))
    return taken / needed


def _lines(address: Value, access: Access) -> float:
    """Return the lines that a wave's access touches relative to those that its bytes fill."""
    first = address.lanes - address.lanes.min()
    touched = np.unique(np.concatenate([first // _LINE, (first + access.width - 1) // _LINE]))
    asked = len(np.unique(first)) * access.width
    return len(touched) / max(1, -(-asked // _LINE))
