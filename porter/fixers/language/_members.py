"""Members of classes that are defined outside of them: `Type Owner::name(…) { … }`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.language._definitions import head
from porter.fixers.language._signatures import parameter_types
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.runs import word_start

#: Behind the owner in `Type Owner::name(`, `Owner::Owner(` or `Type Owner::operator+=(`.
_MEMBER = re.compile(
    rb"::(?P<name>operator\s*+(?:\(\)|\[\]|[-+*/%^&|~!=<>,]{1,3}+)|~?+[A-Za-z_]\w*+)\s*+(?=\()"
)
#: What may not stand in front of the owner, and what shows, in its line, that it is called.
_NO_OWNER = (b":", b".", b">", b"~")
_CALLED = b"=(!?[|+-/%^"
#: The arguments of an owner that is a template, and what such a definition begins with.
_ARGUMENTS = re.compile(rb"<[^<>;{}()]*+>\Z")
_MOST_ARGUMENTS = 200
_TEMPLATES = re.compile(rb"(?:template\s*+<[^<>;{}]*+(?:<[^<>;{}]*+>[^<>;{}]*+)*+>\s*+)*+")
#: What may stand between its parameters and its body.
_BEHIND = re.compile(rb"\s*+(?:const\b|noexcept\b|\s)*+(?:\{|:(?!:))")


class NamedMember(NamedTuple):
    """A member that is named by its owner, with parentheses behind it.

    Attributes:
        start: where the owner stands.
        owner: the class, without arguments of a template.
        name: the member.
        opening: where the parameters open.
    """

    start: int
    owner: bytes
    name: bytes
    opening: int


def named_members(file: SourceFile) -> Iterator[NamedMember]:
    """Yield what may be a member that is defined outside of its class; most calls are left out."""
    code = file.code
    for match in _MEMBER.finditer(code):
        end_of_owner = _owner_end(code, match.start())
        start = word_start(code, end_of_owner)
        owner = code[start:end_of_owner]
        if not owner or owner[:1].isdigit() or code.endswith(_NO_OWNER, 0, start):
            continue
        before = file.previous(start)
        is_called = before >= 0 and code[before] in _CALLED and b"\n" not in code[before:start]
        if not is_called:
            yield NamedMember(start, owner, match["name"], match.end())


def member_types(file: SourceFile, member: NamedMember) -> tuple[bytes, ...]:
    """Return the types of a member's parameters; see `parameter_types`."""
    end = closing(file.code, member.opening)
    return parameter_types(file.code, member.opening, end) if end is not None else ()


def member_body(file: SourceFile, member: NamedMember) -> int | None:
    """Return where what a member is defined by begins, its body or initializers.

    None of a declaration, of a call, and of what stands in a macro.
    """
    end = closing(file.code, member.opening)
    behind = _BEHIND.match(file.code, end + 1) if end is not None else None
    if behind is None or file.directive_at(member.start) is not None:
        return None
    return behind.end() - 1


def behind_templates(file: SourceFile, start: int) -> int:
    """Return where the declaration that holds `start` begins, behind the words of a template."""
    at = head(file, start)
    templates = _TEMPLATES.match(file.code, at, start)
    return templates.end() if templates else at


def _owner_end(code: bytes, end: int) -> int:
    """Return where the name of an owner ends, in front of the arguments of a template."""
    first = max(0, end - _MOST_ARGUMENTS)
    arguments = _ARGUMENTS.search(code[first:end]) if code.endswith(b">", first, end) else None
    return first + arguments.start() if arguments else end
