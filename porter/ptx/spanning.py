"""Scopes of PTX that one `asm` statement opens and another closes.

nvcc pastes the texts of a function's statements together, so that a register which is declared
behind an open brace is there for all statements up to the closing one:

    asm("{ .reg.pred %top;");
    asm("setp.ne.u32 %top, %0, 0;" :: "r"(carry));
    asm("@%top mov.b64 %0, %1;" : "+l"(value) : "l"(other));
    asm("}");

Such a register becomes a variable of the C++ block that both braces stand in (PTX ISA, section
"Scoping of variables"; the registers of a scope live until it ends).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from porter.ptx.parse import PtxSyntaxError, parse_part
from porter.ptx.statement import AsmStatement
from porter.ptx.syntax import Close, Node, Open, Registers
from porter.ptx.values import STORAGE, Value, declaration, register
from porter.source import SourceFile
from porter.source.text.blocks import block_ends
from porter.source.text.spans import Span

_BRACES = re.compile(r"[\s{};]*")
#: What stands before the first statement of a macro.
_DEFINED = re.compile(rb"\s*+#\s*+define\s++\w++(?:\([^()]*+\))?[\s\\]*+")


@dataclass(frozen=True, slots=True)
class Part:
    """What a statement is apart from the scopes that it shares with others.

    Attributes:
        nodes: its instructions, without the braces that other statements match and without the
            registers that it declares for them.
        declared: the declarations of these registers in C++.
        registers: name -> variable, of the registers that other statements declared for it, and of
            those that it declares for others.
    """

    nodes: tuple[Node, ...]
    declared: tuple[str, ...]
    registers: dict[str, Value]


@dataclass(slots=True)
class _Scope:
    """A scope that a statement opened and that none has closed yet.

    Attributes:
        home: the C++ block that it was opened in.
        registers: name -> variable, of those declared in it.
        members: starts of the statements in it.
        is_sound: whether all that stands in it is understood.
    """

    home: tuple[int | None, Span | None]
    registers: dict[str, Value] = field(default_factory=dict)
    members: list[int] = field(default_factory=list)
    is_sound: bool = True


def only_braces(statement: AsmStatement) -> bool:
    """Tell whether the text of `statement` opens and closes scopes and does nothing else."""
    return not statement.obstacle and _BRACES.fullmatch(statement.text) is not None


def shared_scopes(
    file: SourceFile, statements: Sequence[AsmStatement], prefix: str
) -> dict[int, Part]:
    """Return the part of each statement that shares a scope with another, by its start.

    Left out are statements of scopes that are closed in another C++ block, or nowhere.

    Args:
        file: where the statements stand.
        statements: those that are PTX, or braces alone, in order.
        prefix: what the names of variables start with.
    """
    parts: dict[int, Part] = {}
    refused: set[int] = set()
    scopes: list[_Scope] = []
    used: dict[tuple[int | None, Span | None], set[str]] = {}
    ends = block_ends(file.code, [statement.start for statement in statements])
    for statement, end in zip(statements, ends, strict=True):
        directive = file.directive_at(statement.start)
        home = (end, (directive.start, directive.end) if directive else None)
        while scopes and _is_left(scopes[-1], statement.start):
            refused.update(scopes.pop().members)
        try:
            nodes = parse_part(statement.text, extended=statement.is_extended)
        except PtxSyntaxError:
            continue
        closes, kept, opens = _unmatched(nodes)
        if not scopes and not opens:
            continue
        is_sound = not (closes or opens) or _is_alone(file, statement)
        visible = [*scopes]
        for _ in range(closes):
            if not scopes:
                is_sound = False
                break
            is_sound &= scopes[-1].home == home and scopes[-1].is_sound
            closed = scopes.pop()
            if not is_sound:
                refused.update(closed.members)
        scopes += (_Scope(home) for _ in range(opens))
        visible += scopes[len(scopes) - opens :]
        for scope in visible:
            scope.members.append(statement.start)
            scope.is_sound &= is_sound
        if not is_sound:
            refused.add(statement.start)
        declared: list[str] = []
        if scopes and home == scopes[-1].home:
            kept = _declared(kept, scopes[-1], used.setdefault(home, set()), declared, prefix)
        registers = {name: value for scope in visible for name, value in scope.registers.items()}
        parts[statement.start] = Part(kept, tuple(declared), registers)
    for scope in scopes:
        refused.update(scope.members)
    return {start: part for start, part in parts.items() if start not in refused}


def _is_left(scope: _Scope, offset: int) -> bool:
    """Tell whether `offset` is behind the C++ block that `scope` was opened in."""
    end, directive = scope.home
    return (end is not None and offset > end) or (directive is not None and offset > directive[1])


def _is_alone(file: SourceFile, statement: AsmStatement) -> bool:
    """Tell whether a statement is one of a block, and no branch or loop depends on it."""
    before = file.previous(statement.start)
    around = file.directive_at(statement.start)
    while before >= 0 and (directive := file.directive_at(before)) not in (None, around):
        before = file.previous(directive.start)
    if around is not None and _DEFINED.fullmatch(file.code, around.start, statement.start):
        return True
    return before < 0 or file.code[before : before + 1] in (b";", b"{", b"}", b"\\")


def _unmatched(nodes: tuple[Node, ...]) -> tuple[int, tuple[Node, ...], int]:
    """Return how many scopes of others are closed, the nodes without braces of others, and how
    many scopes are left open."""
    closes = 0
    open_at: list[int] = []
    others: set[int] = set()
    for at, node in enumerate(nodes):
        if isinstance(node, Open):
            open_at.append(at)
        elif isinstance(node, Close):
            if open_at:
                open_at.pop()
            else:
                closes += 1
                others.add(at)
    others.update(open_at)
    return closes, tuple(n for at, n in enumerate(nodes) if at not in others), len(open_at)


def _declared(
    nodes: tuple[Node, ...], scope: _Scope, used: set[str], declared: list[str], prefix: str
) -> tuple[Node, ...]:
    """Give the registers that `nodes` declare outside scopes of their own to `scope`.

    Returns:
        The nodes that are left.
    """
    left: list[Node] = []
    depth = 0
    for node in nodes:
        depth += isinstance(node, Open) - isinstance(node, Close)
        if depth or not isinstance(node, Registers) or node.type not in STORAGE:
            left.append(node)
            continue
        for name in node.names:
            scope.registers[name] = register(prefix, name, node.type, used)
            declared.append(declaration(scope.registers[name]))
    return tuple(left)
