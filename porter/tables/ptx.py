"""The table of PTX instructions: `rules/cuda-hip/ptx.toml`, compiled to patterns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from porter.tables.kinds import FILLED_TEXT, FLAG, TEXT, TEXTS, either, one_of
from porter.tables.names import rules_folder
from porter.tables.toml import Named, Rows, Shape, read, record

_GROUP = re.compile(r"\((?:([A-Z]):)?([^)]*)\)")
_TEXT_OR_TEXTS = either(TEXT, TEXTS)
_FORM = Shape(
    needs={"ptx": FILLED_TEXT},
    takes={
        **dict.fromkeys(("cpp", "header"), _TEXT_OR_TEXTS),
        **dict.fromkeys(("bits", "warp"), FLAG),
        **dict.fromkeys(("note", "reason"), TEXT),
        "carry": one_of("sets", "uses"),
    },
)
_SPECIAL = Shape(
    needs={"cpp": FILLED_TEXT, "type": FILLED_TEXT},
    takes={"header": _TEXT_OR_TEXTS, "warp": FLAG, "native": TEXT, "note": TEXT},
)
_REFUSED = Shape({"ptx": TEXTS, **dict.fromkeys(("rule", "what", "hint"), FILLED_TEXT)})
_TABLE = Shape({"form": Rows(_FORM), "special": Named(_SPECIAL), "refused": Rows(_REFUSED)})
_SCALAR = re.compile(r"[busf]f?\d+(?:x2)?|pred")


@dataclass(frozen=True, slots=True)
class Slot:
    """One operand of a form.

    Attributes:
        letters: names of its registers; several for a vector.
        shape: `register`, `vector`, `results` (of which the expression writes each by itself),
            `address`, `shared`, `pair`, `ignored` or `constant`.
        type: PTX type, name of a modifier, `2T`, `addr`, or empty for the form's own.
        must_be: the only value that the constant may have, or None.
    """

    letters: tuple[str, ...]
    shape: str
    type: str
    must_be: int | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """One row: a group of instructions with the C++ that means the same.

    Attributes:
        ptx: the row's key, for messages.
        opcode: matches opcodes; named groups are the modifiers.
        slots: the operands.
        cpp: expressions, one an element written; empty when the instruction does nothing here.
        headers: support headers that `cpp` needs.
        bits: whether operands are read without their sign.
        carry: `sets`, `uses` or empty.
        warp: whether it speaks of 32 lanes.
        note: what a person should know, or empty.
        reason: why the C++ is right, or empty.
    """

    ptx: str
    opcode: re.Pattern[str]
    slots: tuple[Slot, ...]
    cpp: tuple[str, ...]
    headers: tuple[str, ...]
    bits: bool = False
    carry: str = ""
    warp: bool = False
    note: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Special:
    """A register that can only be read: what it is in C++, and its PTX type."""

    cpp: str
    type: str
    headers: tuple[str, ...] = ()
    warp: bool = False
    native: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Opcodes without a counterpart: who reports them, what they are, what to do."""

    prefixes: tuple[str, ...]
    rule: str
    what: str
    hint: str


@dataclass(frozen=True)
class PtxTable:
    """The whole table; forms by the first word of their opcode."""

    forms: dict[str, tuple[Form, ...]]
    specials: dict[str, Special]
    refusals: tuple[Refusal, ...]

    def refusal(self, opcode: str) -> Refusal | None:
        """Return why `opcode` has no counterpart, when the table says so."""
        for refusal in self.refusals:
            for prefix in refusal.prefixes:
                if opcode.startswith(prefix) and opcode[len(prefix) : len(prefix) + 1] in ("", "."):
                    return refusal
        return None


@cache
def load() -> PtxTable:
    """Read the table.

    Raises:
        PorterError: the table is missing or damaged.
    """
    document = read(rules_folder() / "cuda-hip" / "ptx.toml", _TABLE)
    by_word: dict[str, list[Form]] = {}
    for row in document["form"]:
        words, form = _form(row)
        for word in words:
            by_word.setdefault(word, []).append(form)
    return PtxTable(
        {word: tuple(rows) for word, rows in by_word.items()},
        {name: _special(row) for name, row in document["special"].items()},
        tuple(record(Refusal, row, prefixes=tuple(row["ptx"])) for row in document["refused"]),
    )


def _form(row: Mapping[str, Any]) -> tuple[list[str], Form]:
    opcode, _, operands = row["ptx"].partition(" ")
    words, pattern, last_type = _opcode(opcode)
    slots = tuple(_slot(text, last_type) for text in _operands(operands))
    return words, record(
        Form,
        row,
        opcode=pattern,
        slots=slots,
        cpp=_texts(row.get("cpp", ())),
        headers=_texts(row.get("header", ())),
    )


def _special(row: Mapping[str, Any]) -> Special:
    return record(Special, row, headers=_texts(row.get("header", ())))


def _texts(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _opcode(text: str) -> tuple[list[str], re.Pattern[str], str]:
    """Return the first words, a pattern of the whole opcode, and its type: T, or the last one."""
    pattern = ""
    words: list[str] = []
    last_type = ""
    for number, segment in enumerate(text.split(".")):
        optional = segment.endswith("?")
        segment = segment.rstrip("?")
        expression, choices, name = _segment(segment)
        if number == 0:
            words = choices
            pattern = expression
            continue
        pattern += rf"(?:\.{expression})?" if optional else rf"\.{expression}"
        if last_type != "T" and all(_SCALAR.fullmatch(choice) for choice in choices):
            last_type = name or choices[0]
    return words, re.compile(pattern), last_type


def _segment(segment: str) -> tuple[str, list[str], str]:
    """Return a pattern, the words that it may stand for, and its name."""
    match = _GROUP.match(segment)
    if match is None:
        return re.escape(segment), [segment], ""
    choices = match.group(2).split("|")
    alternatives = "|".join(re.escape(choice) for choice in choices)
    suffix = segment[match.end() :]
    name = match.group(1)
    group = f"(?P<{name}>{alternatives})" if name else f"(?:{alternatives})"
    if suffix:
        return group + re.escape(suffix), [choice + suffix for choice in choices], ""
    return group, choices, name or ""


def _operands(text: str) -> list[str]:
    return [part.strip() for part in re.split(r",(?![^{]*\})", text) if part.strip()]


def _slot(text: str, default: str) -> Slot:
    body, _, kind = text.partition(":")
    if body.startswith("x"):
        must_be = body.partition("=")[2]
        return Slot(("x",), "ignored", "", int(must_be) if must_be else None)
    if body.startswith("["):
        name, _, space = body.strip("[]").partition("@")
        return Slot((name,), "shared" if space else "address", "")
    if kind == "const":
        return Slot((body.strip("{}"),), "constant", "")
    kind = kind or default
    if body.startswith("{"):
        return Slot(tuple(body.strip("{}").split(",")), "vector", kind)
    if "|" in body:
        return Slot(tuple(body.split("|")), "pair", kind)
    return Slot((body,), "register", kind)
