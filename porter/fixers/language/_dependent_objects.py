"""Member templates that are called on objects whose type is a parameter of a template."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain

from porter.source import SourceFile
from porter.source.text.brackets import template_arguments_end
from porter.source.text.runs import word_start

#: Members that arguments of a template may follow, and what these may be.
_MEMBERS_OF = (
    re.compile(rb"->\s*+(?P<member>[A-Za-z_]\w*+)\s*+(?=<)"),
    re.compile(rb"\.\s*+(?P<member>[A-Za-z_]\w*+)\s*+(?=<)"),
)
_ARGUMENTS = re.compile(rb"<[\w\s:,<>*&]++(?<=>)")
_OBJECT = (
    rb"(?<![\w:.>])(?:%b)(?:\s++const(?!\w))?+(?:\s*+[*&])*+\s*+(?<!\w)(%b)(?!\w)"
    rb"\s*+(?=[,)=;])"
)
#: In front of what is no object, but a member of one or behind an expression.
_NO_OBJECT = (b".", b">", b")", b"]")


def member_calls(file: SourceFile) -> Iterator[tuple[bytes, int]]:
    """Yield the object, and the member's offset, of each call with arguments of a template."""
    for match in chain.from_iterable(one.finditer(file.code) for one in _MEMBERS_OF):
        name_end = file.previous(match.start()) + 1
        name_start = word_start(file.code, name_end)
        name = file.code[name_start:name_end]
        is_object = name and not name[:1].isdigit()
        if not is_object or file.code.endswith(_NO_OBJECT, 0, name_start):
            continue
        end = arguments_end(file, match.end())
        is_called = end and file.code.startswith(b"(", file.next(end))
        if is_called and _ARGUMENTS.fullmatch(file.code, match.end(), end):
            yield name, match.start("member")


def on_parameters(
    file: SourceFile, calls: Collection[tuple[bytes, int]], parameters: Collection[bytes]
) -> Iterator[int]:
    """Yield where the word belongs in calls on objects that a parameter of a template types."""
    if not calls or not parameters:
        return
    objects = b"|".join(sorted({name for name, _ in calls}))
    declared = re.compile(_OBJECT % (b"|".join(sorted(parameters)), objects))
    found = set(declared.findall(file.code))
    yield from (place for name, place in calls if name in found)


def arguments_end(file: SourceFile, opening: int) -> int:
    """Return the offset behind arguments of a template; 0 where there are none."""
    if file.code[opening : opening + 1] != b"<":
        return 0
    return template_arguments_end(file.code, opening) or 0
