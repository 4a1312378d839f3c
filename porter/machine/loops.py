"""The loops of a function, and which of them is hot, as far as machine code tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from porter.machine.code import Function, Instruction

#: How often a loop is taken to turn where nothing says so: only the order of loops rests on it.
_TURNS = 8
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Block:
    """Instructions that run one after the other.

    Attributes:
        start: index of the first.
        end: index after the last.
        next: blocks that may follow, by number.
    """

    start: int
    end: int
    next: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """A natural loop.

    Attributes:
        head: the block that is entered first.
        blocks: all blocks of it, those of inner loops among them.
        depth: how many loops it is in, itself among them.
    """

    head: int
    blocks: frozenset[int]
    depth: int


def blocks_of(function: Function) -> list[Block]:
    """Return the basic blocks of a function in the order of the code."""
    code = function.instructions
    index_of = {one.address: index for index, one in enumerate(code)}
    starts = {0}
    for index, one in enumerate(code):
        if one.target is not None or one.ends:
            starts.add(index + 1)
        if one.target in index_of:
            starts.add(index_of[one.target])
    bounds = sorted(start for start in starts if start < len(code))
    number_of = {start: number for number, start in enumerate(bounds)}
    blocks = []
    for number, start in enumerate(bounds):
        end = bounds[number + 1] if number + 1 < len(bounds) else len(code)
        last = code[end - 1]
        following = []
        if last.target in index_of:
            following.append(number_of[index_of[last.target]])
        if not last.ends and end < len(code):
            following.append(number + 1)
        blocks.append(Block(start, end, tuple(dict.fromkeys(following))))
    return blocks


def loops_of(blocks: Sequence[Block]) -> list[Loop]:
    """Return the natural loops of a function, those of one head as one.

    A branch back closes a loop whose head is on every way to it. Code that jumps into the middle of
    a loop, which compilers of GPUs do not make, is left out.
    """
    order = _order(blocks)
    dominators = _dominators(blocks, order)
    before: dict[int, list[int]] = {number: [] for number in range(len(blocks))}
    for number, block in enumerate(blocks):
        for following in block.next:
            before[following].append(number)
    bodies: dict[int, set[int]] = {}
    for number in order:
        for head in blocks[number].next:
            if head in dominators[number]:
                body = bodies.setdefault(head, {head})
                waiting = [number]
                while waiting:
                    one = waiting.pop()
                    if one not in body:
                        body.add(one)
                        waiting += before[one]
    return [
        Loop(head, frozenset(body), sum(head in other for other in bodies.values()))
        for head, body in sorted(bodies.items())
    ]


def hot_loop(blocks: Sequence[Block], loops: Sequence[Loop]) -> Loop | None:
    """Return the loop in whose own instructions a kernel spends its time; None when it has none.

    Each loop is taken to turn as often as every other, so an inner loop counts several times what
    is around it. Instructions of inner loops are not the outer one's own.
    """

    def weight(loop: Loop) -> float:
        inner = {b for o in loops if o is not loop and o.blocks < loop.blocks for b in o.blocks}
        own = sum(blocks[one].end - blocks[one].start for one in loop.blocks - inner)
        return own * float(_TURNS ** min(loop.depth, _DEEPEST))

    return max(loops, key=weight, default=None)


def code_of(
    function: Function, blocks: Sequence[Block], loop: Loop | None
) -> tuple[Instruction, ...]:
    """Return the instructions of a loop in the order of the code; all when there is no loop."""
    if loop is None:
        return function.instructions
    return tuple(
        one
        for number in sorted(loop.blocks)
        for one in function.instructions[blocks[number].start : blocks[number].end]
    )


def with_turns(
    function: Function, blocks: Sequence[Block], loops: Sequence[Loop], turns: int
) -> tuple[Instruction, ...]:
    """Return all instructions, those of a loop as often as it turns, block after block."""
    found: list[Instruction] = []
    for number, block in enumerate(blocks):
        depth = sum(number in loop.blocks for loop in loops)
        found += function.instructions[block.start : block.end] * turns ** min(depth, _DEEPEST)
    return tuple(found)


def _order(blocks: Sequence[Block]) -> list[int]:
    """Return the blocks that can be reached, each after one that leads to it where possible."""
    seen = {0}
    found: list[int] = []
    stack: list[tuple[int, int]] = [(0, 0)] if blocks else []
    while stack:
        number, taken = stack.pop()
        if taken < len(blocks[number].next):
            stack.append((number, taken + 1))
            following = blocks[number].next[taken]
            if following not in seen:
                seen.add(following)
                stack.append((following, 0))
        else:
            found.append(number)
    return found[::-1]


def _dominators(blocks: Sequence[Block], order: Sequence[int]) -> dict[int, set[int]]:
    """Return for each block those that are on every way to it, itself among them."""
    before: dict[int, list[int]] = {number: [] for number in order}
    for number in order:
        for following in blocks[number].next:
            before[following].append(number)
    everything = set(order)
    found = {number: everything if number else {0} for number in order}
    changed = True
    while changed:
        changed = False
        for number in order:
            if number == 0:
                continue
            ways = [found[one] for one in before[number]]
            now = set.intersection(*ways) | {number} if ways else {number}
            if now != found[number]:
                found[number], changed = now, True
    return found
