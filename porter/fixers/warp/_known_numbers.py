"""Numbers of threads that a file gives in figures: literals, constants, products of such."""

from __future__ import annotations

import re
from math import prod

from porter.source import SourceFile

_NUMBER = re.compile(rb"(0[xX][0-9a-fA-F]+|\d+)[uU]?[lL]{0,2}")
#: Constants that are made of constants.
_DEPTH = 4


def known_number(file: SourceFile, written: bytes, depth: int = _DEPTH) -> int | None:
    """Return the value of a number, of a constant, or of a product of such; else None."""
    if match := _NUMBER.fullmatch(written):
        digits = match[1].lower()
        return int(digits, 16 if digits.startswith(b"0x") else 10)
    if depth == 0:
        return None
    if b"*" in written:
        parts = [known_number(file, part.strip(), depth - 1) for part in written.split(b"*")]
        known = [part for part in parts if part is not None]
        return prod(known) if len(known) == len(parts) else None
    if not re.fullmatch(rb"[A-Za-z_]\w*", written) or _is_parameter(file, written):
        return None
    values = re.findall(
        rb"(?:#[ \t]*define[ \t]+" + written + rb"[ \t]+([^\r\n]+)"
        rb"|\b(?:const|constexpr)\b[^;(){}=]*(?:=[^;(){}]*,[ \t]*)?\b"
        + written
        + rb"[ \t]*=[ \t]*([^;,]+)[;,])",
        file.code,
    )
    if len(values) != 1:  # nowhere, or by condition, or in several scopes
        return None
    return known_number(file, (values[0][0] or values[0][1]).strip().strip(b"()"), depth - 1)


def _is_parameter(file: SourceFile, name: bytes) -> bool:
    """Tell whether a template somewhere in the file has a parameter of that name."""
    found = re.search(
        rb"\btemplate[ \t\r\n]*+<[^;(){}]*\b" + name + rb"\b[ \t\r\n]*[,>=]", file.code
    )
    return found is not None
