"""Parses the text of a PTX template to instructions with operands.

Covers what stands in inline PTX; `syntax` has the parts.
"""

from __future__ import annotations

import re
from functools import lru_cache

from porter.ptx.syntax import (
    Address,
    Arg,
    Close,
    Float,
    Instruction,
    Integer,
    Label,
    Name,
    Negated,
    Node,
    Open,
    Other,
    Pair,
    Ref,
    Registers,
    Sink,
    Vector,
)

#: Stand for `%N` and `%=` once escapes are resolved; no character of PTX.
_OPERAND_MARK = "\x01"
_UNIQUE_MARK = "\x02"

_COMMENT = re.compile(r"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?", re.DOTALL)
_ESCAPE = re.compile(r"%(%|=|[0-9]+)")
_LABEL = re.compile(r"([A-Za-z_$%][\w$]*|[A-Za-z_$][\w$]*\x02)\s*:(?!:)")
#: The half or byte of an operand that a video instruction takes.
_PART = re.compile(r"\.(b[0-3]|h[01])\Z")
_PREDICATE = re.compile(r"@\s*(?:(!)\s*)?([\x01%A-Za-z_$][\w$]*)\s*")
_OPCODE = re.compile(r"([a-z_][a-z0-9_]*)((?:\.[A-Za-z0-9_]+(?:::[A-Za-z0-9_]+)*)*)\s*")
_REG = re.compile(r"\.reg\s*(?:\.(v[24])\s*)?\.(\w++)\s++(.*)", re.DOTALL)
_NAMES = re.compile(r"([%A-Za-z_$][\w$]*)\s*(?:<\s*(\d+)\s*>)?")
_INTEGER = re.compile(
    r"[-+]?\s*(0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}|0[0-7]{0,22}|[1-9][0-9]{0,19})[uU]?"
)
#: What is between the terms of a constant expression, as `32-2` (PTX ISA, "Constant Expressions").
_NEXT_TERM = re.compile(r"(?<=\w)\s*+(?=[-+])")
_OPERAND = re.compile(_OPERAND_MARK + "([0-9]{1,4})")
_HEX_FLOAT = re.compile(r"-?0([fFdD])([0-9a-fA-F]{1,16})")
_DECIMAL_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")


#: Vectors, addresses and signs in one another: PTX has two or three.
_DEEPEST = 16
#: Registers of one declaration; a kernel has 255 to use.
_MOST_REGISTERS = 10_000


class PtxSyntaxError(ValueError):
    """The text is not PTX that this parser follows.

    Args:
        what: the part that it is about.
        reason: what is wrong with it.
    """

    def __init__(self, what: str, reason: str = "is not PTX that porter can follow") -> None:
        super().__init__(f"{what}: {reason}")
        self.what = what
        self.reason = reason


@lru_cache(maxsize=1024)
def parse(text: str, *, extended: bool) -> tuple[Node, ...]:
    """Parse the template of an `asm` statement that closes every scope which it opens.

    Args:
        text: the template, C escapes resolved.
        extended: whether `%N` names operands and `%%` is a percent sign.

    Raises:
        PtxSyntaxError: a part of the text is not PTX, or a brace has no other here.
    """
    nodes = parse_part(text, extended=extended)
    depth = 0
    for node in nodes:
        depth += isinstance(node, Open) - isinstance(node, Close)
        if depth < 0:
            break
    if depth != 0:
        brace = "{" if depth > 0 else "}"
        raise PtxSyntaxError(brace, "belongs to a brace in another statement")
    return nodes


@lru_cache(maxsize=1024)
def parse_part(text: str, *, extended: bool) -> tuple[Node, ...]:
    """Parse the template of an `asm` statement whose braces may belong to those of another.

    Args:
        text: the template, C escapes resolved.
        extended: whether `%N` names operands and `%%` is a percent sign.

    Raises:
        PtxSyntaxError: a part of the text is not PTX.
    """
    if extended:
        text = _ESCAPE.sub(_resolve, text)
    text = _COMMENT.sub(" ", text)
    nodes: list[Node] = []
    at = 0
    while True:
        while at < len(text) and (text[at].isspace() or text[at] == ";"):
            at += 1
        if at >= len(text):
            return tuple(nodes)
        if text[at] in "{}":
            nodes.append(Open() if text[at] == "{" else Close())
            at += 1
            continue
        label = _LABEL.match(text, at)
        if label:
            nodes.append(Label(label.group(1).replace(_UNIQUE_MARK, "")))
            at = label.end()
            continue
        end = text.find(";", at)
        end = len(text) if end < 0 else end
        part = text[at:end]
        if part.startswith("."):
            nodes.append(_registers(part))
        else:
            nodes.append(_instruction(part))
        at = end + 1


def shown(text: str) -> str:
    """Return `text` with operands as they were written and blanks folded."""
    return " ".join(text.replace(_OPERAND_MARK, "%").replace(_UNIQUE_MARK, "%=").split())


def _resolve(match: re.Match[str]) -> str:
    what = match.group(1)
    if what == "%":
        return "%"
    return _UNIQUE_MARK if what == "=" else _OPERAND_MARK + what


def _registers(text: str) -> Registers:
    match = _REG.fullmatch(text.strip())
    if match is None or match.group(1):
        raise PtxSyntaxError(shown(text))
    names: list[str] = []
    for part in match.group(3).split(","):
        name = _NAMES.fullmatch(part.strip())
        if name is None:
            raise PtxSyntaxError(shown(text))
        if name.group(2):
            if len(name.group(2)) > 9 or int(name.group(2)) > _MOST_REGISTERS:
                raise PtxSyntaxError(shown(text), "declares more registers than there can be")
            names += (f"{name.group(1)}{number}" for number in range(int(name.group(2))))
        else:
            names.append(name.group(1))
    return Registers(match.group(2), tuple(names))


def _instruction(text: str) -> Instruction:
    at = 0
    predicate: Arg | None = None
    negated = False
    guard = _PREDICATE.match(text)
    if guard:
        negated = bool(guard.group(1))
        predicate = _arg(guard.group(2))
        at = guard.end()
    opcode = _OPCODE.match(text, at)
    if opcode is None:
        raise PtxSyntaxError(shown(text))
    rest = text[opcode.end() :].strip()
    operands = [_PART.split(part.strip(), maxsplit=1) for part in _split(rest)] if rest else []
    args = tuple(_arg(operand[0]) for operand in operands)
    parts = tuple("".join(operand[1:2]) for operand in operands)
    word = opcode.group(1) + opcode.group(2)
    return Instruction(word, args, parts, predicate, negated, shown(text))


def _split(text: str) -> list[str]:
    """Split at the commas outside all brackets."""
    parts: list[str] = []
    depth = first = 0
    for at, character in enumerate(text):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[first:at])
            first = at + 1
    parts.append(text[first:])
    return parts


def _arg(text: str, depth: int = 0) -> Arg:
    text = text.strip()
    if depth > _DEEPEST:
        return Other(shown(text))
    if text == "_":
        return Sink()
    if operand := _OPERAND.fullmatch(text):
        return Ref(int(operand[1]))
    if text.startswith("{") and text.endswith("}"):
        items = tuple(_arg(part, depth + 1) for part in _split(text[1:-1]))
        return items[0] if len(items) == 1 else Vector(items)
    if text.startswith("[") and text.endswith("]"):
        return _address(text[1:-1].strip(), depth + 1)
    if "|" in text:
        first, _, second = text.partition("|")
        return Pair(_arg(first, depth + 1), _arg(second, depth + 1))
    hexadecimal = _HEX_FLOAT.fullmatch(text)
    if hexadecimal:
        return Float(int(hexadecimal.group(2), 16), text, hexadecimal.group(1) in "dD")
    terms = _NEXT_TERM.split(text)
    if all(_INTEGER.fullmatch(term) for term in terms):
        return Integer(sum(map(_integer, terms)))
    if _DECIMAL_FLOAT.fullmatch(text):
        return Float(None, text, True)
    if text.startswith(("!", "-")):
        return Negated(_arg(text[1:], depth + 1))
    if re.fullmatch(r"[%A-Za-z_$][\w$.]*\x02?", text):
        return Name(text.replace(_UNIQUE_MARK, ""))
    return Other(shown(text))


def _address(text: str, depth: int) -> Arg:
    first, sign, second = text.partition("+")
    if not sign:
        first, sign, second = text.partition("-")
        has_offset = bool(first) and second.strip()[:1].isdigit()
        second = sign + second
    else:
        has_offset = bool(first and second)
    base = _arg(first if has_offset else text, depth)
    offset = _arg(second, depth) if has_offset else None
    simple = (Ref, Name, Integer)
    if isinstance(base, simple) and (offset is None or isinstance(offset, (Ref, Integer))):
        return Address(base, offset)
    return Other(f"[{shown(text)}]")


def _integer(text: str) -> int:
    digits = text.replace(" ", "").rstrip("uU")
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-")
    if len(digits) > 1 and digits[0] == "0" and digits.isdigit():
        return sign * int(digits, 8)
    return sign * int(digits, 0)
