"""Translates one PTX instruction to C++, by the form of the table."""

from __future__ import annotations

import re

from porter.ptx.matching import Untranslated
from porter.ptx.statement import AsmStatement
from porter.ptx.syntax import (
    Address,
    Arg,
    Float,
    Instruction,
    Integer,
    Name,
    Negated,
    Pair,
    Ref,
    Sink,
    Vector,
)
from porter.ptx.values import (
    CONSTRAINTS,
    CPP_TYPES,
    STORAGE,
    Value,
    float_text,
    integer_text,
    read,
    unsigned,
    wide,
)
from porter.tables.ptx import Form, PtxTable, Slot

_PLACEHOLDER = re.compile(r"\{(2?[A-Za-z]\w*)(!?)\}")
_COMPARISONS = "eq == ne != lt < le <= gt > ge >= lo < ls <= hi > hs >= "
_UNORDERED = "equ == neu != ltu < leu <= gtu > geu >= "
_ARITHMETIC = "add + sub - mul * and & or | xor ^"
_WORDS = (_COMPARISONS + _UNORDERED + _ARITHMETIC).split()
_OPERATORS = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))
_CUDA_ROUNDING = {"rn": "rn", "rz": "rz", "rp": "ru", "rm": "rd"}
_ROUNDING_FUNCTION = {
    "rni": "round_even",
    "rzi": "round_zero",
    "rpi": "round_up",
    "rmi": "round_down",
}


class Scope:
    """What names and operands are, while instructions are written out."""

    def __init__(self, statement: AsmStatement, table: PtxTable, native: bool) -> None:
        self.statement = statement
        self.table = table
        self.native = native
        self.headers: set[str] = set()
        self.notes: set[str] = set()

    def operand(self, index: int) -> Value:
        """Return what `%N` is.

        Raises:
            Untranslated: the statement has no such operand, or of no known kind.
        """
        raise NotImplementedError

    def storage(self, index: int) -> str:
        """Return how C++ keeps the operand `%N`.

        Raises:
            Untranslated: the statement has no such operand, or of no known kind.
        """
        if index >= len(self.statement.operands):
            raise Untranslated(f"%{index}", "is not an operand of the statement")
        kind = self.statement.operands[index].kind
        if kind not in CONSTRAINTS:
            raise Untranslated(f'"{kind}"', "is a constraint that porter does not follow")
        return CONSTRAINTS[kind]

    def register(self, name: str) -> Value | None:
        """Return the declared register of that name, None when there is none."""
        raise NotImplementedError

    def value(self, arg: Arg, instruction: Instruction, kind: str) -> Value:
        """Return what `arg` is, when it is read as the PTX type `kind`."""
        if isinstance(arg, Ref):
            return self.operand(arg.index)
        if isinstance(arg, Integer):
            return Value(integer_text(arg.value, kind), STORAGE[kind])
        if isinstance(arg, Float):
            text = float_text(arg.bits, arg.text, is_double=arg.is_double, kind=kind)
            return Value(text, STORAGE[kind])
        if isinstance(arg, Negated):
            inner = self.value(arg.arg, instruction, kind)
            if inner.storage != "pred":
                raise Untranslated(instruction.text, "negates an operand")
            return Value(f"!{inner.text}", "pred")
        if isinstance(arg, Name):
            return self.register(arg.name) or self.special(arg.name, instruction)
        raise Untranslated(instruction.text, "has an operand that porter does not follow")

    def special(self, name: str, instruction: Instruction) -> Value:
        """Return what a register that can only be read is in C++."""
        special = self.table.specials.get(name)
        if special is None:
            if "cluster" in name:
                raise Untranslated(
                    instruction.text,
                    "speaks of thread block clusters, which AMD GPUs do not have",
                    rule="LNG14",
                )
            raise Untranslated(instruction.text, f"uses {name}, which is not known")
        if self.native and special.native:
            return Value(special.native, STORAGE[special.type])
        if self.native and special.warp:
            raise needs_32_lanes(instruction)
        self.headers.update(special.headers)
        if special.note:
            self.notes.add(special.note)
        return Value(special.cpp, STORAGE[special.type])

    def address(self, arg: Address, instruction: Instruction, *, shared: bool) -> Value:
        """Return an address with its offset, generic or in shared memory."""
        kind = "u32" if shared else "u64"
        base = self.value(arg.base, instruction, kind)
        text = base.text
        if isinstance(arg.base, Integer):
            raise Untranslated(instruction.text, "has a fixed address")
        if arg.offset is not None:
            offset = self.value(arg.offset, instruction, "s32")
            wrapper = "porter::ptx::shared" if shared else "porter::ptx::address"
            text = f"{wrapper}({text}) + {offset.text}"
        return Value(text, "address")


def needs_32_lanes(instruction: Instruction) -> Untranslated:
    """Return why `instruction` has no translation for warps of the hardware's width."""
    return Untranslated(
        instruction.text,
        "speaks of a warp of 32 lanes",
        "use --warp 32, or HIP's own warp functions",
    )


def _type_of(slot: Slot, groups: dict[str, str], form: Form) -> str:
    kind = slot.type
    if kind.startswith("2"):
        return wide(groups[kind[1:]])
    kind = groups.get(kind, kind)
    return unsigned(kind) if form.bits else kind


def _word(name: str, groups: dict[str, str], form: Form) -> str | None:
    """Return what a placeholder that is no operand stands for."""
    base, _, suffix = name.partition("_")
    if base.startswith("2") and base[1:] in groups:
        return CPP_TYPES[wide(groups[base[1:]])]
    if base == "U" and "T" in groups:
        return CPP_TYPES[unsigned(groups["T"])]
    if base[0] in groups and base[1:] in ("8", "16"):
        return CPP_TYPES[f"{groups[base[0]][0]}{base[1:]}"]
    if base not in groups:
        return None
    word = groups[base]
    if suffix == "op":
        return _OPERATORS[word]
    if suffix == "cuda":
        return _CUDA_ROUNDING[word]
    if suffix == "fn":
        return _ROUNDING_FUNCTION[word]
    if name.endswith("_"):
        return word
    return CPP_TYPES.get(unsigned(word) if form.bits else word, word)


def expressions(
    scope: Scope, instruction: Instruction, form: Form, groups: dict[str, str], carry: str
) -> tuple[list[str], list[tuple[Arg, str]]]:
    """Return the C++ of what the instruction computes, and what it writes with the type."""
    if form.warp and scope.native:
        raise needs_32_lanes(instruction)
    reads: dict[str, tuple[Value, str]] = {}
    writes: list[tuple[Arg, str]] = []
    for slot, arg in zip(form.slots, instruction.args, strict=True):
        if slot.shape == "ignored":
            continue
        if slot.shape in ("address", "shared"):
            assert isinstance(arg, Address)
            value = scope.address(arg, instruction, shared=slot.shape == "shared")
            reads[slot.letters[0]] = (value, "u64")
            continue
        if slot.shape == "constant":
            value = scope.value(arg, instruction, "s32")
            reads[slot.letters[0]] = (Value(value.text, "address"), "s32")
            continue
        kind = "u64" if slot.type == "addr" else _type_of(slot, groups, form)
        if slot.shape == "pair":
            assert isinstance(arg, Pair)
            writes += [(arg.first, kind), (arg.second, "pred")]
            continue
        args = arg.items if isinstance(arg, Vector) else (arg,)
        if slot.shape == "results":
            for letter, item in zip(slot.letters, args, strict=True):
                reads[letter] = (Value(_place(scope, item, instruction, kind), "address"), kind)
            continue
        for letter, item in zip(slot.letters, args, strict=True):
            if _is_written(form, letter, slot):
                writes.append((item, kind))
            elif slot.type == "addr":
                reads[letter] = (Value(scope.value(item, instruction, kind).text, "address"), kind)
            else:
                reads[letter] = (scope.value(item, instruction, kind), kind)
    scope.headers.update(form.headers)
    if form.note:
        scope.notes.add(form.note)
    return [_fill(text, reads, groups, form, carry) for text in form.cpp], writes


def _place(scope: Scope, arg: Arg, instruction: Instruction, kind: str) -> str:
    """Return where a result goes that the expression itself writes."""
    if isinstance(arg, Sink):
        return "porter::ptx::nowhere{}"
    if isinstance(arg, Ref) and arg.index >= scope.statement.outputs:
        raise Untranslated(instruction.text, f"writes %{arg.index}, which is not an output")
    if not isinstance(arg, (Ref, Name)):
        raise Untranslated(instruction.text, "has a result that porter does not follow")
    return scope.value(arg, instruction, kind).text


def _is_written(form: Form, letter: str, slot: Slot) -> bool:
    """Tell whether a register is a result: it is in the first operand that holds `d`."""
    return "d" in slot.letters and slot is form.slots[0]


def _fill(
    template: str,
    reads: dict[str, tuple[Value, str]],
    groups: dict[str, str],
    form: Form,
    carry: str,
) -> str:
    def replace(match: re.Match[str]) -> str:
        name = match.group(1)
        if name == "carry":
            return carry
        if name in reads:
            value, kind = reads[name]
            before = template[: match.start()][-2:]
            after = template[match.end() : match.end() + 1]
            opens = before.endswith(("(", "{")) or before == ", "
            as_argument = opens and after in (",", ")", "}")
            whole = before == "" and after == "" and len(form.cpp) == 1
            return read(value, kind, as_argument=(as_argument or whole) and not match.group(2))
        word = _word(name, groups, form)
        assert word is not None, f"{form.ptx}: {{{name}}} is unknown"
        return word

    return _PLACEHOLDER.sub(replace, template)
