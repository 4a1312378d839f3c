"""`asm` statements in C++ source: the places of the template, operands and clobbers.

The form is GCC's extended asm, of which nvcc takes a part: `asm [volatile] ("template" : outputs
: inputs : clobbers)`. Operands have no symbolic names there, and constraints fix the C++ type's
size: `h` 16, `r` 32 and `l` 64 bits of integer (or pointer), `f` float, `d` double, `n` a constant
(CUDA "Inline PTX Assembly in CUDA", section 1.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from porter.ptx.hint_macros import hint_macros
from porter.ptx.keywords import KEYWORDS
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing

_QUALIFIER = re.compile(rb"[ \t\r\n\\]*\b(volatile|__volatile__|__volatile|inline|goto)\b")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_DEFINED = re.compile(rb"[ \t\r\n\\]*([A-Za-z_]\w*)(?=[ \t])(.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|\r?\n|.)", re.DOTALL)
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}
_BLANKS = b" \t\r\n\\"


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand of an `asm` statement.

    Attributes:
        constraint: what stands in quotes, as `=r` or `l`.
        start: offset of the expression between the parentheses.
        end: offset behind it.
        close: offset behind the closing parenthesis.
    """

    constraint: str
    start: int
    end: int
    close: int

    @property
    def kind(self) -> str:
        """The constraint's letter without its modifiers."""
        return self.constraint.lstrip("=+&")

    @property
    def is_read(self) -> bool:
        """Whether the statement reads the operand."""
        return not self.constraint.startswith("=")


@dataclass(frozen=True, slots=True)
class AsmStatement:
    """One `asm` statement.

    Attributes:
        start: offset of the keyword.
        end: offset behind the closing parenthesis.
        text: the template, escapes resolved; literals only, where it holds more than literals.
        obstacle: what in the template is no string literal, as written, or empty.
        operands: outputs, then inputs; `%N` is the operand of index N.
        outputs: how many of `operands` are outputs.
        clobbers: as `memory`.
        is_volatile: whether the statement is `volatile`.
        is_extended: whether operands may stand in it, so that `%%` means `%`.
    """

    start: int
    end: int
    text: str
    obstacle: str
    operands: tuple[Operand, ...]
    outputs: int
    clobbers: tuple[str, ...]
    is_volatile: bool
    is_extended: bool


@once_for_each_file
def statements(file: SourceFile) -> tuple[AsmStatement, ...]:
    """Return the `asm` statements of `file` that can be read, in order.

    Left out is one with a quote that nothing closes, and what does not look like one: a
    declaration's `asm("symbol")` has no semicolon or colon that tells it from a statement, and is
    returned; its text is no PTX.
    """
    starts = sorted((at, keyword) for keyword in KEYWORDS for at in file.occurrences(keyword))
    found = (_statement(file, start, len(keyword)) for start, keyword in starts)
    return tuple(statement for statement in found if statement is not None)


def _statement(file: SourceFile, start: int, length: int) -> AsmStatement | None:
    code = file.code
    at = start + length
    is_volatile = False
    while match := _QUALIFIER.match(code, at):
        is_volatile |= b"volatile" in match.group(1)
        at = match.end()
    at = file.next(at)
    if code[at : at + 1] != b"(":
        return None
    close = closing(code, at)
    if close is None or code.count(b'"', at, close) % 2:
        return None
    sections = list(_sections(code, at + 1, close))
    first, last = sections[0]
    text, obstacle = _template(file, first, last)
    operands = [list(_operands(file, begin, end)) for begin, end in sections[1:3]]
    outputs = operands[0] if operands else []
    inputs = operands[1] if len(operands) > 1 else []
    clobbers = tuple(_literals(file, *sections[3])) if len(sections) > 3 else ()
    return AsmStatement(
        start,
        close + 1,
        text,
        obstacle,
        (*outputs, *inputs),
        len(outputs),
        clobbers,
        is_volatile,
        len(sections) > 1,
    )


def _sections(code: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans between the colons that stand outside all brackets and literals."""
    at = first = start
    while at < end:
        byte = code[at : at + 1]
        if byte in (b"(", b"[", b"{"):
            inner = closing(code, at)
            if inner is None:
                break
            at = inner
        elif byte == b'"':
            at = _closing_quote(code, at, end)
        elif byte == b":":
            yield first, at
            first = at + 1
        at += 1
    yield first, end


def _closing_quote(code: bytes, quote: int, end: int) -> int:
    """Return the offset of the quote that closes the one at `quote`, or `end`.

    Quotes that close nothing stay in masked code, so that none may follow before `end`.
    """
    close = code.find(b'"', quote + 1, end)
    return end if close < 0 else close


def _operands(file: SourceFile, start: int, end: int) -> Iterator[Operand]:
    code = file.code
    at = file.next(start)
    while at < end:
        if code[at : at + 1] == b'"':
            quote = _closing_quote(code, at, end)
            behind = quote + 1
            constraint = file.data[at + 1 : quote].decode("latin-1").strip()
        else:
            word = _WORD.match(code, at, end)
            if word is None:
                return
            behind = word.end()
            constraint = _pointer_constraint(_macro_values(file, word.group()))
        parenthesis = file.next(behind)
        close = closing(code, parenthesis) if code[parenthesis : parenthesis + 1] == b"(" else None
        if close is None:
            return
        first = file.next(parenthesis + 1)
        last = file.previous(close) + 1
        yield Operand(constraint, first, max(first, last), close + 1)
        at = file.next(close + 1)
        if code[at : at + 1] != b'"':  # nvcc takes operands without a comma between them, too
            at = file.next(at + 1)


def _pointer_constraint(values: frozenset[str]) -> str:
    """Return the constraint that a macro stands for: of two for pointers, that of 64 bits."""
    if values == {"l", "r"}:
        return "l"
    return next(iter(values)) if len(values) == 1 else "?"


def _literals(file: SourceFile, start: int, end: int) -> Iterator[str]:
    at = start
    while (quote := file.code.find(b'"', at, end)) >= 0:
        close = _closing_quote(file.code, quote, end)
        yield _text(file, quote, close)
        at = close + 1


def _text(file: SourceFile, quote: int, close: int) -> str:
    """Return the characters that the literal from `quote` to `close` stands for."""
    body = file.data[quote + 1 : close].decode("latin-1")
    if file.data[quote - 1 : quote] == b"R" and (mark := body.find("(")) >= 0:
        return body[mark + 1 : len(body) - mark - 1]
    return _ESCAPE.sub(_unescape, body)


def _unescape(match: re.Match[str]) -> str:
    escaped = match.group(1)
    if escaped.endswith("\n"):
        return ""
    if escaped[0] == "x" and len(escaped) > 1:
        return chr(int(escaped[1:], 16) & 0xFF)
    if escaped[0] in "01234567":
        return chr(int(escaped, 8) & 0xFF)
    return _SIMPLE_ESCAPES.get(escaped, escaped)


def _template(file: SourceFile, start: int, end: int) -> tuple[str, str]:
    """Return the template's text, and what in it is no literal."""
    parts: list[str] = []
    obstacle = ""
    at = start
    while at < end:
        byte = file.code[at : at + 1]
        if byte == b'"':
            close = _closing_quote(file.code, at, end)
            parts.append(_text(file, at, close))
            at = close + 1
        elif byte in _BLANKS or file.code[at : at + 2] == b'R"':
            at += 1
        else:
            word = _WORD.match(file.code, at, end)
            name = word.group() if word else byte
            if name in hint_macros(file):
                last = closing(file.code, file.next(at + len(name)))
                at = end if last is None else last + 1
                continue
            value = _macro(file, name) if word else None
            if value is None:
                obstacle = obstacle or name.decode("latin-1")
                value = " "
            parts.append(value)
            at += len(name)
    return "".join(parts), obstacle


def _macro(file: SourceFile, name: bytes) -> str | None:
    """Return the text of an object-like macro of the file that is one string literal."""
    values = _macro_values(file, name)
    return next(iter(values)) if len(values) == 1 else None


def _macro_values(file: SourceFile, name: bytes) -> frozenset[str]:
    """Return the string literals that the file defines a macro as; empty when one is no literal."""
    return _literal_macros(file).get(name, frozenset())


@once_for_each_file
def _literal_macros(file: SourceFile) -> dict[bytes, frozenset[str]]:
    """Return the object-like macros that are string literals wherever they are defined."""
    found: dict[bytes, frozenset[str]] = {}
    others: set[bytes] = set()
    for directive in file.directives:
        if directive.keyword != b"define":
            continue
        match = _DEFINED.match(file.code, directive.body_start, directive.end)
        if match is None:
            continue
        name, rest = match[1], match[2].strip(_BLANKS)
        if rest.count(b'"') == 2 and rest.startswith(b'"') and rest.endswith(b'"'):
            values = _literals(file, match.start(2), directive.end)
            found[name] = found.get(name, frozenset()).union(values)
        else:
            others.add(name)
    return {name: values for name, values in found.items() if name not in others}
