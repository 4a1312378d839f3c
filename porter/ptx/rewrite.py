"""The edits that replace an `asm` statement by C++.

The expressions of its operands stay where they are, byte for byte, so that what other rules do in
them is done; only the assembly around them is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.ptx.block import variable
from porter.ptx.matching import Untranslated
from porter.ptx.statement import AsmStatement, Operand
from porter.ptx.translation import Translation
from porter.ptx.values import CONSTRAINTS, CPP_TYPES
from porter.source import SourceFile

Replacement = tuple[int, int, bytes]

_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_BLANKS = re.compile(rb"[ \t]*+")
#: A line that holds one statement: what stands before it, and behind it.
_LINE = re.compile(rb"([ \t]*+)[^\n]*?;([ \t]*+\r?\n)")
_EFFECT = re.compile(rb"\+\+|--|(?<![=!<>])=(?!=)")


def prefix_for(file: SourceFile) -> str:
    """Return a prefix of variables that no name of the file has."""
    prefix = "ptx"
    while any(re.match(prefix.encode() + rb"(?:\d|_)", name) for name in file.names):
        prefix = "porter_" + prefix
    return prefix


def rewrite(
    file: SourceFile, statement: AsmStatement, translation: Translation, prefix: str
) -> Iterator[Replacement]:
    """Yield (start, end, text) of the edits for one statement.

    Args:
        file: where the statement stands.
        statement: the statement.
        translation: what it becomes.
        prefix: the prefix that the translation was made with.

    Raises:
        Untranslated: an operand that the translation leaves out has an effect.
    """
    if translation.is_empty:
        yield _empty(file, statement, translation)
    elif translation.pieces:
        yield from _expression(file, statement, translation)
    else:
        yield from _block(file, statement, translation, prefix)


def _empty(file: SourceFile, statement: AsmStatement, translation: Translation) -> Replacement:
    """Return the edit of a statement that only opens or closes a scope of PTX."""
    text = _comments(file, statement) + _declared(file, statement, translation).rstrip(" \t\r\n\\")
    start, end = statement.start, file.next(statement.end)
    if file.code[end : end + 1] != b";":
        return start, statement.end, text.removesuffix(";").encode("latin-1")
    end += 1
    line = _LINE.match(file.data, file.line_start(start))
    if not text and line is not None and (line.end(1), line.start(2)) == (start, end):
        return line.start(), line.end(), b""
    return start, end, text.encode("latin-1")


def _declared(file: SourceFile, statement: AsmStatement, translation: Translation) -> str:
    """Return the declarations that stand before a statement, each on a line."""
    newline, margin = _line_break(file, statement)
    return "".join(line + newline + margin for line in translation.declared)


def _expression(
    file: SourceFile, statement: AsmStatement, translation: Translation
) -> Iterator[Replacement]:
    used = {piece for piece in translation.pieces if isinstance(piece, int)}
    for index, operand in enumerate(statement.operands):
        expression = file.code[operand.start : operand.end]
        if index not in used and _EFFECT.search(expression):
            raise Untranslated(f"%{index}", "has an effect, and the instruction does not use it")
    pieces = list(translation.pieces)
    for at, piece in enumerate(pieces):
        if isinstance(piece, int):
            operand = statement.operands[piece]
            before, after = pieces[at - 1] if at else "", pieces[at + 1 : at + 2]
            if _needs_parentheses(file, operand, before, after):
                pieces[at - 1 : at] = [f"{before}("]
                pieces[at + 1 : at + 2] = [f"){after[0] if after else ''}"]
    at = statement.start
    text = _comments(file, statement) + _declared(file, statement, translation)
    for piece in pieces:
        if isinstance(piece, int):
            operand = statement.operands[piece]
            yield at, operand.start, text.encode("latin-1")
            at, text = operand.end, ""
        else:
            text += piece
    text += _because(file, statement, translation)
    yield at, statement.end, text.encode("latin-1")


def _needs_parentheses(
    file: SourceFile, operand: Operand, before: str | int, after: list[str | int]
) -> bool:
    """Tell whether an expression stands next to an operator that may bind closer."""
    if re.fullmatch(rb"[\w.:\[\]]+|\([^()]*\)", file.code[operand.start : operand.end]):
        return False
    opens = isinstance(before, str) and (
        before == "" or before.rstrip().endswith(("(", "{", ",", "="))
    )
    closes = not after or (
        isinstance(after[0], str) and after[0].lstrip()[:1] in (")", "}", ",", "=")
    )
    return not (opens and closes)


def _block(
    file: SourceFile, statement: AsmStatement, translation: Translation, prefix: str
) -> Iterator[Replacement]:
    newline, margin = _line_break(file, statement)
    inner = newline + margin + "  "
    has_semicolon = file.code[statement.end : file.next(statement.end) + 1].strip() == b";"
    end = file.next(statement.end) + 1 if has_semicolon else statement.end
    opening = "[&] {" if translation.is_function else ("{" if has_semicolon else "do {")
    closing_text = "}();" if translation.is_function else ("}" if has_semicolon else "} while (0)")
    if translation.is_function and not has_semicolon:
        closing_text = "}()"
    text = _comments(file, statement) + _declared(file, statement, translation) + opening
    at = statement.start
    last: list[str] = []
    body = "\n".join(translation.lines)
    for index, operand in enumerate(statement.operands):
        local = variable(prefix, index)
        is_used = re.search(rf"\b{local}\b", body) is not None
        if not is_used and not _EFFECT.search(file.code[operand.start : operand.end]):
            continue
        kind = CPP_TYPES.get(CONSTRAINTS.get(operand.kind, ""), "int")
        if operand.kind == "n":
            kind = "constexpr auto"
        if index < statement.outputs:
            yield at, operand.start, f"{text}{inner}auto& {prefix}_out{index} = ".encode("latin-1")
            start = f"{kind}({prefix}_out{index})" if operand.is_read else "{}"
            text = f";{inner}{kind} {local} = {start}"
            last.append(_final(operand, f"{prefix}_out{index}", local, translation))
        elif operand.kind == "n":
            yield at, operand.start, f"{text}{inner}{kind} {local} = ".encode("latin-1")
            text = ""
        else:
            copied = kind if index in translation.written_inputs else f"const {kind}"
            yield at, operand.start, f"{text}{inner}{copied} {local} = {kind}(".encode("latin-1")
            text = ")"
        at = operand.end
        text += ";"
    for line in [*translation.lines, *last]:
        text += inner + line
    text += newline + margin + closing_text
    yield at, end, text.encode("latin-1")


def _final(operand: Operand, target: str, local: str, translation: Translation) -> str:
    if operand.kind != "l":
        return f"{target} = {local};"
    translation.headers.add("ptx_memory.hpp")
    return f"porter::ptx::assign({target}, {local});"


def _line_break(file: SourceFile, statement: AsmStatement) -> tuple[str, str]:
    """Return a line break, continued inside a macro, and the statement's indentation."""
    start = file.line_start(statement.start)
    blanks = _BLANKS.match(file.data, start, statement.start)
    margin = blanks.group().decode("ascii") if blanks else ""
    newline = file.newline.decode()
    if is_in_macro(file, statement.start):
        return " \\" + newline, margin
    return newline, margin


def is_in_macro(file: SourceFile, offset: int) -> bool:
    """Tell whether `offset` lies in the body of a macro."""
    directive = file.directive_at(offset)
    return directive is not None and directive.keyword == b"define"


def _comments(file: SourceFile, statement: AsmStatement) -> str:
    """Return the comments that stand between operands or template lines, which would be lost."""
    found: list[bytes] = []
    at = statement.start
    while at < statement.end:
        match = _COMMENT.search(file.data, at, statement.end)
        if match is None:
            break
        blank = not file.code[match.start() : match.end()].strip()
        in_literal = file.code[statement.start : match.start()].count(b'"') % 2 == 1
        in_operand = any(
            operand.start <= match.start() < operand.end for operand in statement.operands
        )
        if blank and not in_literal:
            if not in_operand:
                found.append(match.group())
            at = match.end()
        else:
            at = match.start() + 2
    if not found:
        return ""
    _, margin = _line_break(file, statement)
    newline = file.newline.decode()
    if is_in_macro(file, statement.start):
        newline = " \\" + newline
    return "".join(text.decode("latin-1").rstrip("\r") + newline + margin for text in found)


def _because(file: SourceFile, statement: AsmStatement, translation: Translation) -> str:
    """Return a comment that names the instructions which nothing stands for."""
    if translation.pieces != ["(void)0"] or not translation.silent:
        return ""
    named = "; ".join(f"{opcode}: {reason}" for opcode, reason in translation.silent.items())
    return f" /* {named} */"
