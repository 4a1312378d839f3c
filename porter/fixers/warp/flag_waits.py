"""Find threads that wait for a flag of another thread.

## What it does
Reports a loop in device code that does nothing but read memory until it changes: `while (flag ==
0);` on a shared or `volatile` variable, `while (ready[w - 1] == 0) {}`, `while (atomicAdd(&n, 0) <
4);`, `for (;;) if (*serving == mine) break;`, a jump back, and reads in functions of the file.
Pauses and counters that nothing asks for are nothing.

## Why
From Volta on, the threads of an NVIDIA warp make progress on their own. A wavefront of an AMD GPU
runs in step: while one of its lanes waits, the others do not run on, and where one of them is to
set the flag, the kernel hangs. The two warps of 32 lanes that share a wavefront of 64 wait for each
other in the same way: a chain from warp to warp runs on waves of 32 and hangs on gfx9.

## What it leaves alone
A loop that one thread of the block runs (`if (threadIdx.x == 0)` without an `else`) and that waits
for global memory, which other blocks write. Locks (`atomicCAS`, `atomicExch`) are another rule's.

## References
CUDA C++ Programming Guide, independent thread scheduling; HIP kernel language reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._branches import TooDeepError, branches_around, has_other_way
from porter.fixers.warp._waiting import NAME, Waiting, takes_lock, waiting_loops
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_ASSIGNED = re.compile(rb"[^=!<>]=[^=]|\+\+|--")
_POLLED = re.compile(
    rb"\bvolatile\b|\batomic(?:Add|Or|Max)\w*+\s*+"
    rb"\((?:[^;,()]++|\([^;()]*+\)|,(?!\s*+0[uUlL]*+\s*+\)))*+,\s*+0[uUlL]*+\s*+\)"
    rb"|\bld_acquire\w*+\s*+\(|(?:\.|->)\s*+(?:load|test)\s*+\(|\b__ldc[gv]\s*+\("
    rb"|\b__(?:hip_|nv_)?atomic_load(?:_n)?+\s*+\(|\bld\.(?:acquire|volatile|relaxed)\b"
)
#: Atomics that other devices change.
_OF_SYSTEM = re.compile(rb"\bthread_scope_system[ \t]*+>[ \t]*+&?[ \t]*+(\w++)")
#: What ends a part of a declaration or statement.
_ENDS = re.compile(rb"([;{}()])")
_DECLARED = re.compile(rb"[^=,\[]*+")

#: What a declaration declares, without its type.
_VARIABLE = re.compile(rb"(?<!\w)([A-Za-z_]\w{0,80}+)[ \t\r\n]{0,8}+(?=[\[,={]|\Z)")

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
        __device__ int seen(int *p) { return __ldcg(p); }
        __global__ void k(volatile unsigned *serving, unsigned mine, int *flag) {
          for (;;) { if (*serving == mine) break; }
          if (threadIdx.x == 0) { while (*serving == 0); } else { *serving = 1; }
          unsigned pause = 8;
          while (!seen(flag)) { __nanosleep(pause); if (pause < 256) pause *= 2; }
        again:
          if (*serving != mine + 1) goto again;
        }
        """,
        findings=("warning",) * 4,
        title="other forms of loops",
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
    Example(
        """
        __device__ void pass(clock_t count) {
          clock_t begun = clock(), passed = 0;
          while (passed < count) { clock_t now = clock(); passed = now - begun; }
        }
        __global__ void k() { __shared__ clock_t all[32]; all[0] = 0; pass(all[0]); }
        """,
        title="a loop that passes time",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each loop that only waits."""
    if not waiting_loops(file):
        return
    volatile = frozenset(_volatile_names(file.code))
    shared = frozenset(
        name for part in _shared_parts(file.code) for name in _VARIABLE.findall(part)
    )
    for waiting in waiting_loops(file):
        yield from _waits(file, waiting, volatile, shared)


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
            yield from NAME.findall(first.group())[-1:]


def _waits(
    file: SourceFile, waiting: Waiting, volatile: frozenset[bytes], shared: frozenset[bytes]
) -> Iterator[RuleOutput]:
    """Yield the finding about a loop, if it waits for memory and for no lock."""
    asked, names = waiting.asked, waiting.names
    polled = _POLLED.search(asked) is not None
    if not polled and _ASSIGNED.search(waiting.condition):
        return
    if takes_lock(waiting) or not names.isdisjoint(_OF_SYSTEM.findall(file.code)):
        return
    if not (polled or names & volatile or names & shared):
        return
    try:
        around = list(branches_around(file, waiting.span[0], waiting.span[0] + 1))
    except TooDeepError:
        around = []
    picked = [branch for branch in around if branch.picks_thread]
    if not names & shared and picked and not any(has_other_way(file, one) for one in picked):
        return
    yield rule.warning(
        waiting.span,
        "a thread waits for memory that another one writes: where both are in one wavefront, of "
        "64 lanes on gfx9, the kernel hangs",
        hint="let whole blocks wait for each other, or let one wavefront do both jobs in order",
    )
