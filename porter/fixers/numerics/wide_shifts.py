"""Shift by the width of a type as NVIDIA's GPUs do.

## What it does
In device code, shifts whose amount reaches the width of the type at the end of its range become
those of the support header `shifts.hpp`: `mask >> (32 - n)`, which shifts by 32 where `n` is 0,
`(1u << n) - 1`, the mask of the lowest `n` bits, where `n` may be 32, and all bits shifted: `~0u <<
n`.

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
from porter.source.text.copies import composed
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_WIDTHS = rb"32|64|warpSize|WARP_SIZE|WARPSIZE|kWarpSize"
#: Names whose value is the width of a type, and numbers that a template is given.
_NAMED = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(?P<macro>\w++)[ \t]++\(?+(?:32|64)\)?+[ \t\r]*+$"
    rb"|\b(?P<constant>\w++)[ \t]*+=[ \t]*+(?:32|64)[uU]?+[ \t]*+;"
    rb"|[<,][ \t]*+(?:unsigned[ \t]++int|unsigned|int|size_t|uint32_t|uint)[ \t]++(?P<given>\w++)"
    rb"(?=[ \t]*+(?:=[ \t]*+\w++[ \t]*+)?+[,>])"
)
#: Amounts that are kept: `left = 32 - n`.
_KEPT = re.compile(rb"\b(\w++)[ \t]*+=[ \t]*+(?:32|64)[uU]?+[ \t]*+-")
_SHIFT = re.compile(rb"(?<![<>])(?:<<|>>)=?+(?![<>])")
#: What stands in front of a shift: one, and all bits.
_ONE = re.compile(
    rb"(?:\([ \t]*+[\w \t:]++\)[ \t]*+|[\w:]*+[<>\w: \t]*+\([ \t]*+)?+1[uUlL]*+[ \t]*+\)?+"
)
_ALL = re.compile(
    rb"\(?+[ \t]*+(?:~[ \t]*+(?:0[uUlL]*+|\w++\([ \t]*+0[uUlL]*+[ \t]*+\)"
    rb"|\([\w \t]++\)[ \t]*+0[uUlL]*+)"
    rb"|-[ \t]*+1[lL]*+|0[xX](?:[fF]{8}){1,2}[uUlL]*+|U(?:INT|INT32|INT64|LONG|LLONG)_MAX)"
    rb"[ \t]*+\)?+"
)
_LESS = re.compile(rb"(?i:lane)|%|&|^\(?\s*\d+\s*\)?$")
_CONSTANT = re.compile(rb"\b(?:[A-Z][A-Z0-9_]+|k[A-Z]\w*)\b|::|\bsizeof\b")
_NUMBERS = re.compile(rb"[\s\d()+*/uUlL-]*")
_WORD = re.compile(rb"[A-Za-z_]\w*+")
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
    named = {name for match in _NAMED.finditer(file.code) for name in match.groups() if name}
    widths = re.compile(
        rb"\(?+[ \t]*+(?:" + b"|".join((_WIDTHS, *sorted(named))) + rb")[uU]?+[ \t]*+-"
    )
    kept = frozenset(_KEPT.findall(file.code))
    for match in _SHIFT.finditer(file.code):
        if file.directive_at(match.start()) or function_around(file, match.start()) is None:
            continue
        leaf = file.tree.root_node.descendant_for_byte_range(*match.span())
        shift = leaf.parent if leaf is not None else None
        if shift is None or shift.type not in ("binary_expression", "assignment_expression"):
            continue
        left, right = shift.child_by_field_name("left"), shift.child_by_field_name("right")
        if left is None or right is None or not left.end_byte <= match.start() < right.start_byte:
            continue
        if _reaches(file, shift, left, right, widths, frozenset(named), kept):
            yield from _edits(file, match.group(), left, right)


def _reaches(
    file: SourceFile,
    shift: Node,
    left: Node,
    right: Node,
    widths: re.Pattern[bytes],
    named: frozenset[bytes],
    kept: frozenset[bytes],
) -> bool:
    """Tell whether the amount of a shift is the width of its type at the end of its range."""
    amount = file.code[right.start_byte : right.end_byte]
    value = file.code[left.start_byte : left.end_byte]
    words = frozenset(_WORD.findall(amount))
    if widths.match(amount) or (amount in kept and not _NUMBERS.fullmatch(amount)):
        is_constant = _NUMBERS.fullmatch(amount) or (
            _CONSTANT.search(amount) is not None and not words & named
        )
        return not is_constant and not _is_rotation(file, shift)
    if _LESS.search(amount) or (_CONSTANT.search(amount) and not words & named):
        return False
    if _ONE.fullmatch(value):
        return shift.type == "binary_expression" and _is_mask(file, shift)
    return _ALL.fullmatch(value) is not None and not _is_rotation(file, shift)


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
