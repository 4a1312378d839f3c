"""Matches an instruction with a form of the table, or gives the reason why none matches."""

from __future__ import annotations

from porter.ptx import matrix, memory, video
from porter.ptx.syntax import (
    Address,
    Arg,
    Float,
    Instruction,
    Integer,
    Name,
    Negated,
    Node,
    Pair,
    Ref,
    Sink,
    Vector,
)
from porter.tables.ptx import Form, PtxTable, Slot, load


class Untranslated(Exception):
    """An instruction, or the whole template, that is not translated.

    Args:
        what: the instruction or the part of the template.
        reason: why, one clause.
        hint: what to do instead; may be empty.
        rule: id of the rule that reports it.
    """

    def __init__(self, what: str, reason: str, hint: str = "", rule: str = "LNG13") -> None:
        super().__init__(f"{what}: {reason}")
        self.what = what
        self.reason = reason
        self.hint = hint
        self.rule = rule


def refused(nodes: tuple[Node, ...], rule: str) -> Untranslated | None:
    """Return why the first instruction that `rule` reports has no counterpart, if there is one."""
    table = load()
    for node in nodes:
        if isinstance(node, Instruction):
            refusal = table.refusal(node.opcode)
            is_known = _has_form(node.opcode, table)
            if refusal is not None and refusal.rule == rule and not is_known:
                return refuse(node, table)
    return None


def _has_form(opcode: str, table: PtxTable) -> bool:
    forms = table.forms.get(opcode.partition(".")[0], ())
    return matrix.form_of(opcode) is not None or any(f.opcode.fullmatch(opcode) for f in forms)


def refuse(instruction: Instruction, table: PtxTable) -> Untranslated:
    """Return why `instruction` has no translation, as far as the table says."""
    refusal = table.refusal(instruction.opcode)
    if refusal is None:
        return Untranslated(instruction.text, "has no translation")
    return Untranslated(
        instruction.text, f"{refusal.what} without a counterpart", refusal.hint, refusal.rule
    )


def _matches(form: Form, instruction: Instruction) -> dict[str, str] | None:
    """Return the modifiers when `form` is about `instruction`."""
    match = form.opcode.fullmatch(instruction.opcode)
    if match is None or len(form.slots) != len(instruction.args):
        return None
    for slot, arg in zip(form.slots, instruction.args, strict=True):
        if not _fits(slot, arg):
            return None
    return {name: text or "" for name, text in match.groupdict().items()}


def _fits(slot: Slot, arg: Arg) -> bool:
    if slot.shape == "ignored":
        is_constant = isinstance(arg, (Integer, Float, Ref, Name))
        if slot.must_be is None:
            return is_constant
        return isinstance(arg, Integer) and arg.value == slot.must_be
    if slot.shape in ("vector", "results") and len(slot.letters) > 1:
        return isinstance(arg, Vector) and len(arg.items) == len(slot.letters)
    if slot.shape in ("address", "shared"):
        return isinstance(arg, Address)
    if slot.shape == "pair":
        return isinstance(arg, Pair)
    if slot.shape == "constant":
        return isinstance(arg, (Integer, Ref))
    return isinstance(arg, (Ref, Name, Integer, Float, Negated, Sink))


def find(instruction: Instruction, table: PtxTable) -> tuple[Form, dict[str, str]]:
    """Return the form of `instruction` with the modifiers that it names.

    Raises:
        Untranslated: the table has no such form.
    """
    opcode = instruction.opcode
    made = video.form_of(opcode, instruction.parts)
    if not any(instruction.parts):  # which video instructions alone take
        for form in table.forms.get(opcode.partition(".")[0], ()):
            groups = _matches(form, instruction)
            if groups is not None:
                return form, groups
        made = memory.form_of(opcode) or matrix.form_of(opcode) or made
    if made is not None and _matches(made, instruction) is not None:
        return made, {}
    raise refuse(instruction, table)
