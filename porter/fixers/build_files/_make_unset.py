"""Macros and folders that are the value of a variable which no Makefile sets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.build_files._make import changeable, reading
from porter.source import SourceFile
from porter.source.build_files.make_flow import loops
from porter.source.build_files.makefile import Kind
from porter.source.text.spans import Span

#: A number or a word; what stands in quotes may be empty. A folder is the next word where it is.
_GIVEN = re.compile(
    rb"(?<![^\s=\"',])(?P<option>-D(?P<macro>\w++)=|-[IL])\$[({](?P<name>[A-Za-z_]\w*+)[)}](?!\S)"
)
#: What make itself sets, and every shell.
_ALWAYS_SET = frozenset(
    b"CURDIR MAKE MAKELEVEL MAKEFLAGS MAKECMDGOALS MAKEFILE_LIST HOME PATH PWD SHELL USER LOGNAME"
    b" HOSTNAME OSTYPE MACHTYPE HOSTTYPE".split()
)


class Unset(NamedTuple):
    """A macro or a folder that is a variable which nobody sets.

    Attributes:
        span: where it stands.
        name: the variable.
        option: of a folder, `-I` or `-L`; empty of a macro.
    """

    span: Span
    name: str
    option: str


def unset_variables(file: SourceFile) -> Iterator[Unset]:
    """Yield the macros and folders that are a variable which nobody sets.

    What a conditional asks for may be left out, and is not named.

    Args:
        file: a Makefile.
    """
    if not _GIVEN.search(file.data) or reading(file).unfollowed:
        return
    flow = reading(file).flow
    mentioned = b"\n".join(
        one.line.text for one in flow.lines if one.line.kind is Kind.CONDITIONAL
    ) + b"\n".join(loop.variable for one in flow.lines for loop in loops(one.line.text))
    known = _ALWAYS_SET | {one.line.definition for one in flow.lines}
    known |= frozenset(re.findall(rb"\w+", mentioned))
    for line in changeable(file):
        if line.kind not in (Kind.RECIPE, Kind.ASSIGNMENT):
            continue
        for match in _GIVEN.finditer(line.text):
            if match["name"] not in known and not flow.assignments(match["name"]):
                start = line.text_start + match.start()
                option = "" if match["macro"] else match["option"].decode()
                yield Unset((start, start + len(match.group())), match["name"].decode(), option)
