"""Cases of the instructions on registers, made of the rows of the table."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

from porter.ptx.values import CPP_TYPES, STORAGE, size_of, wide
from porter.tables.ptx import Form, Slot
from tests.ptx.case import CPP, IN, LETTERS, WORDS, Case

assert set(CPP_TYPES) >= set(STORAGE)

_GROUP = re.compile(r"\((?:([A-Z]):)?([^)]*)\)")


def _choices(segment: str) -> tuple[list[str], str]:
    optional = segment.endswith("?")
    match = _GROUP.match(segment.rstrip("?"))
    if match is None:
        found = [segment.rstrip("?")]
        name = ""
    else:
        suffix = segment.rstrip("?")[match.end() :]
        found = [choice + suffix for choice in match.group(2).split("|")]
        name = match.group(1) or ""
    return (["", *found[:1]] if optional else found), name


def opcodes(form: Form) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the opcodes of a row of the table, each with what its groups stand for."""
    parts = [_choices(segment) for segment in form.ptx.partition(" ")[0].split(".")]
    for words in _combinations([choices for choices, _ in parts]):
        groups = {name: word for word, (_, name) in zip(words, parts, strict=True) if name}
        yield ".".join(word for word in words if word), groups


def _combinations(choices: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield all combinations when they are few, else such that each choice meets several others."""
    everything = list(itertools.product(*choices))
    if len(everything) <= 24:
        yield from everything
    else:
        yield from random.Random(len(everything)).sample(everything, 24)


def _pool(opcode: str, types: list[str]) -> str:
    for kind in ("bf16", "f16", "f64", "f32"):
        if any(kind in part for part in opcode.split(".")) and not opcode.startswith("cvt"):
            return kind
    if opcode.startswith("cvt"):
        source = opcode.split(".")[-1]
        for kind in ("bf16", "f16", "f64", "f32"):
            if source.startswith(kind):
                return kind
        return "int"
    return next((kind for kind in types if kind in ("f32", "f64")), "int")


def _kind(slot: Slot, groups: dict[str, str]) -> str:
    if slot.type.startswith("2"):
        return wide(groups[slot.type[1:]])
    return groups.get(slot.type, slot.type)


def case_of(form: Form, opcode: str, groups: dict[str, str]) -> Case | None:
    """Return an instruction of registers as a case; None when it is about memory."""
    outputs: list[str] = []
    inputs: list[tuple[str, str]] = []
    args: list[str] = []
    types: list[str] = []
    before, after = "", ""
    predicates = 0
    for number, slot in enumerate(form.slots):
        if slot.shape in ("address", "shared", "constant") or slot.type == "addr":
            return None
        if slot.shape == "ignored":
            args.append(str(slot.must_be or 0))
            continue
        kind = _kind(slot, groups)
        if kind not in STORAGE:
            return None
        types.append(kind)
        letter = LETTERS[STORAGE[kind]]
        written = number == 0 and "d" in slot.letters
        names = []
        letters = slot.letters[:1] if slot.shape == "pair" else slot.letters
        for _ in letters:
            if size_of(kind) == 8 and slot.shape == "vector":
                return None  # registers of 8 bits are no operands of C++
            if kind == "pred" and written:
                before += ".reg .pred p; "
                after += " selp.u32 @@0, 1, 0, p;"
                outputs.append("r")
                names.append("p")
            elif kind == "pred":
                predicates += 1
                inputs.append(("r", IN["r"].format(len(inputs))))
                before += (
                    f".reg .pred q{predicates}; setp.ne.u32 q{predicates}, IN{len(inputs)}, 0; "
                )
                names.append(f"q{predicates}")
            elif written:
                names.append(f"@@{len(outputs)}")
                outputs.append(letter)
            else:
                expression = IN[letter].format(len(inputs) % WORDS)
                if opcode.startswith(("div.", "rem.")) and letter in "hrl" and inputs:
                    # Never by 0, nor the least number by -1.
                    expression = f"{CPP[letter]}(({expression} & 0x7f) | 1)"
                if opcode.startswith(("bfe", "bfi")) and slot.type == "u32":
                    expression = f"{expression} & 0xff"  # the range that the PTX ISA allows
                inputs.append((letter, expression))
                names.append(f"IN{len(inputs)}")
        if slot.shape == "pair":
            before += ".reg .pred p; "
            after += " selp.u32 @@1, 1, 0, p;"
            outputs.append("r")
            names[0] += "|p"
        args.append("{" + ", ".join(names) + "}" if slot.shape == "vector" else names[0])
    if not outputs:
        return None
    text = f"{opcode} {', '.join(args)};"
    if form.carry:
        reads = {"l": ("u64", "@@0, @@0, @@0"), "r": ("u32", "@@0, @@0, @@0")}[outputs[0]]
        if form.carry == "uses":
            text = f"add.cc.u32 @@1, IN1W, IN2W; {text}"
            text = text.replace("IN1W", "IN1").replace("IN2W", "IN2")
            outputs.append("r")
            if outputs[0] == "l":
                text = text.replace("add.cc.u32 @@1", "add.cc.u64 @@1")
                outputs[1] = "l"
        if ".cc" in opcode:
            text += f" addc.{reads[0]} @@1, 0, 0;"
            if len(outputs) == 1:
                outputs.append(outputs[0])
    text = f"{{ {before}{text}{after} }}" if before else text
    text = re.sub(r"IN(\d+)", lambda match: f"@@{len(outputs) + int(match.group(1)) - 1}", text)
    name = f"{opcode}/{len(form.slots)}" + ("v" if form.slots[-1].shape == "vector" else "")
    return Case(name, text, tuple(outputs), tuple(inputs), _pool(opcode, types))
