"""Translates a PTX template to a block of C++, with local variables for operands and registers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from porter.ptx.expressions import Scope, expressions
from porter.ptx.matching import Untranslated, find, refuse
from porter.ptx.statement import AsmStatement
from porter.ptx.syntax import Arg, Close, Instruction, Label, Name, Node, Open, Ref, Registers, Sink
from porter.ptx.translation import Translation
from porter.ptx.values import STORAGE, Value, declaration, keep, register, size_of
from porter.tables.ptx import PtxTable

_WRITES_INPUT = (
    "an operand that is only an input is written: the port writes a copy, and the variable keeps "
    "its value, which nvcc leaves open"
)


def variable(prefix: str, index: int) -> str:
    """Return the local variable that holds operand `index` in a block."""
    return f"{prefix}{index}"


@dataclass(slots=True)
class Carry:
    """The carry flag of a block, which statements before or after it may share.

    Attributes:
        variable: the local variable that holds it.
        is_known: whether an instruction of the block set it or read it.
        is_open: whether none read what the last one set.
        reads_before: whether one read what another statement must have set.
    """

    variable: str
    is_known: bool = False
    is_open: bool = False
    reads_before: bool = False

    def step(self, *, uses: bool, sets: bool) -> None:
        """Follow an instruction."""
        self.reads_before |= uses and not self.is_known
        self.is_known = True
        self.is_open = sets or (self.is_open and not uses)

    @property
    def is_shared(self) -> bool:
        """Whether another statement sets what is read here, or may read what is set."""
        return self.reads_before or self.is_open

    def declaration(self) -> list[str]:
        """Return the variable's declaration, where there is one."""
        if self.is_shared:
            return [f"auto& {self.variable} = porter::ptx::carry_flag();"]
        return [f"uint32_t {self.variable} = 0;"] if self.is_known else []


class Block(Scope):
    """Everything as local variables, statement by statement."""

    def __init__(
        self,
        statement: AsmStatement,
        nodes: tuple[Node, ...],
        table: PtxTable,
        native: bool,
        prefix: str,
        registers: dict[str, Value],
    ) -> None:
        super().__init__(statement, table, native)
        self.nodes = nodes
        self.prefix = prefix
        self.lines: list[str] = []
        self.declarations: list[str] = []
        self.scopes: list[dict[str, Value]] = [registers, {}]
        self.used = {value.text for value in registers.values()}
        self.has_labels = False
        self.carry = Carry(variable=f"{prefix}_carry")
        self.silent: dict[str, str] = {}
        self.written_inputs: set[int] = set()

    def operand(self, index: int) -> Value:
        """Return the local variable that holds `%N`."""
        return Value(variable(self.prefix, index), self.storage(index))

    def register(self, name: str) -> Value | None:
        """Return the local variable of a declared register, the innermost of that name."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def translation(self) -> Translation:
        """Write out all instructions.

        Raises:
            Untranslated: one of them has no translation.
        """
        for node in self.nodes:
            self._node(node)
        self.declarations[:0] = self.carry.declaration()
        if self.carry.is_shared:
            self.headers.add("ptx_carry.hpp")
            self.notes.add(
                "the carry flag goes from one asm statement to another: it is kept in shared memory"
            )
        return Translation(
            lines=[*self.declarations, *self.lines] or ["(void)0;"],
            is_function=self.has_labels,
            headers=self.headers,
            notes=self.notes,
            silent=self.silent,
            written_inputs=self.written_inputs,
        )

    def _node(self, node: Node) -> None:
        if isinstance(node, Open):
            self.scopes.append({})
        elif isinstance(node, Close):
            self.scopes.pop()
        elif isinstance(node, Registers):
            self._declare(node)
        elif isinstance(node, Label):
            self.has_labels = True
            self.lines.append(f"{self._label(node.name)}:;")
        else:
            self._instruction(node)

    def _declare(self, node: Registers) -> None:
        if node.type not in STORAGE:
            raise Untranslated(f".reg .{node.type}", "declares registers of an unknown type")
        for name in node.names:
            self.scopes[-1][name] = register(self.prefix, name, node.type, self.used)
            self.declarations.append(declaration(self.scopes[-1][name]))

    def _label(self, name: str) -> str:
        return f"{self.prefix}_{re.sub(r'[^A-Za-z0-9_]', '', name)}_label"

    def _instruction(self, node: Instruction) -> None:
        if node.opcode in ("bra", "bra.uni"):
            target = node.args[0] if len(node.args) == 1 else Sink()
            if not isinstance(target, Name):
                raise refuse(node, self.table)
            statements = [f"goto {self._label(target.name)};"]
        else:
            statements = self._statements(node)
        if not statements:
            return
        if node.predicate is not None:
            value = self.value(node.predicate, node, "pred")
            guard = f"!{value.text}" if node.negated else value.text
            if len(statements) == 1:
                self.lines.append(f"if ({guard}) {statements[0]}")
                return
            statements = [f"if ({guard}) {{", *("  " + line for line in statements), "}"]
        elif len(statements) > 1:
            statements = ["{", *("  " + line for line in statements), "}"]
        self.lines += statements

    def _statements(self, node: Instruction) -> list[str]:
        form, groups = find(node, self.table)
        if not form.cpp:
            self.silent[node.opcode] = form.reason
            return []
        if form.carry:
            self.carry.step(uses=form.carry == "uses", sets=".cc" in node.opcode)
        texts, writes = expressions(self, node, form, groups, self.carry.variable)
        if not writes:
            return [text + ";" for text in texts]
        if len(writes) == 1:
            return [self._assign(writes[0], texts[0], node)]
        if len(texts) == len(writes):
            return [
                self._assign(write, text, node) for write, text in zip(writes, texts, strict=True)
            ]
        result = f"{self.prefix}_result"
        parts = [f"{result}[{at}]" for at in range(len(writes))]
        if form.slots[0].shape == "pair":
            parts = [f"{result}.value", f"{result}.in_range"]
        return [
            f"const auto {result} = {texts[0]};",
            *(
                self._assign(write, part, node)
                for write, part in zip(writes, parts, strict=True)
                if not isinstance(write[0], Sink)
            ),
        ]

    def _assign(self, write: tuple[Arg, str], text: str, node: Instruction) -> str:
        arg, kind = write
        if isinstance(arg, Sink):
            return f"(void)({text});"
        if isinstance(arg, Ref):
            if self.statement.operands[arg.index].kind == "n":
                raise Untranslated(node.text, f"writes %{arg.index}, which is a constant")
            if arg.index >= self.statement.outputs:
                self.written_inputs.add(arg.index)
                self.notes.add(_WRITES_INPUT)
            target = self.operand(arg.index)
        elif isinstance(arg, Name):
            register = self.register(arg.name)
            if register is None:
                raise Untranslated(node.text, f"writes {arg.name}, which is not declared here")
            target = register
        else:
            raise Untranslated(node.text, "has a result that porter does not follow")
        if size_of(STORAGE[kind]) != size_of(target.storage) and "pred" in (kind, target.storage):
            raise Untranslated(
                node.text, "writes a predicate to a register that is not a predicate"
            )
        return f"{target.text} = {keep(text, kind, target.storage)};"
