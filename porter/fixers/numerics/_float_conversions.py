"""Where floating-point numbers become integers of some types, and the edits that saturate them."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.fixers import Rule
from porter.fixers.numerics._declarations import DECLARATORS, Declarations, Declared, declarations
from porter.fixers.numerics._real_values import REALS, is_real
from porter.fixers.numerics._signatures import Parameters, Signatures, casts_to
from porter.source import Call, SourceFile
from porter.source.cpp.functions import DeviceFunction, function_around, functions_of
from porter.source.text.copies import Piece, composed
from porter.source.text.edits import Edit

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME = re.compile(rb"[A-Za-z_]\w*+")
_RETURN = re.compile(rb"\breturn\b")
_SUPPORT = "saturation.hpp"
#: Assignments that compute, and what they compute with.
_COMPOUND = {"+=": b" + ", "-=": b" - ", "*=": b" * ", "/=": b" / "}
_WITH_EFFECTS = re.compile(rb"\(|\+\+|--")
#: A constant that each integer holds, once its fraction is cut off.
_FITS = re.compile(rb"\(*+\d{0,2}+\.\d*+[fF]?\)*+")
_STORED = frozenset(
    ("identifier", "subscript_expression", "pointer_expression", "field_expression")
)


@dataclass(frozen=True, slots=True)
class Integers:
    """Types of integers, and what becomes one of them.

    Attributes:
        written: matches the types as they are written.
        parts: the integers that vectors consist of, by the vector's name without its count.
        is_safe: tells whether what stands between two offsets fits in any case.
    """

    written: bytes
    parts: Mapping[bytes, bytes]
    is_safe: Callable[[bytes, int, int], bool]

    @property
    def makers(self) -> Parameters:
        """What makes vectors, and the type of their parts."""
        return {
            b"make_%b%d" % (vector, count): (part,) * count
            for vector, part in self.parts.items()
            for count in (1, 2, 3, 4)
        }

    def part_of(self, declared: bytes) -> bytes:
        """Return the integer that is declared, or that a declared vector consists of."""
        name = b" ".join(declared.split())
        return self.parts.get(name.rstrip(b"1234"), name) if name[-1:].isdigit() else name


class Conversions:
    """Finds the conversions of a file to some integers.

    Args:
        rule: whose edits they are.
        integers: what is converted to.
    """

    def __init__(self, rule: Rule, integers: Integers) -> None:
        self._rule, self._integers = rule, integers
        written = integers.written
        self._cast = casts_to(written)
        vectors = b"|".join(b"%b[1234]" % name for name in integers.parts)
        self._declared = re.compile(rb"\b(?:" + written + b"|" + vectors + rb")" + DECLARATORS)
        self._signatures = Signatures.of(written)

    def edits(self, file: SourceFile) -> Iterator[Edit]:
        """Yield the edits of each number in device code that becomes such an integer."""
        makers = self._integers.makers
        is_made = any(name in file.names for name in makers)
        if self._declared.search(file.code) is None and not is_made:
            return
        reals, names = declarations(REALS, file.code), Declarations(self._declared, file.code)
        casts = _by_function(file, self._cast)
        words = _by_function(file, _NAME, names.places.keys()) if names.places else {}
        taken = makers | self._signatures.parameters(file)
        calls: dict[DeviceFunction | None, list[Call]] = {}
        for call in file.calls(*taken):
            calls.setdefault(function_around(file, call.start), []).append(call)
        templates = self._signatures.template_casts(file, functions_of(file))
        returns = _by_function(file, _RETURN)
        for function in functions_of(file):
            real = reals.of(function)
            yield from self._casts(file, casts.get(function, ()), real)
            if (cast := templates.get(function)) is not None:
                span = function.body_start, function.body_end
                yield from self._casts(file, cast.finditer(file.code, *span), real)
            yield from self._stores(file, words.get(function, ()), real, names.of(function))
            yield from self._arguments(file, calls.get(function, ()), real, taken)
            if (to := self._signatures.result_of(file, function)) is not None:
                yield from self._returns(file, returns.get(function, ()), real, to)

    def _casts(
        self, file: SourceFile, casts: Iterable[re.Match[bytes]], reals: Declared
    ) -> Iterator[Edit]:
        for match in casts:
            if file.directive_at(match.start()):
                continue
            node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end() - 1)
            while node is not None and node.type not in ("cast_expression", "call_expression"):
                node = node.parent
            if node is None or node.start_byte != match.start():
                continue
            value = node.child_by_field_name("value") or node.child_by_field_name("arguments")
            if value is None or not self._changes(file, value, reals):
                continue
            name = match["c"] or match["named"] or match["call"]
            is_bare = value.type not in ("parenthesized_expression", "argument_list")
            head = self._rule.replace(
                (node.start_byte, value.start_byte + (not is_bare)),
                b"porter::saturated<%b>(" % name,
                support=_SUPPORT,
            )
            # What is converted is left to other rules.
            tail = [self._rule.insert(value.end_byte, b")")] * is_bare
            yield from self._rule.together(head, *tail)

    def _stores(
        self, file: SourceFile, words: Iterable[re.Match[bytes]], reals: Declared, names: Declared
    ) -> Iterator[Edit]:
        """Yield the edits of what is stored in variables, elements and members."""
        for match in words:
            written = names.type_of(match.group())
            node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end() - 1)
            if node is None or (written is None) != (node.type == "field_identifier"):
                continue
            while node.parent is not None and node.parent.type in _STORED:
                node = node.parent
            above = node.parent
            if above is None:
                continue
            sign, value = above.child_by_field_name("operator"), None
            if above.type == "assignment_expression" and above.child_by_field_name("left") == node:
                value = above.child_by_field_name("right")
            elif above.type == "init_declarator" and node.type == "identifier":
                written = _declared_here(above, names)
                value = above.child_by_field_name("value") if written is not None else None
            if value is None or value.type == "initializer_list":
                continue
            if written is None and is_real(file, node, reals):  # another member of that name
                continue
            left = (node.start_byte, node.end_byte)
            to: tuple[Piece, ...] = (b"decltype(", left, b")")
            if written is not None:
                to = (self._integers.part_of(written),)
            if sign is not None and sign.type in _COMPOUND and self._changes(file, value, reals):
                if _WITH_EFFECTS.search(file.code, *left) is None:
                    pieces = (b"= porter::saturated<", *to, b">(", left, _COMPOUND[sign.type], b"(")
                    text, copies = composed(file.data, pieces)
                    span = (sign.start_byte, value.start_byte)
                    head = self._rule.replace(span, text, copies=copies, support=_SUPPORT)
                    tail = self._rule.insert(value.end_byte, b"))")
                    yield from self._rule.together(head, tail)
            elif sign is None or sign.type == "=":
                yield from self._edit(file, value, reals, *to)

    def _arguments(
        self, file: SourceFile, calls: Iterable[Call], reals: Declared, taken: Parameters
    ) -> Iterator[Edit]:
        """Yield the edits of what functions are given: those of the file, and makers of vectors."""
        for call in calls:
            leaf = file.tree.root_node.descendant_for_byte_range(call.open, call.open + 1)
            arguments = None if leaf is None else leaf.parent
            if arguments is not None and arguments.type == "argument_list":
                given = [one for one in arguments.named_children if one.type != "comment"]
                # CUDA's own makers take one number a part; others are overloads of the project's.
                if call.name in self._integers.makers and len(given) != len(taken[call.name]):
                    continue
                for argument, to in zip(given, taken[call.name], strict=False):
                    if to is not None:
                        yield from self._edit(file, argument, reals, to)

    def _returns(
        self, file: SourceFile, words: Iterable[re.Match[bytes]], reals: Declared, to: bytes
    ) -> Iterator[Edit]:
        for match in words:
            node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end() - 1)
            above = None if node is None else node.parent
            if above is not None and above.type == "return_statement" and above.named_children:
                yield from self._edit(file, above.named_children[0], reals, to)

    def _edit(self, file: SourceFile, value: Node, reals: Declared, *to: Piece) -> Iterator[Edit]:
        if value.type == "cast_expression" or not self._changes(file, value, reals):
            return
        if b"_cast" not in file.data[value.start_byte : value.end_byte]:
            before, copies = composed(file.data, (b"porter::saturated<", *to, b">("))
            head, tail = self._rule.wrap(value, before, b")", support=_SUPPORT)
            yield head._replace(copies=copies)
            yield tail

    def _changes(self, file: SourceFile, value: Node, reals: Declared) -> bool:
        is_safe = self._integers.is_safe(file.code, value.start_byte, value.end_byte)
        if is_safe or _FITS.fullmatch(file.code, value.start_byte, value.end_byte):
            return False
        return is_real(file, value, reals)


def _declared_here(declarator: Node, names: Declared) -> bytes | None:
    """Return the type of a declaration, unless it is none of those that are looked for.

    An inner block may declare a name again, with another type.
    """
    kind = None if declarator.parent is None else declarator.parent.child_by_field_name("type")
    return None if kind is None else names.types.get(kind.start_byte)


def _by_function(
    file: SourceFile, pattern: re.Pattern[bytes], wanted: Container[bytes] | None = None
) -> dict[DeviceFunction | None, list[re.Match[bytes]]]:
    """Return what a pattern matches, by the innermost function that holds it."""
    found: dict[DeviceFunction | None, list[re.Match[bytes]]] = {}
    done = 0
    for outer in sorted(functions_of(file), key=lambda one: one.body_start):
        for match in pattern.finditer(file.code, max(done, outer.body_start), outer.body_end):
            if wanted is None or match.group() in wanted:
                found.setdefault(function_around(file, match.start()), []).append(match)
        done = max(done, outer.body_end)
    return found
