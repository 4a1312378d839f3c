"""Additions of floating-point numbers in memory that are loops of compare-and-swap."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from porter.machine.code import Function
from porter.machine.kinds import atomic_of
from porter.machine.loops import Block, Loop

_ADDITION = re.compile(r"v_(?:dual_)?(?:add|sub|subrev)_(?P<type>f32|f64)$")


def looped_additions(
    function: Function, blocks: Sequence[Block], loops: Sequence[Loop]
) -> dict[str, int]:
    """Return how many additions in global memory are loops, by type: `{"f32": 2}`.

    clang makes `atomicAdd` of a float so where a processor's instruction would not add in memory
    that is the host's (fine-grained); `-munsafe-fp-atomics` says that none is. A loop counts that
    exchanges what it added once: a code's own compare-and-swap of a sum looks the same.

    Args:
        function: a kernel.
        blocks: its basic blocks.
        loops: its loops.
    """
    found: Counter[str] = Counter()
    outer = {one.blocks for one in loops if any(other.blocks < one.blocks for other in loops)}
    for loop in loops:
        if loop.blocks in outer:
            continue
        code = [
            one
            for number in loop.blocks
            for one in function.instructions[blocks[number].start : blocks[number].end]
        ]
        atomics = [atomic for one in code if (atomic := atomic_of(one.name)) is not None]
        added = [match["type"] for one in code if (match := _ADDITION.match(one.name))]
        if len(atomics) == len(added) == 1 and atomics[0].compares and atomics[0].space == "global":
            found[added[0]] += 1
    return dict(found)
