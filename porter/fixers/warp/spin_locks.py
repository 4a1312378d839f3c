"""Find locks that lanes of one wavefront take from each other.

## What it does
Reports a loop that does nothing but try to take a lock: `while (atomicCAS(&lock, 0, 1) != 0);`,
with `atomicExch`, members of libcu++'s atomics and semaphores, or in functions of the file, in
loops of every form, with pauses or without.

## Why
From Volta on, the threads of an NVIDIA warp make progress on their own: the one that got the lock
goes on and frees it while the others spin. A wavefront of an AMD GPU runs in step. The lane that
got the lock waits at the end of the loop for the lanes that spin, and these wait for it: the
kernel hangs. The same holds for the two warps of 32 lanes in a wavefront of 64: a lock that one
lane of each warp takes is safe on a wavefront of 32 and hangs on gfx9.

## What it leaves alone
A loop that one thread of the block runs (`threadIdx.x == 0`), or whose function one thread calls,
for then nobody in the wavefront is
waited for, and loops that work on the value they swap (`old = atomicCAS(p, assumed, value)`),
which need no lock.

## References
CUDA C++ Programming Guide, independent thread scheduling; HIP kernel language reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._branches import DEPTH, TooDeepError, branches_around
from porter.fixers.warp._divergence import calls_of
from porter.fixers.warp._waiting import takes_lock, waiting_loops
from porter.source import Severity, SourceFile
from porter.source.cpp.functions import function_around
from porter.source.once import once_for_each_file
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span

_ATOMICS = (b"atomicCAS", b"atomicExch")
#: Members of libcu++'s atomics and semaphores by which a lock is taken.
_MEMBERS = (
    b"exchange",
    b"compare_exchange_strong",
    b"compare_exchange_weak",
    b"test_and_set",
    b"try_acquire",
)
_CALL = re.compile(rb"\batomic(?:CAS|Exch)\w*")

rule = Rule(
    "WRP14", "spin-locks", fix=Fix.NONE, names=(*_ATOMICS, *_MEMBERS, b"asm"), handles=_ATOMICS
)

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
        __device__ void lock(unsigned *mutex) {
          unsigned ns = 8;
          while (atomicCAS(mutex, 0, 1) == 1) { __nanosleep(ns); if (ns < 256) ns *= 2; }
        }
        struct Lock {
          int *word;
          __device__ bool attempt() { return atomicExch(word, 1) == 0; }
          __device__ void take() { while (!attempt()) {} }
        };
        __device__ void back(int *word) {
        again:
          if (atomicCAS(word, 0, 1) != 0) goto again;
        }
        __device__ void turn(cuda::atomic<int> &word) {
          for (;;) { int old = word.exchange(1); if (old == 0) break; }
        }
        """,
        findings=("error", "error", "error", "error"),
        title="with pauses, in a function, by a jump, by libcu++",
    ),
    Example(
        """
        __device__ void lock(int *word) { while (atomicCAS(word, 0, 1) != 0); }
        __global__ void k(int *word) { if (threadIdx.x == 0) lock(word); }
        """,
        title="one thread calls the function",
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
    for waiting in waiting_loops(file):
        if not takes_lock(waiting):
            continue
        place = _place(file, waiting.span)
        try:
            around = list(branches_around(file, waiting.span[0], waiting.span[0] + 1))
            function = function_around(file, waiting.span[0])
            name = b"" if function is None else function.name
            if any(branch.picks_thread for branch in around) or _is_of_one_thread(file, name):
                continue
        except TooDeepError:
            yield rule.warning(place, DEPTH, "look whether all lanes of the warp get here together")
            continue
        one_lane = any(branch.picks_lane for branch in around)
        yield rule.finding(
            place,
            Severity.WARNING if one_lane else Severity.ERROR,
            "two warps of a wavefront of 64 lanes wait for each other at this lock"
            if one_lane
            else "lanes of a wavefront wait for each other at this lock for ever",
            hint="take the lock, work and free it inside one turn of the loop: "
            "`if (atomicCAS(…) == 0) { …; free; done = true; }`",
        )


def _place(file: SourceFile, span: Span) -> Span:
    """Return the call by which a loop takes a lock, where it stands there, else what it asks."""
    match = _CALL.search(file.code, *span)
    call = None if match is None else file.call_at(*match.span())
    return span if call is None else call.whole


@once_for_each_file
def _is_of_one_thread(file: SourceFile, function: bytes) -> bool:
    """Tell whether one thread of a block calls a function, wherever the file does."""
    calls = calls_of(file, function)
    return bool(calls) and all(
        any(branch.picks_thread for branch in branches_around(file, call.start, call.name_end))
        for call in calls
    )
