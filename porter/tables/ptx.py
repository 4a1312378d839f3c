"""The table of PTX instructions: `rules/cuda-hip/ptx.toml`, read and compiled to patterns."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from porter.errors import PorterError
from porter.tables.names import rules_folder

_GROUP = re.compile(r"\((?:([A-Z]):)?([^)]*)\)")
_SCALAR = re.compile(r"[busf]f?\d+(?:x2)?|pred")


@dataclass(frozen=True, slots=True)
class Slot:
    """One operand of a form.

    Attributes:
        letters: names of its registers; several for a vector.
        shape: `register`, `vector`, `address`, `shared`, `pair`, `ignored` or `constant`.
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
    bits: bool
    carry: str
    warp: bool
    note: str
    reason: str


@dataclass(frozen=True, slots=True)
class Special:
    """A register that can only be read: what it is in C++, and its PTX type."""

    cpp: str
    type: str
    headers: tuple[str, ...]
    warp: bool
    native: str


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
    path = rules_folder() / "cuda-hip" / "ptx.toml"
    try:
        document = tomllib.loads(path.read_text("utf-8"))
        forms = [_form(row) for row in document["form"]]
    except (OSError, ValueError, KeyError) as error:
        raise PorterError(f"cannot read the table: {error}", path=path) from error
    by_word: dict[str, list[Form]] = {}
    for words, form in forms:
        for word in words:
            by_word.setdefault(word, []).append(form)
    return PtxTable(
        {word: tuple(rows) for word, rows in by_word.items()},
        {name: _special(row) for name, row in document["special"].items()},
        tuple(
            Refusal(tuple(row["ptx"]), row["rule"], row["what"], row["hint"])
            for row in document["refused"]
        ),
    )


def _form(row: dict[str, Any]) -> tuple[list[str], Form]:
    opcode, _, operands = row["ptx"].partition(" ")
    words, pattern, last_type = _opcode(opcode)
    cpp = row.get("cpp", [])
    slots = tuple(_slot(text, last_type) for text in _operands(operands))
    return words, Form(
        row["ptx"],
        pattern,
        slots,
        (cpp,) if isinstance(cpp, str) else tuple(cpp),
        _headers(row),
        row.get("bits", False),
        row.get("carry", ""),
        row.get("warp", False),
        row.get("note", ""),
        row.get("reason", ""),
    )


def _special(row: dict[str, Any]) -> Special:
    return Special(
        row["cpp"], row["type"], _headers(row), row.get("warp", False), row.get("native", "")
    )


def _headers(row: dict[str, Any]) -> tuple[str, ...]:
    header = row.get("header", ())
    return (header,) if isinstance(header, str) else tuple(header)


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
