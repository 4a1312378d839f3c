"""The result of translating an `asm` statement."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Translation:
    """C++ for one `asm` statement.

    Attributes:
        pieces: for a single expression, its text and the indexes of operands in order; the
            statement's semicolon is not part of it.
        lines: for a block, its statements; `pieces` is empty then. Operand N is the local variable
            `variable(prefix, N)`.
        is_function: whether the block has labels and must be a function of its own.
        headers: the support headers that it needs.
        notes: what a person should know.
        silent: instructions that do nothing on AMD, with the reason.
        written_inputs: the operands that are written though they are no outputs.
        declared: the declarations that stand before it, of registers that others use, too.
        is_empty: whether nothing else is left of it.
    """

    pieces: list[str | int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    is_function: bool = False
    headers: set[str] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    silent: dict[str, str] = field(default_factory=dict)
    written_inputs: set[int] = field(default_factory=set)
    declared: tuple[str, ...] = ()
    is_empty: bool = False
