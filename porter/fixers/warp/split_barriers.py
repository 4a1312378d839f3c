"""Find barriers of a block that its threads reach on different ways.

## What it does
Reports `__syncthreads()` on two ways of an `if` or `switch` whose condition differs between the
threads of a block: warps with different jobs that meet at barriers, each on its own way. `sync()`
of a block, waits of `cuda::barrier` and `cuda::pipeline` (`arrive_and_wait`, `wait`,
`consumer_wait`) and functions of the file that hold one of them count as barriers.

## Why
CUDA's guide asks for one barrier that all threads reach; NVIDIA's GPUs count warps, and take this
form. An AMD GPU counts wavefronts. Where a wavefront of 64 lanes holds two warps with different
jobs, it runs both ways one after the other and arrives at the barrier twice: the sides no longer
alternate, and what one reads the other has not yet written. A `cuda::barrier` waits in a loop: one
way waits for ever for the other, which its wavefront has not begun.

## What it leaves alone
Branches that all threads of a block take in the same way, and those that split the block at a
multiple of 64 threads (`threadIdx.x < 128`): there each wavefront has one job.

## References
CUDA C++ Programming Guide, synchronization functions; AMD CDNA3 ISA, `s_barrier`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._divergence import (
    THREAD,
    calls_of,
    differing_names,
    functions_that_hold,
    holds_any,
)
from porter.fixers.warp._header_functions import BARRIERS
from porter.source import Call, SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span

if TYPE_CHECKING:
    from tree_sitter import Node

_AT_WAVEFRONTS = re.compile(
    rb"\(?\s*threadIdx\s*\.\s*x\s*(?:<|>=)\s*(\d+)\s*\)?|\(?\s*threadIdx\s*\.\s*x\s*/\s*(\d+)\b.*",
    re.DOTALL,
)
_WAVEFRONT = 64
_BRANCHES = ("if_statement", "switch_statement")
#: Members that wait for other threads, by the header that has them.
_WAITS = {
    b"cuda/barrier": (b"arrive_and_wait", b"wait", b"wait_parity"),
    b"cuda/pipeline": (b"consumer_wait", b"producer_acquire"),
}
_BLOCK = re.compile(
    rb"\bthread_block[ \t]*+&?[ \t]*+(\w++)|\b(\w++)[ \t]*+=[ \t]*+(?:\w++::)*+this_thread_block\b"
)
_OBJECT = re.compile(rb"\b(\w++)[ \t]*+(?:\.|->)[ \t]*+\Z")
_LONGEST = 100

rule = Rule(
    "WRP26",
    "split-barriers",
    fix=Fix.NONE,
    names=(*BARRIERS, *(name for names in _WAITS.values() for name in names), b"sync"),
    handles=(),
)

EXAMPLES = (
    Example(
        """
        __global__ void pipe(const int *in, int *out, int n) {
          int warp = threadIdx.x / 32;
          if (warp == 0) {
            for (int t = 0; t < n; t++) { load(in, t); __syncthreads(); }
          } else {
            for (int t = 0; t < n; t++) { __syncthreads(); use(out, t); }
          }
        }
        """,
        findings=("warning",),
    ),
    Example(
        """
        __device__ void produce() { __syncthreads(); }
        __device__ void consume() { __syncthreads(); }
        __global__ void k() { if (threadIdx.x < 32) produce(); else consume(); }
        """,
        findings=("warning",),
        title="barriers in functions",
    ),
    Example(
        """
        __device__ void produce() { __syncthreads(); }
        __global__ void k(int n) {
          switch (threadIdx.x >> 5) {
            case 0: produce(); break;
            default: __syncthreads();
          }
          switch (n) { case 0: produce(); break; default: __syncthreads(); }
          switch (threadIdx.x >> 5) { case 0: produce(); break; default: n = 0; }
        }
        """,
        findings=("warning",),
        title="a switch",
    ),
    Example(
        """
        #include <cuda/barrier>
        #include <cooperative_groups.h>
        __global__ void k(cuda::barrier<cuda::thread_scope_block> *full, Queue *queue) {
          auto block = cooperative_groups::this_thread_block();
          if (threadIdx.x < 32) full->arrive_and_wait(); else full->arrive_and_wait();
          if (threadIdx.x < 32) block.sync(); else block.sync();
          if (threadIdx.x < 32) queue->sync(); else queue->sync();
        }
        """,
        findings=("warning", "warning"),
        title="barriers that are objects",
    ),
    Example(
        """
        __global__ void k(int n) {
          if (n > 4) { __syncthreads(); } else { __syncthreads(); }
          if (threadIdx.x < 128) { __syncthreads(); } else { __syncthreads(); }
          if (threadIdx.x < 32) { f(); } else { g(); }
          __syncthreads();
        }
        """,
        title="one way for the block, whole wavefronts, one barrier for all",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each branch with a barrier on both sides."""
    barriers = [call for call in _barriers(file) if function_around(file, call.start) is not None]
    if not barriers:
        return
    holding = functions_that_hold(file, tuple(call.start for call in barriers))
    barriers += [call for name in holding for call in calls_of(file, name)]
    yield from splits(rule, file, [(call.start, call.close) for call in barriers])


def _barriers(file: SourceFile) -> Iterator[Call]:
    """Yield the calls at which threads of a block wait for others."""
    yield from file.calls(*BARRIERS)
    for path in sorted({one.path for one in file.includes} & _WAITS.keys()):
        for name in _WAITS[path]:
            yield from _members(file, name)
    blocks = {b"".join(names) for names in _BLOCK.findall(file.code)}
    for call in _members(file, b"sync") if blocks else ():
        of = _OBJECT.search(file.code, max(0, call.start - _LONGEST), call.start)
        if of is not None and of[1] in blocks:
            yield call


def _members(file: SourceFile, name: bytes) -> Iterator[Call]:
    """Yield the calls of a member."""
    for start in file.occurrences(name):
        call = file.call_at(start, start + len(name))
        if call is not None and file.is_member(start):
            yield call


def splits(
    rule: Rule, file: SourceFile, barriers: list[Span], known: Sequence[Span] = ()
) -> Iterator[RuleOutput]:
    """Yield a finding for each branch with one of some barriers on both ways.

    Args:
        rule: whose finding it is.
        file: the file.
        barriers: where the block meets.
        known: those of the barriers that another rule has looked at.
    """
    before = sorted(start for start, _ in known)
    seen = set()
    barriers = sorted(barriers)
    starts = [start for start, _ in barriers]
    for start, end in barriers:
        for statement in _branches(file, start, end):
            if statement.id in seen:
                continue
            seen.add(statement.id)
            if _is_split(file, statement, starts) and not _is_split(file, statement, before):
                condition = statement.child_by_field_name("condition")
                yield rule.warning(
                    statement if condition is None else condition,
                    "a barrier of the block on both ways of a branch that parts its threads: "
                    "AMD GPUs count wavefronts, of 64 lanes on gfx9",
                    hint="move the barriers behind the branch, or give each job whole wavefronts",
                )


def _branches(file: SourceFile, start: int, end: int) -> Iterator[Node]:
    """Yield the branches around a place, within its function."""
    node: Node | None = file.tree.root_node.descendant_for_byte_range(start, end)
    while node is not None and node.type != "function_definition":
        if node.type in _BRANCHES:
            yield node
        node = node.parent


def _is_split(file: SourceFile, statement: Node, starts: list[int]) -> bool:
    """Tell whether threads part at a branch that has a barrier on both ways."""
    condition = statement.child_by_field_name("condition")
    function = function_around(file, statement.start_byte)
    if condition is None or function is None:
        return False
    text = file.code[condition.start_byte : condition.end_byte]
    whole = _AT_WAVEFRONTS.fullmatch(text)
    if whole is not None and int(whole.group(1) or whole.group(2)) % _WAVEFRONT == 0:
        return False
    if not holds_any(text, THREAD, differing_names(file, function, THREAD)):
        return False
    holding = [
        way
        for way in _ways(statement)
        if bisect_left(starts, way.start_byte) < bisect_left(starts, way.end_byte)
    ]
    return len(holding) > 1


def _ways(statement: Node) -> Iterator[Node]:
    """Yield the ways that a branch has."""
    if statement.type == "if_statement":
        ways = (statement.child_by_field_name(way) for way in ("consequence", "alternative"))
        yield from (way for way in ways if way is not None)
    elif (body := statement.child_by_field_name("body")) is not None:
        yield from (case for case in body.named_children if case.type == "case_statement")
