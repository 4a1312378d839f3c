"""What a file asks of CUTLASS's known names that their counterparts do not have.

Types that Composable Kernel does not multiply, members of products and macros would be errors of
the compiler, in templates far from the line that asks. Types and products are followed through the
file's own aliases; a type that the file does not say, such as a template's parameter, is not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.api._cutlass_names import (
    ABSENT_MACROS,
    DEVICE_MEMBERS,
    DEVICES,
    IN_FLOAT,
    MULTIPLIED,
    OBJECT_MEMBERS,
    RESULTS,
    TYPES,
    WHOLE,
)
from porter.source import SourceFile
from porter.source.text.brackets import split_arguments, template_arguments_end
from porter.source.text.spans import Span

_ALIAS = re.compile(
    rb"\busing\s++(?P<name>\w++)\s*+=\s*+(?:typename\s++)?(?P<text>[^;{}]{1,4000}+);"
    rb"|\btypedef\s++(?P<old>[^;{}]{1,4000}?)\s++(?P<new>\w++)\s*+;"
)
_MACRO = re.compile(rb"\bCUTLASS_\w++")
_ELEMENTS = (
    "Composable Kernel multiplies half_t, bfloat16_t, float and int8_t, one of them at a time"
)
_IN_FLOAT = "let the epilogue compute in float"
_OWN_KERNEL = "leave it out: Composable Kernel has a kernel of its own"
_MACRO_HINT = "leave it out, or define it"
#: How many aliases stand behind one another at most.
_DEPTH = 8


class Limit(NamedTuple):
    """What has no counterpart, where it is asked for, and what to do."""

    span: Span
    what: str
    hint: str


def limits(file: SourceFile, names: list[tuple[Span, bytes]]) -> Iterator[Limit]:
    """Yield what of a file's uses of known names has no counterpart.

    Args:
        file: the file.
        names: its qualified names of CUTLASS, with their places.
    """
    aliases = _aliases(file.code)
    for span, name in names:
        if name in DEVICES:
            yield from _of_product(file.code, span, aliases)
        elif name in IN_FLOAT:
            types = _arguments(file.code, span[1], aliases)
            if len(types) > 3 and types[3] in WHOLE:
                yield Limit(span, f"{_last(name)} of whole numbers", _IN_FLOAT)
    for alias in sorted(one for one in aliases if _stands_for(one, aliases)):
        yield from _members(file, alias)
    for match in _MACRO.finditer(file.code):
        if match[0] in ABSENT_MACROS and file.directive_at(match.start()) is None:
            yield Limit(match.span(), f"the macro {match[0].decode()}", _MACRO_HINT)


def _of_product(code: bytes, span: Span, aliases: dict[bytes, bytes]) -> Iterator[Limit]:
    types = _arguments(code, span[1], aliases)
    if len(types) < 5:
        return
    first, second, result = types[0], types[2], types[4]
    factors = [one for one in (first, second) if one]
    if wrong := [one for one in factors if one not in MULTIPLIED]:
        yield Limit(span, f"a product of {wrong[0].decode()}", _ELEMENTS)
    elif len(set(factors)) > 1:
        yield Limit(span, f"a product of {first.decode()} and {second.decode()}", _ELEMENTS)
    elif result and result not in RESULTS:
        yield Limit(span, f"a product with results of {result.decode()}", _ELEMENTS)


def _arguments(code: bytes, behind: int, aliases: dict[bytes, bytes]) -> list[bytes]:
    """Return the types of template arguments behind a name; empty where the file does not say."""
    start = behind + len(code[behind : behind + 200]) - len(code[behind : behind + 200].lstrip())
    if code[start : start + 1] != b"<" or (end := template_arguments_end(code, start)) is None:
        return []
    return [_type(code[a:b], aliases) for a, b in split_arguments(code, start + 1, end - 1)]


def _type(text: bytes, aliases: dict[bytes, bytes]) -> bytes:
    """Return the name of an arithmetic type, b"" for what is none."""
    for _ in range(_DEPTH):
        text = b" ".join(text.split())
        if text in TYPES:
            return TYPES[text]
        if text not in aliases:
            break
        text = aliases[text]
    return b""


def _aliases(code: bytes) -> dict[bytes, bytes]:
    """Return what names of types stand for, those that stand for one thing alone."""
    found: dict[bytes, bytes] = {}
    for match in _ALIAS.finditer(code):
        name, text = match["name"] or match["new"], match["text"] or match["old"]
        text = text.strip()
        found[name] = text if found.get(name, text) == text else b""
    return found


def _stands_for(alias: bytes, aliases: dict[bytes, bytes]) -> bool:
    """Tell whether an alias is a device-wide product."""
    text = alias
    for _ in range(_DEPTH):
        head, bracket, _ = text.partition(b"<")
        if bracket:
            return re.sub(rb"\s", b"", head).removeprefix(b"::") in DEVICES and b">::" not in text
        if text not in aliases:
            return False
        text = aliases[text]
    return False


def _members(file: SourceFile, alias: bytes) -> Iterator[Limit]:
    """Yield members of a product, and of the objects that are declared with it."""
    name = re.escape(alias)
    for match in re.finditer(rb"\b%s\s*+::\s*+(\w++)" % name, file.code):
        if match[1] not in DEVICE_MEMBERS:
            yield Limit(match.span(1), f"{alias.decode()}::{match[1].decode()}", _OWN_KERNEL)
    objects = {one[1] for one in re.finditer(rb"\b%s\s++(\w++)\s*+[;({=]" % name, file.code)}
    for one in sorted(objects):
        for match in re.finditer(rb"(?<![\w.>])%s\s*+\.\s*+(\w++)" % re.escape(one), file.code):
            if match[1] not in OBJECT_MEMBERS:
                yield Limit(match.span(1), f"{one.decode()}.{match[1].decode()}", _OWN_KERNEL)


def _last(name: bytes) -> str:
    return name.rpartition(b"::")[2].decode()
