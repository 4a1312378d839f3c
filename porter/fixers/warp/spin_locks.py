"""Find locks that lanes of one wavefront take from each other.

## What it does
Reports a loop that does nothing but try to take a lock: `while (atomicCAS(&lock, 0, 1) != 0);`,
or with `atomicExch`.

## Why
From Volta on, the threads of an NVIDIA warp make progress on their own: the one that got the lock
goes on and frees it while the others spin. A wavefront of an AMD GPU runs in step. The lane that
got the lock waits at the end of the loop for the lanes that spin, and these wait for it: the
kernel hangs. The same holds for the two warps of 32 lanes in a wavefront of 64: a lock that one
lane of each warp takes is safe on a wavefront of 32 and hangs on gfx9.

## What it leaves alone
A loop that one thread of the block runs (`threadIdx.x == 0`), for then nobody in the wavefront is
waited for, and loops that work on the value they swap (`old = atomicCAS(p, assumed, value)`),
which need no lock.

## References
CUDA C++ Programming Guide, independent thread scheduling; HIP kernel language reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._branches import FURTHEST, TooDeepError, branches_around, too_deep
from porter.source import Severity, SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_LOOPS = ("while_statement", "do_statement")
_NOTHING = re.compile(rb"[\s;{}]*(?:(?:__nanosleep|__threadfence\w*)\s*\([^()]*\)[\s;{}]*)*")
_ASSIGNED = re.compile(rb"[^=!<>]=[^=]")

rule = Rule("WRP14", "spin-locks", fix=Fix.NONE, names=(b"atomicCAS", b"atomicExch"))

EXAMPLES = (
    Example(
        "__device__ void take(int* lock) { while (atomicCAS(lock, 0, 1) != 0); }\n",
        findings=("error",),
    ),
    Example(
        """
        __global__ void k(int* lock) {
          if (lane_id == 0) {
            do { __nanosleep(20); } while (atomicExch(lock, 1));
          }
        }
        """,
        findings=("warning",),
        title="two warps of a wavefront have a lane 0 each",
    ),
    Example(
        """
        __global__ void k(int* lock) {
          if (threadIdx.x == 0) while (atomicCAS(lock, 0, 1) != 0) {}
          __syncthreads();
        }
        """,
        title="one thread of the block",
    ),
    Example(
        """
        __device__ void add(int* p) {
          int old = *p, seen;
          do { seen = old; old = atomicCAS(p, seen, seen + 1); } while (seen != old);
        }
        """,
        title="a loop without a lock",
    ),
    Example(
        """
        __device__ void locked(int* lock) {
          bool done = false;
          while (!done) {
            if (atomicCAS(lock, 0, 1) == 0) { work(); atomicExch(lock, 0); done = true; }
          }
        }
        """,
        title="the lock is taken and freed in one turn of the loop",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each loop that only takes a lock."""
    for call in file.calls(b"atomicCAS", b"atomicExch"):
        if not _takes_lock(file, call):
            continue
        try:
            around = list(branches_around(file, call.start, call.name_end))
        except TooDeepError:
            yield too_deep(rule, call)
            continue
        if any(branch.picks_thread for branch in around):
            continue
        one_lane = any(branch.picks_lane for branch in around)
        yield rule.finding(
            call.whole,
            Severity.WARNING if one_lane else Severity.ERROR,
            "two warps of a wavefront of 64 lanes wait for each other at this lock"
            if one_lane
            else "lanes of a wavefront wait for each other at this lock for ever",
            hint="take the lock, work and free it inside one turn of the loop: "
            "`if (atomicCAS(…) == 0) { …; free; done = true; }`",
        )


def _takes_lock(file: SourceFile, call: Call) -> bool:
    """Tell whether the call is the condition of a loop that does nothing else."""
    node: Node | None = file.tree.root_node.descendant_for_byte_range(call.start, call.name_end)
    for _ in range(FURTHEST):
        if node is None or node.parent is None:
            return False
        loop = node.parent
        if loop.type in _LOOPS:
            body = loop.child_by_field_name("body")
            condition = file.code[node.start_byte : node.end_byte]
            return (
                loop.child_by_field_name("condition") == node
                and body is not None
                and _ASSIGNED.search(condition) is None
                and _NOTHING.fullmatch(file.code[body.start_byte : body.end_byte]) is not None
            )
        if loop.type.endswith("_statement") or loop.type == "compound_statement":
            return False
        node = loop
    return False
