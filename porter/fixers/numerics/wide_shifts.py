"""Shift by the width of a type as NVIDIA's GPUs do.

## What it does
In device code, shifts whose amount reaches the width of the type at the end of its range become
those of the support header `shifts.hpp`: `mask >> (32 - n)`, which shifts by 32 where `n` is 0, as
`x >> (sizeof(x) * 8 - n)` and `word >> 8 * (4 - rest)` do, `(1u << n) - 1`, the mask of the lowest
`n` bits, where `n` may be 32, and all bits shifted: `~0u << n`.

## Why
C++ leaves a shift by the width of the type open. NVIDIA's GPUs clamp the amount, and the result is
0: `(1u << 32) - 1` is all bits, `0xffffffff >> 32` none. AMD's GPUs take the lowest five bits of
the amount and shift by nothing: the mask of 32 bits becomes that of none, and the other way round.

## What it leaves alone
Rotations (`x << n | x >> (32 - n)`), which are right either way; constant expressions
(`constexpr unsigned mask = (1u << BITS) - 1;`), where a compiler refuses such a shift; amounts that
are constants, or that are plainly less: a lane's number, `% 32`, `& 31`. Other shifts by variables,
of which nothing shows that they reach the width: another rule counts them. Host code.

## References
PTX ISA, `shl` and `shr`: "shift amounts greater than the register width are clamped"; AMD CDNA3
ISA, `v_lshlrev_b32`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.numerics._shift_amounts import amounts_of, shifts
from porter.source import SourceFile
from porter.source.text.copies import composed
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_COMPOUND = {b"<<=": b"porter::shift_left(", b">>=": b"porter::shift_right("}
_WITH_EFFECTS = re.compile(rb"\(|\+\+|--")

rule = Rule("NUM04", "wide-shifts", names=(b"__global__", b"__device__"), handles=())

EXAMPLES = (
    Example(
        """
        __device__ unsigned below(int lane) { return 0xffffffffu >> (32 - lane); }
        __device__ unsigned lowest(int n) { return (1u << n) - 1; }
        """,
        """
        #include "porter_compat/shifts.hpp"
        __device__ unsigned below(int lane) { return porter::shift_right(0xffffffffu, 32 - lane); }
        __device__ unsigned lowest(int n) { return (porter::shift_left(1u, n)) - 1; }
        """,
    ),
    Example(
        """
        template <int BITS> __device__ unsigned top(unsigned x, int n) { return x >> (BITS - n); }
        __device__ uint64_t wide(int n) { return ((uint64_t)1 << n) - 1; }
        __device__ unsigned f(unsigned x, int n) {
          const int left = 32 - n;
          unsigned high = ~0u << n, rest = x >> left;
          x >>= 32 - n;
          return high ^ rest ^ x;
        }
        """,
        """
        #include "porter_compat/shifts.hpp"
        template <int BITS> __device__ unsigned top(unsigned x, int n) { return \
porter::shift_right(x, BITS - n); }
        __device__ uint64_t wide(int n) { return (porter::shift_left((uint64_t)1, n)) - 1; }
        __device__ unsigned f(unsigned x, int n) {
          const int left = 32 - n;
          unsigned high = porter::shift_left(~0u, n), rest = porter::shift_right(x, left);
          x = porter::shift_right(x, 32 - n);
          return high ^ rest ^ x;
        }
        """,
        title="widths with a name, all bits, amounts that are kept",
    ),
    Example(
        """
        template <typename T> __device__ T high(T x, int n) { return x >> (sizeof(T) * 8 - n); }
        __device__ unsigned tail(unsigned word, int rest) { return word >> 8 * (4 - rest); }
        __device__ unsigned half(unsigned x) { return x >> (8 * sizeof(x) - 4) ^ x << (4 - 3) * 8; }
        """,
        """
        #include "porter_compat/shifts.hpp"
        template <typename T> __device__ T high(T x, int n) { return \
porter::shift_right(x, sizeof(T) * 8 - n); }
        __device__ unsigned tail(unsigned word, int rest) { return \
porter::shift_right(word, 8 * (4 - rest)); }
        __device__ unsigned half(unsigned x) { return x >> (8 * sizeof(x) - 4) ^ x << (4 - 3) * 8; }
        """,
        title="widths by the size of a type, bytes that are left over",
    ),
    Example(
        "__device__ unsigned f(int n) { return 0xffffffff >> (warpSize - n); }\n",
        """
        #include "porter_compat/shifts.hpp"
        __device__ unsigned f(int n) { return porter::shift_right(0xffffffff, warpSize - n); }
        """,
        title="a warp's size, which another rule writes",
    ),
    Example(
        """
        template <int BITS> __device__ unsigned f(unsigned x) {
          static constexpr unsigned mask = (1u << BITS) - 1;
          static_assert((1ull << BITS) - 1 > 0);
          return x & mask;
        }
        """,
        title="constants, in which a compiler refuses such a shift",
    ),
    Example(
        """
        __device__ unsigned f(unsigned x, int n, int lane) {
          unsigned turned = (x << n) | (x >> (32 - n));
          unsigned half = x >> (32 - 5), before = (1u << lane) - 1, few = (1 << (n & 7)) - 1;
          return turned ^ half ^ before ^ few ^ (1u << n) ^ (1u << BITS) - 1;
        }
        unsigned lowest(int n) { return (1u << n) - 1; }
        """,
        title="rotations, amounts that are less, one bit, host code",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each shift that may reach the width of its type."""
    if not shifts(file):
        return
    amounts = amounts_of(file)
    for shift, left, right in shifts(file):
        if amounts.reach(file, shift, left, right):
            sign = file.code[left.end_byte : right.start_byte].strip()
            yield from _edits(file, sign, left, right)


def _edits(file: SourceFile, sign: bytes, left: Node, right: Node) -> Iterator[RuleOutput]:
    name = b"porter::shift_left(" if sign.startswith(b"<<") else b"porter::shift_right("
    bare = right.type == "parenthesized_expression"
    inner = (left.end_byte, right.start_byte + bare)
    tail = rule.insert(right.end_byte, b")")
    if bare:
        tail = rule.replace((right.end_byte - 1, right.end_byte), b")")
    # What is shifted, and by how much, is left to other rules.
    if sign in _COMPOUND:
        span = (left.start_byte, left.end_byte)
        if _WITH_EFFECTS.search(file.code, *span) is None:
            text, copies = composed(file.data, (b" = ", name, span, b", "))
            head = rule.replace(inner, text, copies=copies, support="shifts.hpp")
            yield from rule.together(head, tail)
        return
    yield from rule.together(
        rule.insert(left.start_byte, name, support="shifts.hpp"), rule.replace(inner, b", "), tail
    )
