"""The syntax tree of inline PTX: instructions with operands, labels, scopes, declarations.

After PTX ISA 8.x, chapters 4 "Syntax" and 6 "Instruction Operands".
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ref:
    """`%N`: the statement's operand of that index."""

    index: int


@dataclass(frozen=True, slots=True)
class Name:
    """A register, special register or label, as written."""

    name: str


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer constant."""

    value: int


@dataclass(frozen=True, slots=True)
class Float:
    """A floating-point constant: its bits when hexadecimal, else its text."""

    bits: int | None
    text: str
    is_double: bool


@dataclass(frozen=True, slots=True)
class Vector:
    """`{a, b, …}`."""

    items: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Address:
    """`[base]` or `[base+offset]`."""

    base: Arg
    offset: Arg | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """`d|p`: a result and a predicate."""

    first: Arg
    second: Arg


@dataclass(frozen=True, slots=True)
class Negated:
    """`!p`, or `-a` of an operand."""

    arg: Arg


@dataclass(frozen=True, slots=True)
class Sink:
    """`_`: a result nobody wants."""


@dataclass(frozen=True, slots=True)
class Other:
    """An operand of a form that no table knows, as written."""

    text: str


Arg = Ref | Name | Integer | Float | Vector | Address | Pair | Negated | Sink | Other


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction.

    Attributes:
        opcode: with all its modifiers, as `ld.global.nc.v4.u32`.
        args: its operands.
        parts: of each operand the half or byte that is selected, as `h0`; empty for all of it.
        predicate: the register of `@p`, or None.
        negated: whether it reads `@!p`.
        text: the instruction as written, for findings.
    """

    opcode: str
    args: tuple[Arg, ...]
    parts: tuple[str, ...]
    predicate: Arg | None
    negated: bool
    text: str


@dataclass(frozen=True, slots=True)
class Label:
    """`name:`."""

    name: str


@dataclass(frozen=True, slots=True)
class Registers:
    """`.reg .type names;`, each name with the vector width 1."""

    type: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """`{`."""


@dataclass(frozen=True, slots=True)
class Close:
    """`}`."""


Node = Instruction | Label | Registers | Open | Close
