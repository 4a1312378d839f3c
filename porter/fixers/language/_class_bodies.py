"""What classes declare between their braces, without a parse tree."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from porter.fixers.language._signatures import parameter_types
from porter.source.text.brackets import closing
from porter.source.text.spans import Span

#: What declarations may begin with: labels, and the words of a template.
_BEFORE = re.compile(
    rb"\s*+(?:(?:public|protected|private)\s*+:(?!:)\s*+)*+"
    rb"(?:template\s*+<[^<>;{}]*+(?:<[^<>;{}]*+>[^<>;{}]*+)*+>\s*+)*+"
)
_CLASS = re.compile(rb"\b(?:class|struct)\s++(?P<name>[A-Za-z_]\w*+)\b[^;{}()]{0,400}+\{")
#: The name at the first parenthesis of a declaration.
_NAME = re.compile(
    rb"(?P<name>operator\s*+(?:\(\)|\[\]|[-+*/%^&|~!=<>,]{1,3}+)|~?+[A-Za-z_]\w*+)\s*+(?=\()"
)
#: A macro's use that no semicolon ends, in front of a declaration.
_MACRO_CALL = re.compile(rb"[A-Z][A-Z0-9_]++\(")
_DIRECTIVE = re.compile(rb"(?m)^[ \t]*+#(?:[^\n\\]|\\\r?\n?)*+")


class DeclaredMember(NamedTuple):
    """A member function in its class.

    Attributes:
        start: where its declaration begins, behind labels and the words of a template.
        name: where its name stands.
        types: those of its parameters.
    """

    start: int
    name: int
    types: tuple[bytes, ...]


Declared = dict[bytes, list[DeclaredMember]]


def class_bodies(code: bytes, owners: Collection[bytes]) -> dict[bytes, list[Span]]:
    """Return the braces of each class of these names.

    Args:
        code: masked code.
        owners: the classes.
    """
    found: dict[bytes, list[Span]] = {}
    for match in _CLASS.finditer(code):
        if match["name"] in owners and (end := closing(code, match.end() - 1)) is not None:
            found.setdefault(match["name"], []).append((match.end() - 1, end))
    return found


def declared_members(code: bytes, owners: Collection[bytes]) -> dict[bytes, Declared]:
    """Return the declarations of members by class and name, of classes that are there once.

    Args:
        code: masked code.
        owners: the classes.
    """
    bodies = class_bodies(code, owners)
    once = {owner: spans[0] for owner, spans in bodies.items() if len(spans) == 1}
    return {owner: declared_between(code, *span) for owner, span in once.items()}


def shallow(code: bytes, start: int, end: int) -> bytes:
    """Return what stands between braces, with blanks for the inside of inner ones.

    A brace that opens becomes a semicolon, since what stands before it is ended; directives are
    blanks, too.

    Args:
        code: masked code.
        start: offset of the brace that opens.
        end: offset of the one that closes.
    """
    parts, at = [b";"], start + 1
    for _, inner, stop in inner_braces(code, start, end):
        parts += [code[at:inner], b";" + b" " * (stop - inner - 1) + b";"]
        at = stop + 1
    parts.append(code[at:end])
    return _DIRECTIVE.sub(lambda one: b" " * len(one.group()), b"".join(parts))


def inner_braces(code: bytes, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Yield the outermost braces between those of a class, and where what has them begins.

    Args:
        code: masked code.
        start: offset of the brace that opens the class.
        end: offset of the one that closes it.
    """
    at = start + 1
    while (inner := code.find(b"{", at, end)) >= 0:
        stop = closing(code, inner)
        if stop is None or stop > end:
            return
        yield max(at, code.rfind(b";", at, inner) + 1), inner, stop
        at = stop + 1


def declared_between(code: bytes, start: int, end: int) -> Declared:
    """Return the functions that a class or a namespace between these braces declares by name."""
    text = shallow(code, start, end)
    found: Declared = {}
    first = 1
    while first < len(text):
        last = text.find(b";", first)
        last = last if last >= 0 else len(text)
        before = _BEFORE.match(text, first, last)
        at = before.end() if before is not None else first
        while (call := _MACRO_CALL.match(text, at, last)) and (
            (stop := closing(text, call.end() - 1)) is not None
            and (behind := _BEFORE.match(text, stop + 1, last)) is not None
            and text[behind.end() : last].strip()
        ):
            at = behind.end()
        one = _NAME.search(text, at, last)
        if one is not None and (stop := closing(text, one.end())) is not None:
            name = b"".join(one["name"].split())
            types = parameter_types(text, one.end(), stop)
            member = DeclaredMember(start + at, start + one.start(), types)
            found.setdefault(name, []).append(member)
        first = last + 1
    return found
