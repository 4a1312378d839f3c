"""Where a Makefile names libraries that it puts -l in front of, without running make.

`LIBS += GL cudart` with `$(addprefix -l,$(LIBS))`, `$(LIBS:%=-l%)`, `$(patsubst %,-l%,$(LIBS))` or
`$(foreach one,$(LIBS),-l$(one))`. Source: GNU make's manual, "Functions for File Names",
"Functions for Transforming Text", "The foreach Function".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source.build_files.make_flow import MakeFlow, loops, references
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.spans import Span

_LIST = rb"(?P<list>(?:[^()$]++|\$[({][^()${}]*+[)}])++)"
_PREFIXED = (
    re.compile(rb"\$[({]addprefix[ \t]++-l[ \t]*+,%b" % _LIST),
    re.compile(rb"\$[({]patsubst[ \t]++%%[ \t]*+,[ \t]*+-l%%[ \t]*+,%b" % _LIST),
)
_SUBSTITUTED = re.compile(rb"\$[({](?P<name>[\w.-]+):(?:%=-l%|=-l)[)}]")
_WORD = re.compile(rb"(?<![^\s])[A-Za-z]\w*+(?![^\s])")


def variables_of_libraries(flow: MakeFlow) -> frozenset[bytes]:
    """Return the variables that hold names of libraries, without -l."""
    found = {name for placed in flow.lines for name in _named_in(placed.line.text)}
    left = list(found)
    while left:
        for placed in flow.assignments(left.pop()):
            for name in references(placed.line.text):
                if name not in found and flow.assignments(name):
                    found.add(name)
                    left.append(name)
    return frozenset(found)


def library_names(line: Line, variables: frozenset[bytes]) -> Iterator[Span]:
    """Yield where a line names libraries, offsets in its text.

    Args:
        line: any line.
        variables: what `variables_of_libraries` found.
    """
    spans = list(_lists(line.text))
    if line.kind is Kind.ASSIGNMENT and line.name in variables:
        spans = [(0, len(line.text))]
    for start, end in spans:
        yield from (match.span() for match in _WORD.finditer(line.text, start, end))


def _named_in(text: bytes) -> Iterator[bytes]:
    """Yield the variables that a text puts -l in front of."""
    for start, end in _lists(text):
        yield from references(text[start:end])
    yield from (match["name"] for match in _SUBSTITUTED.finditer(text))


def _lists(text: bytes) -> Iterator[Span]:
    """Yield the lists of a text that make puts -l in front of, word by word."""
    for pattern in _PREFIXED:
        yield from (match.span("list") for match in pattern.finditer(text))
    for loop in loops(text):
        word = re.compile(rb",\s*+-l\$[({]%b[)}]\s*+" % re.escape(loop.variable))
        if word.fullmatch(text, loop.end, loop.body_end):
            yield loop.start, loop.end
