"""Find barriers of a block in loops that its warps leave after different numbers of turns.

## What it does
Reports `__syncthreads()` in a loop whose condition, or a `break` of which, differs between the
warps of a block: `for (int row = warp_id; row < n; row += warps)`, `if (i > warp_id) break;`.

## Why
CUDA's guide asks that all threads of a block reach a barrier equally often; NVIDIA's GPUs count
warps, a warp that has left the loop meets the others at its next barrier, and one that has ended is
not waited for. Two warps of 32 lanes that share a wavefront of 64 stay in the loop until both have
left it: the wavefront arrives where the one that has left should have met the others, or once more
than the others.

## What it leaves alone
Loops whose number of turns all threads share; barriers of whole wavefronts (`threadIdx.x / 64`);
conditions that `__syncthreads_or` and its kin, or shared memory, answer.

## References
CUDA C++ Programming Guide, synchronization functions; AMD CDNA3 ISA, `s_barrier`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._divergence import calls_of, differing_names, functions_that_hold
from porter.fixers.warp._header_functions import BARRIERS
from porter.source import Call, SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

#: What differs between the warps of a block.
_WARP = re.compile(
    rb"\b(?:warp_?id|warp_?idx|wid|warp)\b"
    rb"|\bthreadIdx[ \t]*+\.[ \t]*+[xyz][ \t]*+"
    rb"(?:/[ \t]*+(?:32\b|warpSize\b|WARP_?SIZE\b)|>>[ \t]*+5\b)",
    re.IGNORECASE,
)
_WORD = re.compile(rb"[A-Za-z_]\w*+")
_BEGUN = re.compile(rb"\b(\w++)[ \t]*+=")
_AGREED = re.compile(
    rb"\b(?:porter::)?_{0,2}(?:any|all|ballot|shfl|syncthreads)\w*+(?:<\w++>)?[ \t]*+\("
)
_LOOPS = ("for_statement", "while_statement", "do_statement")
_ENDS = ("function_definition", "lambda_expression")

rule = Rule("WRP31", "uneven-barriers", fix=Fix.NONE, names=BARRIERS, handles=())

EXAMPLES = (
    Example(
        """
        __global__ void k(int *s, int n) {
          int warp = threadIdx.x / 32;
          for (int row = warp; row < n; row += blockDim.x / 32) { s[row]++; __syncthreads(); }
          int i = 0;
          while (true) {
            if (i >= 2 + warp) break;
            __syncthreads();
            ++i;
          }
        }
        """,
        findings=("warning", "warning"),
    ),
    Example(
        """
        __device__ void step(int *s) { __syncthreads(); s[0]++; }
        __global__ void k(int *s, int wid) { for (int i = 0; i < wid; i++) step(s); }
        """,
        findings=("warning",),
        title="a barrier in a function",
    ),
    Example(
        """
        __global__ void k(int *s, int n) {
          int warp = threadIdx.x / 32;
          for (int i = 0; i < n; i++) { if (warp == 0) s[i]++; __syncthreads(); }
          while (__syncthreads_or(s[warp])) {}
          for (int i = warp; i < n; i += 4) s[i]++;
          __syncthreads();
        }
        """,
        title="turns that all share, and no barrier in the loop",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each loop with a barrier that warps leave at different times."""
    calls = [call for call in file.calls(*BARRIERS) if function_around(file, call.start)]
    holding = functions_that_hold(file, tuple(call.start for call in calls)) if calls else ()
    calls += [call for name in holding for call in calls_of(file, name)]
    seen = set[int]()
    for call in calls:
        for loop in _loops(file, call, seen):
            if (place := _parts(file, loop)) is not None:
                yield rule.warning(
                    place,
                    "warps leave this loop of barriers after different numbers of turns: AMD GPUs "
                    "count wavefronts, of 64 lanes on gfx9",
                    hint="let all warps take the same number of turns, and ask in the loop",
                )


def _loops(file: SourceFile, call: Call, seen: set[int]) -> Iterator[Node]:
    """Yield the loops around a call, inside out, that no call before lies in."""
    node: Node | None = file.tree.root_node.descendant_for_byte_range(call.start, call.name_end)
    while node is not None and node.type not in _ENDS and node.id not in seen:
        seen.add(node.id)
        if node.type in _LOOPS:
            yield node
        node = node.parent


def _parts(file: SourceFile, loop: Node) -> Node | None:
    """Return the condition at which warps leave a loop at different times, if there is one."""
    function = function_around(file, loop.start_byte)
    names = frozenset() if function is None else differing_names(file, function, _WARP)
    if (first := loop.child_by_field_name("initializer")) is not None:
        # Another loop may have a counter of the same name.
        begun = file.code[first.start_byte : first.end_byte]
        own = frozenset(_BEGUN.findall(begun))
        values = frozenset(_WORD.findall(begun)) - own
        if _WARP.search(begun) is None and names.isdisjoint(values):
            names -= own
    for condition in _conditions(loop):
        text = file.code[condition.start_byte : condition.end_byte]
        if _AGREED.search(text) is None and (
            _WARP.search(text) or not names.isdisjoint(_WORD.findall(text))
        ):
            return condition
    return None


def _conditions(loop: Node) -> Iterator[Node]:
    """Yield the condition of a loop, and those of the branches that leave it."""
    condition, body = loop.child_by_field_name("condition"), loop.child_by_field_name("body")
    if condition is not None:
        yield condition
    for statement in body.named_children if body is not None else ():
        if statement.type == "if_statement":
            asked, way = (
                statement.child_by_field_name(part) for part in ("condition", "consequence")
            )
            last = way.named_children[-1:] if way is not None and way.named_children else [way]
            if asked is not None and any(one is not None and _leaves(one) for one in (way, *last)):
                yield asked


def _leaves(statement: Node) -> bool:
    return statement.type in ("break_statement", "return_statement")
