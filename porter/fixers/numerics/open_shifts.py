"""Find shifts whose amount nothing keeps below the width of the type.

## What it does
One note a file counts the shifts in device code by variables that the function neither compares,
masks nor bounds: `x << n`, `word >> shift[i]`, `value <<= bits`. The support header `shifts.hpp`
has `porter::shift_left` and `porter::shift_right`, which do what NVIDIA's GPUs do.

## Why
C++ leaves a shift by the width of the type and more open. NVIDIA's GPUs clamp the amount: `x << 40`
is 0. AMD's take its lowest five bits, six for 64-bit types: it is `x << 8`. Which amounts a program
has is seldom to be seen, and a function for each shift costs instructions.

## What it leaves alone
What another rule writes, as `x >> (32 - n)` and `(1u << n) - 1`; amounts that are constants,
masked, compared, counted by a loop with a bound, or lanes; one bit, `1 << n`; rotations; host code.

## References
PTX ISA, `shl` and `shr`; AMD CDNA3 ISA, `v_lshlrev_b32`; C++ standard, [expr.shift].
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.numerics._shift_amounts import amounts_of, is_rotation, shifts, template_numbers
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = re.compile(rb"(?<!\w)[A-Za-z_]\w*+(?![ \t]*+\()")
_CONSTANT = re.compile(rb"[A-Z][A-Z0-9_]*+|k[A-Z]\w*+")
_ONE = re.compile(rb"1[uUlL]*+")
_LESS = re.compile(rb"%|&|(?i:lane)|\bsizeof\b|::|\bm(?:in|ax)\b|\?|\b__(?:clz|ffs|popc)(?:ll)?\b")
_TYPES = frozenset(
    (b"int", b"unsigned", b"long", b"short", b"char", b"size_t", b"uint32_t", b"int32_t", b"const")
)
#: What is asked about a variable, or what it is made of, anywhere in a file.
_BOUNDED = re.compile(
    rb"\b(?P<asked>[A-Za-z_]\w*+)(?:\[[^\[\];]{0,40}+\])?+[ \t)]*+(?:[<>](?![<>])|[=!]=|%|&(?!&))"
    rb"|(?<![<>-])[<>]=?+[ \t(]*+(?P<bound>[A-Za-z_]\w*+)"
    rb"|\bm(?:in|ax)[ \t]*+\((?P<least>[^;()]{0,80}+)"
    rb"|\b(?P<counted>[A-Za-z_]\w*+)[ \t]*+=[ \t]*+(?=[\dA-Z_x \t+*()-]++[;,])"
)
_MADE = re.compile(
    rb"\b([A-Za-z_]\w*+)[ \t]*+=(?!=)"
    rb"(?=[^;={}]{0,80}?(?:[&%?]|(?i:lane)|\bm(?:in|ax)\b|__(?:clz|ffs|popc)))"
)
_MOST = 4

rule = Rule("NUM10", "open-shifts", fix=Fix.NONE, names=(b"__global__", b"__device__"), handles=())

EXAMPLES = (
    Example(
        """
        __global__ void k(unsigned *x, const int *amount, int n) {
          unsigned v = x[0] >> amount[threadIdx.x];
          v <<= n;
          x[0] = v;
        }
        """,
        findings=("note",),
    ),
    Example(
        """
        __global__ void k(unsigned *x, int n, unsigned m, int last) { x[0] = x[1] << n >> m; }
        """,
        findings=("note",),
        title="parameters",
    ),
    Example(
        """
        template <int N, unsigned M = 3> __global__ void k(unsigned *x, int n) {
          x[0] = x[1] << N >> M;
        }
        """,
        title="numbers that a template is given",
    ),
    Example(
        """
        __global__ void k(unsigned *x, int n, int m, int lane) {
          unsigned v = x[0] >> (n & 31), first = v << 4, bit = 1u << n;
          unsigned turned = v << m | v >> (32 - m);
          for (int i = 0; i < 32; i++) v ^= x[i] >> i;
          if (m < 32) v ^= v << m;
          v >>= __ffs(x[1]) - 1;
          x[0] = v ^ first ^ bit ^ turned ^ (v >> lane) ^ (v >> kBits) ^ (v << (32 - n));
        }
        unsigned host(unsigned x, int n) { return x << n; }
        """,
        title="amounts that something bounds, what another rule writes, host code",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the note about a file's shifts by amounts that nothing bounds."""
    if not shifts(file):
        return
    amounts = amounts_of(file)
    found = [
        (left.start_byte, right.end_byte)
        for shift, left, right in shifts(file)
        if not amounts.reach(file, shift, left, right)
        and not amounts.is_constant(file.code[right.start_byte : right.end_byte])
        and _is_open(file, shift, left, right)
    ]
    if found:
        yield rule.note(
            found[0],
            "nothing here keeps the amount of this shift below the width of the type: NVIDIA's "
            "GPUs shift all bits out, AMD's take the lowest five bits of the amount",
            hint="where it can get there, write porter::shift_left or shift_right of shifts.hpp",
            occurrences=len(found),
        )


def _is_open(file: SourceFile, shift: Node, left: Node, right: Node) -> bool:
    amount = file.code[right.start_byte : right.end_byte]
    value = file.code[left.start_byte : left.end_byte].strip()
    if _LESS.search(amount) or _is_one(value) or is_rotation(file, shift):
        return False
    words = {word for word in _WORD.findall(amount) if not _CONSTANT.fullmatch(word)} - _TYPES
    return 0 < len(words) <= _MOST and words.isdisjoint(_bounded(file))


def _is_one(value: bytes) -> bool:
    """Tell whether a value is one, behind a cast or in brackets."""
    bare = value.rstrip(b") \t")
    at = max(bare.rfind(sign) for sign in (b" ", b"(", b")", b"{")) + 1
    return _ONE.fullmatch(bare, at) is not None


@once_for_each_file
def _bounded(file: SourceFile) -> frozenset[bytes]:
    """Return the variables of a file that something compares, masks or bounds."""
    found = {*_MADE.findall(file.code), *template_numbers(file)}
    for match in _BOUNDED.finditer(file.code):
        for text in match.groups():
            if text is not None:
                found.update(_WORD.findall(text))
    return frozenset(found)
