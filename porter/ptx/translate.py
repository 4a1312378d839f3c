"""Translates PTX statements to C++: one expression where possible, else a block.

A template of one instruction becomes `out = expression;`, with the operands of the `asm` statement
left where they stand. Longer templates, predicates, results in several registers become a block
in which every operand and every register is a local variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.ptx.block import Block
from porter.ptx.expressions import Scope, expressions
from porter.ptx.matching import Untranslated, find, refused
from porter.ptx.parse import PtxSyntaxError, parse
from porter.ptx.spanning import Part
from porter.ptx.statement import AsmStatement
from porter.ptx.syntax import Arg, Close, Instruction, Open, Ref
from porter.ptx.translation import Translation
from porter.ptx.values import Value, keep
from porter.tables.ptx import PtxTable, load

#: Stands for operand N in the text of an expression.
_MARK = "\x01{}\x02"
#: Opcodes whose 64-bit result may be kept in a pointer.
_POINTER_RESULTS = {"mov", "cvta", "ld", "ldu", "add", "sub", "selp"}


def translate(
    statement: AsmStatement,
    *,
    native: bool,
    prefix: str = "ptx",
    integers: frozenset[int] = frozenset(),
    part: Part | None = None,
) -> Translation:
    """Return C++ that does what `statement` does.

    Args:
        statement: an `asm` statement with PTX in it.
        native: whether warps have the hardware's width instead of 32 lanes.
        prefix: what the names of the block's variables start with.
        integers: indexes of 64-bit operands that are known to be no pointers.
        part: what the statement is where it shares a scope of PTX with others.

    Raises:
        Untranslated: something in it has no translation.
    """
    if statement.obstacle:
        raise Untranslated(
            statement.obstacle,
            "stands in the template, which can only be read when it is made of string literals",
            "write the instruction out, or write it in C++",
        )
    if part is None:
        try:
            part = Part(parse(statement.text, extended=statement.is_extended), (), {})
        except PtxSyntaxError as error:
            raise Untranslated(error.what, error.reason) from None
    elif not part.nodes:
        return Translation(declared=part.declared, is_empty=True)
    translation = _translation(statement, part, native, prefix, integers)
    translation.declared = part.declared
    return translation


def _translation(
    statement: AsmStatement, part: Part, native: bool, prefix: str, integers: frozenset[int]
) -> Translation:
    table = load()
    foreign = refused(part.nodes, "LNG14")
    if foreign is not None:
        raise foreign
    expression = _single(statement, part, table, native, integers)
    if expression is not None:
        return expression
    return Block(statement, part.nodes, table, native, prefix, part.registers).translation()


class _Raw(Scope):
    """The operands of the source as they stand there."""

    def __init__(
        self, statement: AsmStatement, table: PtxTable, native: bool, registers: dict[str, Value]
    ) -> None:
        super().__init__(statement, table, native)
        self.registers = registers

    def operand(self, index: int) -> Value:
        return Value(_MARK.format(index), self.storage(index), is_raw=True)

    def register(self, name: str) -> Value | None:
        return self.registers.get(name)


def _single(
    statement: AsmStatement,
    part: Part,
    table: PtxTable,
    native: bool,
    integers: frozenset[int],
) -> Translation | None:
    """Return the template as one expression, or None when it takes a block."""
    inner = [node for node in part.nodes if not isinstance(node, (Open, Close))]
    if not all(isinstance(node, Instruction) and node.predicate is None for node in inner):
        return None
    scope = _Raw(statement, table, native, part.registers)
    result = Translation(headers=scope.headers, notes=scope.notes)
    effects: list[str] = []
    for node in inner:
        assert isinstance(node, Instruction)
        form, groups = find(node, table)
        if not form.cpp:
            result.silent[node.opcode] = form.reason
            if form.note:
                scope.notes.add(form.note)
            continue
        if form.carry or len(form.cpp) > 1:
            return None
        texts, writes = expressions(scope, node, form, groups, "")
        if not writes and len(inner) == 1:
            effects.append(texts[0])
            continue
        target = _target(writes, statement)
        if target is None or len(inner) > 1:
            return None
        index, kind = target
        operand = statement.operands[index]
        text = keep(texts[0], kind, scope.operand(index).storage)
        may_be_pointer = operand.kind == "l" and index not in integers
        if may_be_pointer and node.opcode.partition(".")[0] in _POINTER_RESULTS:
            scope.headers.add("ptx_memory.hpp")
            effects.append(f"porter::ptx::assign({_MARK.format(index)}, {text})")
        else:
            effects.append(f"{_MARK.format(index)} = {text}")
    if not effects:
        result.pieces = ["(void)0"]
        return result
    pieces = list(_pieces(effects[0]))
    indexes = [piece for piece in pieces if isinstance(piece, int)]
    if indexes != sorted(set(indexes)):
        return None
    result.pieces = pieces
    return result


def _target(writes: list[tuple[Arg, str]], statement: AsmStatement) -> tuple[int, str] | None:
    if len(writes) != 1:
        return None
    arg, kind = writes[0]
    if not isinstance(arg, Ref) or arg.index >= statement.outputs:
        return None
    return arg.index, kind


def _pieces(text: str) -> Iterator[str | int]:
    for number, part in enumerate(re.split(r"\x01(\d+)\x02", text)):
        if number % 2:
            yield int(part)
        elif part:
            yield part
