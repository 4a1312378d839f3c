"""Find threads that wait for a flag of another thread.

## What it does
Reports a loop in device code that does nothing but read memory until it changes: `while (flag ==
0);` on a shared or `volatile` variable, `while (ready[w - 1] == 0) {}`, `while (atomicAdd(&n, 0) <
4);`.

## Why
From Volta on, the threads of an NVIDIA warp make progress on their own. A wavefront of an AMD GPU
runs in step: while one of its lanes waits, the others do not run on, and where one of them is to
set the flag, the kernel hangs. The two warps of 32 lanes that share a wavefront of 64 wait for each
other in the same way: a chain from warp to warp runs on waves of 32 and hangs on gfx9.

## What it leaves alone
A loop that one thread of the block runs (`threadIdx.x == 0`) and that waits for global memory,
which other blocks write. Locks (`atomicCAS`, `atomicExch`) are another rule's.

## References
CUDA C++ Programming Guide, independent thread scheduling; HIP kernel language reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._branches import TooDeepError, branches_around
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_NOTHING = re.compile(
    rb"[\s;{}]*(?:(?:(?:__nanosleep|__threadfence\w*|__syncwarp)\s*\([^()]*\)|continue)[\s;{}]*)*"
)
_READ = re.compile(rb"[\s{]*+(\w++)\s*+=\s*+([^;=]++);[\s;}]*+")
_LOOP = re.compile(rb"\b(?:while|for|do)\b")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_ASSIGNED = re.compile(rb"[^=!<>]=[^=]|\+\+|--")
_LOCK = re.compile(rb"\batomic(?:CAS|Exch)\w*")
_POLLED = re.compile(
    rb"\bvolatile\b|\batomic(?:Add|Or|Max)\w*+\s*+"
    rb"\((?:[^;,()]++|\([^;()]*+\)|,(?!\s*+0[uUlL]*+\s*+\)))*+,\s*+0[uUlL]*+\s*+\)"
    rb"|\bld_acquire\w*+\s*+\(|(?:\.|->)\s*+load\s*+\(|\b__ldc[gv]\s*+\("
)
#: Atomics that other devices change.
_OF_SYSTEM = re.compile(rb"\bthread_scope_system[ \t]*+>[ \t]*+&?[ \t]*+(\w++)")
#: What ends a part of a declaration or statement.
_ENDS = re.compile(rb"([;{}()])")
_DECLARED = re.compile(rb"[^=,\[]*+")

#: Without triggers: a loop needs no name of CUDA's.
rule = Rule("WRP25", "flag-waits", fix=Fix.NONE, names=(b"__global__", b"__device__"), handles=())

EXAMPLES = (
    Example(
        """
        __global__ void chain(int* sum) {
          __shared__ volatile int ready[4];
          if ((threadIdx.x & 31) == 0) {
            if (w) while (ready[w - 1] == 0);
            ready[w] = 1;
          }
        }
        """,
        findings=("warning",),
    ),
    Example(
        """
        __global__ void k(volatile int *flag, int n) {
          while (*flag < n) {}
          do { seen = atomicAdd(count, 0); } while (seen < n);
        }
        """,
        findings=("warning", "warning"),
    ),
    Example(
        """
        __global__ void k(volatile int *flag, int *list, int n) {
          if (threadIdx.x == 0) while (*flag < n) {}
          __syncthreads();
          int i = 0;
          while (list[i] < n) i++;
          while (i < n) { i += 2; }
          cuda::atomic_ref<int, cuda::thread_scope_system> arrived(list[n]);
          while (arrived.load() < n) {}
        }
        """,
        title="one thread waits for another block, or other devices; loops that compute",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each loop that only waits."""
    volatile = frozenset(_volatile_names(file.code))
    shared = frozenset(name for part in _shared_parts(file.code) for name in _NAME.findall(part))
    seen = set()
    for match in _LOOP.finditer(file.code):
        if function_around(file, match.start()) is None:
            continue
        node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end())
        loop = node.parent if node is not None else None
        if loop is None or loop.start_byte != match.start() or loop.id in seen:
            continue
        seen.add(loop.id)
        if loop.type in ("while_statement", "do_statement"):
            yield from _waits(file, loop, volatile, shared)


def _parts(code: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the parts of declarations and statements, each with what ends it."""
    pieces = _ENDS.split(code)
    yield from zip(pieces[::2], pieces[1::2], strict=False)


def _shared_parts(code: bytes) -> Iterator[bytes]:
    """Yield the declarations of shared memory."""
    for part, end in _parts(code):
        _, found, declared = part.partition(b"__shared__")
        if found and end == b";":
            yield declared


def _volatile_names(code: bytes) -> Iterator[bytes]:
    """Yield what is declared as volatile memory, first names alone."""
    for part, end in _parts(code):
        _, found, declared = part.partition(b"volatile")
        first = _DECLARED.match(declared)
        if found and first is not None and (end in b";)" or first.end() < len(declared)):
            yield from _NAME.findall(first.group())[-1:]


def _waits(
    file: SourceFile, loop: Node, volatile: frozenset[bytes], shared: frozenset[bytes]
) -> Iterator[RuleOutput]:
    """Yield the finding about a loop, if waiting is all that it does."""
    condition, body = loop.child_by_field_name("condition"), loop.child_by_field_name("body")
    if condition is None or body is None:
        return
    asked = file.code[condition.start_byte : condition.end_byte]
    done = file.code[body.start_byte : body.end_byte]
    read = _READ.fullmatch(done)
    if read is not None and re.search(rb"\b" + read.group(1) + rb"\b", asked):
        asked = read.group(2)
    elif not _NOTHING.fullmatch(done):
        return
    elif _ASSIGNED.search(asked):
        asked = b"" if _POLLED.search(asked) is None else asked
    if _LOCK.search(asked):
        return
    names = frozenset(_NAME.findall(asked))
    if not names.isdisjoint(_OF_SYSTEM.findall(file.code)):
        return
    if not (_POLLED.search(asked) or names & volatile or names & shared):
        return
    try:
        around = list(branches_around(file, loop.start_byte, loop.start_byte + 1))
    except TooDeepError:
        around = []
    if not names & shared and any(branch.picks_thread for branch in around):
        return
    yield rule.warning(
        (condition.start_byte, condition.end_byte),
        "a thread waits for memory that another one writes: where both are in one wavefront, of "
        "64 lanes on gfx9, the kernel hangs",
        hint="let whole blocks wait for each other, or let one wavefront do both jobs in order",
    )
