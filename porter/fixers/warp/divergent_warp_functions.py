"""Find warp functions that lanes of one warp reach from different branches.

## What it does
Reports a shuffle, vote or `__syncwarp` for the whole warp inside a branch whose condition differs
between the lanes of a warp: a comparison of the lane number, or `threadIdx.x` below a number that
is no multiple of 32. Calls, in such a branch, of functions of the file that shuffle or vote for the
whole warp are reported, too. With `--warp native` it also reports a `return` that some threads take
before a warp function for the whole warp.

## Why
From Volta on, an NVIDIA GPU lets the lanes named in the mask arrive from different branches: it
waits for all of them. A wavefront of an AMD GPU runs one branch after the other. Lanes of the
other branch do not take part: a shuffle reads 0 from them, votes leave them out, and a
`__syncwarp` waits for nobody. Nothing that a support header does can bring them together.

A thread that has returned is no hazard of the port's: CUDA leaves what a shuffle reads from it
open, too, and votes do not count it on either side. HIP's own `__shfl_sync`, of native ports,
stops the kernel when a lane of its mask is missing.

## What it leaves alone
Branches that whole warps take (`warp_id == 0`, `threadIdx.x < 32`, the answer of a vote), and
calls whose mask is not the whole warp: there the author has said who takes part.

## References
CUDA C++ Programming Guide, warp shuffle functions and independent thread scheduling; HIP kernel
language reference, warp cross-lane functions; AMD Instinct ISA, `ds_bpermute_b32`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.conditions import When
from porter.fixers.warp._branches import TooDeepError, too_deep
from porter.fixers.warp._divergence import (
    calls_of,
    functions_that_hold,
    is_parted,
)
from porter.fixers.warp._header_functions import WARP_FUNCTIONS, is_for_whole_warp
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput

_RETURN = re.compile(rb"\bif\s*\(")

rule = Rule(
    "WRP13",
    "divergent-warp-functions",
    fix=Fix.NONE,
    names=WARP_FUNCTIONS,
    shadowable=WARP_FUNCTIONS,
)
_OF_LANE = re.compile(rb"\b(?:threadIdx|tid|idx|i|index|lane)\b")
_IS_RETURN = re.compile(rb"return\b")

EXAMPLES = (
    Example(
        """
        __device__ float f(float a, float b) {
          float x;
          if (lane < 16) x = __shfl_sync(0xffffffff, a, lane + 16);
          else x = __shfl_sync(0xffffffff, b, lane - 16);
          return x;
        }
        """,
        findings=("warning", "warning"),
        title="each half reads what the other one passes in another branch",
    ),
    Example(
        """
        __global__ void k(float* x) {
          if (threadIdx.x < 16) { x[threadIdx.x] = 0; __syncwarp(); }
        }
        """,
        findings=("warning",),
    ),
    Example(
        """
        __global__ void k(int *o, int n) {
          const bool left = (threadIdx.x & 31) < 16;
          const bool large = n > 100;
          if (left) o[0] = __shfl_sync(0xffffffff, o[1], 0);
          if (large) o[2] = __shfl_sync(0xffffffff, o[3], 0);
          switch (threadIdx.x % 4) { case 0: o[4] = __shfl_sync(0xffffffff, o[5], 0); }
        }
        """,
        findings=("warning", "warning"),
        title="a branch on a variable that holds what differs between lanes",
    ),
    Example(
        """
        __device__ int bcast(int v, int src) { return __shfl_sync(0xffffffff, v, src); }
        __device__ int deeper(int v) { return bcast(v, 0); }
        __device__ int pick(int v, bool left) {
          return left ? bcast(v, 20) : deeper(v);
        }
        __global__ void k(int *o) { *o = pick(*o, lane < 16); }
        """,
        findings=("warning", "warning"),
        title="in functions, on both ways that a parameter decides",
    ),
    Example(
        """
        __device__ int sum(int v) { return __reduce_add_sync(0xffffffff, v); }
        __device__ int own(int v, unsigned m) { return __shfl_sync(m, v, 0); }
        __global__ void k(int *o, int n) {
          if (threadIdx.x < 32) o[0] = sum(o[1]);
          if (n > 3) o[2] = sum(o[1]);
          if (lane < 16) o[3] = own(o[1], 0xffff);
        }
        """,
        title="functions that whole warps call, and one that is told who takes part",
    ),
    Example(
        """
        __global__ void k(float* x, int n) {
          if (threadIdx.x >= n) return;
          x[0] = __shfl_down_sync(0xffffffff, x[1], 1);
        }
        """,
        options=Options(warp="native"),
        findings=("warning",),
        title="HIP's own function stops the kernel here",
    ),
    Example(
        """
        __global__ void k(float* x, int n) {
          if (threadIdx.x < 32) x[0] = __shfl_down_sync(0xffffffff, x[1], 1);
          if (lane < 16) x[0] = __shfl_down_sync(0xffff, x[1], 1);
          if (__any_sync(~0u, lane == n)) x[0] = __shfl_down_sync(~0u, x[1], 1);
        }
        """,
        title="whole warps, a mask that says who takes part, and a vote",
    ),
)


@rule.check
def report_branches(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each call in a branch that parts lanes."""
    for call in _for_whole_warps(file):
        try:
            is_apart = is_parted(file, call)
        except TooDeepError:
            yield too_deep(rule, call)
            continue
        if is_apart:
            yield rule.warning(
                call.whole,
                f"{call.name.decode()} for the whole warp in a branch that only some of its lanes "
                "take",
                hint="on AMD GPUs the others are not there; call it before the branch and use the "
                "result in it",
            )


@rule.check_when(When(warp="native"))
def report_returns(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each call that some threads of its warp may have left before."""
    returns = _Returns(file)
    for call in _for_whole_warps(file):
        try:
            is_apart = is_parted(file, call)
        except TooDeepError:
            continue
        if not is_apart and returns.stand_before(call):
            yield rule.warning(
                call.whole,
                f"{call.name.decode()} for the whole warp behind a return that some threads may "
                "take",
                hint="keep the threads and guard the loads and stores instead",
            )


@rule.check
def report_callers(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each call, in such a branch, of a function with a warp function in it."""
    own = tuple(call.start for call in _for_whole_warps(file))
    for name in sorted(functions_that_hold(file, own)):
        for call in calls_of(file, name):
            try:
                is_apart = is_parted(file, call)
            except TooDeepError:
                continue
            if is_apart:
                yield rule.warning(
                    call.whole,
                    f"{name.decode()} shuffles or votes for the whole warp, in a branch that only "
                    "some of its lanes take",
                    hint="on AMD GPUs the others are not there; call it before the branch and use "
                    "the result in it",
                )


def _for_whole_warps(file: SourceFile) -> Iterator[Call]:
    """Yield the calls whose mask is the whole warp, or that take none."""
    for call in file.calls(*WARP_FUNCTIONS):
        if is_for_whole_warp(file, call):
            yield call


class _Returns:
    """Where each function first has an `if (… threadIdx …) return;`."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._first: dict[tuple[int, int], int] = {}

    def stand_before(self, call: Call) -> bool:
        """Tell whether one stands before a call in its function."""
        node = self._file.tree.root_node.descendant_for_byte_range(call.start, call.name_end)
        while node is not None and node.type != "function_definition":
            node = node.parent
        if node is None:
            return False
        span = node.start_byte, node.end_byte
        if span not in self._first:
            self._first[span] = next(self._found(*span), span[1])
        return self._first[span] < call.start

    def _found(self, start: int, end: int) -> Iterator[int]:
        file = self._file
        for match in _RETURN.finditer(file.code, start, end):
            head = file.call_at(match.start(), match.start() + 2)
            if head is None or not _OF_LANE.search(file.code, head.open, head.close):
                continue
            follows = file.next(head.close + 1)
            if file.code[follows : follows + 1] == b"{":
                follows = file.next(follows + 1)
            if _IS_RETURN.match(file.code, follows):
                yield match.start()
