"""Shift by the width of a type as NVIDIA's GPUs do.

## What it does
In device code, shifts whose amount reaches the width of the type at the end of its range become
those of the support header `shifts.hpp`: `mask >> (32 - n)`, which shifts by 32 where `n` is 0, and
`(1u << n) - 1`, the mask of the lowest `n` bits, where `n` may be 32.

## Why
C++ leaves a shift by the width of the type open. NVIDIA's GPUs clamp the amount, and the result is
0: `(1u << 32) - 1` is all bits, `0xffffffff >> 32` none. AMD's GPUs take the lowest five bits of
the amount and shift by nothing: the mask of 32 bits becomes that of none, and the other way round.

## What it leaves alone
Rotations (`x << n | x >> (32 - n)`), which are right either way; amounts that are constants, or
that are plainly less: a lane's number, `% 32`, `& 31`. Other shifts by variables, of which nothing
shows that they reach the width. Host code.

## References
PTX ISA, `shl` and `shr`: "shift amounts greater than the register width are clamped"; AMD CDNA3
ISA, `v_lshlrev_b32`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_FROM_WIDTH = re.compile(
    rb"(?:<<|>>)(?P<wide>[ \t]*+\([ \t]*+(?:32|64|warpSize|WARP_SIZE|WARPSIZE|kWarpSize)[uU]?+"
    rb"[ \t]*+-)"
    rb"|(?<![\w.])1[uUlL]*+[ \t]*+\)?+[ \t]*+(?P<one><<)"
)
_LESS = re.compile(rb"(?i:lane)|%|&|^\(?\s*\d+\s*\)?$")
_CONSTANT = re.compile(rb"\b(?:[A-Z][A-Z0-9_]+|k[A-Z]\w*)\b|::|\bsizeof\b")
_NUMBERS = re.compile(rb"[\s\d()+*/uUlL-]*")

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
        "__device__ unsigned f(int n) { return 0xffffffff >> (warpSize - n); }\n",
        """
        #include "porter_compat/shifts.hpp"
        __device__ unsigned f(int n) { return porter::shift_right(0xffffffff, warpSize - n); }
        """,
        title="a warp's size, which another rule writes",
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
    for match in _FROM_WIDTH.finditer(file.code):
        if file.directive_at(match.start()) or function_around(file, match.start()) is None:
            continue
        at = match.start("one") if match.group("one") else match.start()
        leaf = file.tree.root_node.descendant_for_byte_range(at, at + 2)
        shift = leaf.parent if leaf is not None else None
        if shift is None or shift.type != "binary_expression":
            continue
        left, right = shift.child_by_field_name("left"), shift.child_by_field_name("right")
        if left is None or right is None:
            continue
        amount = file.code[right.start_byte : right.end_byte]
        if match.group("one"):
            if not _is_mask(file, shift) or _LESS.search(amount) or _CONSTANT.search(amount):
                continue
        elif _NUMBERS.fullmatch(amount) or _CONSTANT.search(amount) or _is_rotation(file, shift):
            continue
        is_left = file.code[at : at + 2] == b"<<"
        name = b"porter::shift_left(" if is_left else b"porter::shift_right("
        bare = right.type == "parenthesized_expression"
        # What is shifted, and by how much, is left to other rules.
        yield from rule.together(
            rule.insert(left.start_byte, name, support="shifts.hpp"),
            rule.replace((left.end_byte, right.start_byte + bare), b", "),
            rule.replace((right.end_byte - bare, right.end_byte), b")")
            if bare
            else rule.insert(right.end_byte, b")"),
        )


def _is_mask(file: SourceFile, shift: Node) -> bool:
    """Tell whether one is subtracted from a shifted one."""
    above = shift.parent
    while above is not None and above.type == "parenthesized_expression":
        above = above.parent
    if above is None or above.type != "binary_expression":
        return False
    right = above.child_by_field_name("right")
    minus = file.code[above.start_byte : above.end_byte]
    is_one = right is not None and re.fullmatch(
        rb"1[uUlL]*", file.code[right.start_byte : right.end_byte]
    )
    sign = above.child_by_field_name("operator")
    return bool(is_one) and sign is not None and b"-" in minus and sign.type == "-"


def _is_rotation(file: SourceFile, shift: Node) -> bool:
    """Tell whether the same value is shifted the other way beside a shift."""
    left = shift.child_by_field_name("left")
    above = shift.parent
    while above is not None and above.type == "parenthesized_expression":
        above = above.parent
    if left is None or above is None or above.type != "binary_expression":
        return False
    sign = above.child_by_field_name("operator")
    value = re.escape(file.code[left.start_byte : left.end_byte].strip())
    other = rb"<<" if b">>" in file.code[shift.start_byte : shift.end_byte] else rb">>"
    text = file.code[above.start_byte : above.end_byte]
    return (
        sign is not None
        and sign.type in ("|", "+", "^")
        and re.search(value + rb"\s*\)*\s*" + other, text) is not None
    )
