"""Shifts of device code, and which of them reach the width of their type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.once import once_for_each_file
from porter.source.text.runs import run_start, word_start

if TYPE_CHECKING:
    from tree_sitter import Node

_OF_TYPE = rb"sizeof[ \t]*+\([^()]*+\)"
_WIDTHS = (
    rb"32|64|warpSize|WARP_SIZE|WARPSIZE|kWarpSize"
    rb"|(?:8|CHAR_BIT|__CHAR_BIT__)[uU]?+[ \t]*+\*[ \t]*+(?:\([ \t]*+int[ \t]*+\)[ \t]*+)?+"
    + _OF_TYPE
    + rb"|"
    + _OF_TYPE
    + rb"[ \t]*+(?:\*[ \t]*+(?:8|CHAR_BIT|__CHAR_BIT__)|<<[ \t]*+3)[uU]?+[ \t]*+\)?+"
    rb"|(?:std::)?+numeric_limits<[^<>;]*+>::digits"
)
#: Widths in bytes, and so on, that are left over: `8 * (4 - rest)`, `(4 - rest) * 8`.
_FEW = rb"(\d++|" + _OF_TYPE + rb")[uUlL]*+"
_LEFT_OVER = re.compile(
    rb"\(?+[ \t]*+(\d++)[uU]?+[ \t]*+\*[ \t]*+\([ \t]*+" + _FEW + rb"[ \t]*+-([^()]*+)\)[ \t]*+\)?+"
    rb"|\(?+[ \t]*+\([ \t]*+"
    + _FEW
    + rb"[ \t]*+-([^()]*+)\)[ \t]*+\*[ \t]*+(\d++)[uU]?+[ \t]*+\)?+"
)
#: Names whose value is the width of a type.
_NAMED = re.compile(rb"(?m)#[ \t]*+define[ \t]++(\w++)[ \t]++\(?+(?:32|64)\)?+[ \t\r]*+$")
_CALLED = re.compile(rb"=[ \t]*+(?:32|64)[uU]?+[ \t]*+;")
_TEMPLATE = re.compile(rb"\btemplate[ \t\r\n]*+<([^;{}()]{0,400})")
_GIVEN = re.compile(
    rb"(?:\A|,)[ \t\r\n]*+(?:unsigned[ \t]++int|unsigned|int|size_t|uint32_t|uint)[ \t]++(\w++)"
    rb"(?=[ \t]*+(?:=[ \t]*+\w++[ \t]*+)?+(?:[,>]|\Z))"
)
#: Amounts that are kept: `left = 32 - n`.
_KEPT = re.compile(rb"=[ \t]*+(?:32|64)[uU]?+[ \t]*+-")
#: The signs come first, which a search finds fast; nothing like them is in front.
_SHIFT = re.compile(rb"(?:<<|>>)(?<![<>][<>][<>])=?+(?![<>])")
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


def template_numbers(file: SourceFile) -> frozenset[bytes]:
    """Return the names of the numbers that the file's templates are given."""
    heads = _TEMPLATE.findall(file.code)
    return frozenset(name for head in heads for name in _GIVEN.findall(head))


#: What holds constant expressions alone.
_CONSTANTS = frozenset(("static_assert_declaration", "template_argument_list", "enumerator"))


@once_for_each_file
def shifts(file: SourceFile) -> tuple[tuple[Node, Node, Node], ...]:
    """Return the shifts of device code: each with what is shifted, and by how much."""
    return tuple(_shifts(file))


def _shifts(file: SourceFile) -> Iterator[tuple[Node, Node, Node]]:
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
        if not _is_in_constant(file, shift):
            yield shift, left, right


def _is_in_constant(file: SourceFile, shift: Node) -> bool:
    """Tell whether the language asks for a constant: a compiler refuses shifts by the width there.

    Source: C++ standard, [expr.const].
    """
    node = shift.parent
    while node is not None and not node.type.endswith("_statement"):
        if node.type in _CONSTANTS:
            return True
        if node.type == "declaration":
            head = file.code[node.start_byte : shift.start_byte].partition(b"=")[0]
            return b"constexpr" in head.split()
        node = node.parent
    return False


def _assigned(code: bytes, value: re.Pattern[bytes]) -> frozenset[bytes]:
    """Return the names that stand in front of a sign and a value."""
    found = set()
    for match in value.finditer(code):
        end = run_start(code, match.start(), b" \t")
        found.add(code[word_start(code, end) : end])
    return frozenset(found - {b""})


@once_for_each_file
def amounts_of(file: SourceFile) -> Amounts:
    """Return what the amounts of a file's shifts are."""
    return Amounts(file)


class Amounts:
    """What the amounts of a file's shifts are; kept with the file, which it does not hold.

    Args:
        file: the file.
    """

    def __init__(self, file: SourceFile) -> None:
        self._named = _assigned(file.code, _CALLED).union(
            _NAMED.findall(file.code), template_numbers(file)
        )
        self._widths = re.compile(
            rb"\(?+[ \t]*+(?:" + b"|".join((_WIDTHS, *sorted(self._named))) + rb")[uU]?+[ \t]*+-"
        )
        self._kept = _assigned(file.code, _KEPT)

    def reach(self, file: SourceFile, shift: Node, left: Node, right: Node) -> bool:
        """Tell whether an amount is the width of its type at the end of its range."""
        amount = file.code[right.start_byte : right.end_byte]
        value = file.code[left.start_byte : left.end_byte]
        if (less := self._taken_from_width(amount)) is not None:
            is_constant = _NUMBERS.fullmatch(less) or self._is_constant(less)
            return not is_constant and not is_rotation(file, shift)
        if _LESS.search(amount) or self._is_constant(amount):
            return False
        if _ONE.fullmatch(value):
            return shift.type == "binary_expression" and _is_mask(file, shift)
        return _ALL.fullmatch(value) is not None and not is_rotation(file, shift)

    def is_constant(self, amount: bytes) -> bool:
        """Tell whether an amount is a number, or named as one; a template's may be any."""
        return _NUMBERS.fullmatch(amount) is not None or self._is_constant(amount)

    def _is_constant(self, amount: bytes) -> bool:
        return _CONSTANT.search(amount) is not None and self._named.isdisjoint(
            _WORD.findall(amount)
        )

    def _taken_from_width(self, amount: bytes) -> bytes | None:
        """Return what is taken from the width of a type, or of bytes; None for other amounts."""
        if amount in self._kept:
            return amount
        if (match := self._widths.match(amount)) is not None:
            return amount[match.end() :]
        if (match := _LEFT_OVER.fullmatch(amount)) is None:
            return None
        times, few, less = match.group(1, 2, 3) if match[1] else match.group(6, 4, 5)
        if few.startswith(b"sizeof"):
            return less if int(times) == 8 else None
        return less if int(times) * int(few) in (32, 64) else None


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


def is_rotation(file: SourceFile, shift: Node) -> bool:
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
