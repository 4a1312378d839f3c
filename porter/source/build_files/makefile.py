"""The logical lines of a Makefile, with their places in the file.

Source: GNU make's manual, "Makefile Contents", "Splitting Long Lines", "Conditional Syntax".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from porter.source.build_files.branches import Chain
from porter.source.text.spans import Span

_LINE = re.compile(rb"(?:[^\n\\]++|\\(?:\r?\n)?)*+\n?")
#: A reference, with one within it; its colons and signs are none of the line's.
_REFERENCE = rb"\$\((?:[^()\n]++|\([^()\n]*+\))*+\)|\$\{(?:[^{}\n]++|\{[^{}\n]*+\})*+\}"
_MODIFIERS = rb"(?:(?:export|override|private)[ \t]++(?![:?+!]*+=))*+"
_ASSIGNMENT = re.compile(
    rb"[ \t]*+%b(?P<target>(?:%b|[^\n:=#$]++|\$(?![({]))++:(?!:?=)[ \t]*+)?%b"
    rb"(?P<name>[\w.-]++)[ \t]*+(?P<operator>:{1,3}=|\?=|\+=|!=|=)[ \t]*+(?P<value>.*)"
    % (_MODIFIERS, _REFERENCE, _MODIFIERS),
    re.DOTALL,
)
_CONDITIONAL = re.compile(
    rb"[ \t]*(?P<word>else[ \t]+if\w+|ifn?eq|ifn?def|else|endif)\b(?P<rest>.*)", re.DOTALL
)
_DEFINE = re.compile(
    rb"[ \t]*+(?:(?:export|override)[ \t]++)*+define[ \t]++([\w.-]++)[ \t]*+(?:[:?+!]?=[ \t]*+)?"
)
_REFERENCES = re.compile(_REFERENCE)
#: Lines that are no rule, whatever they hold.
_DIRECTIVE = re.compile(rb"[ \t]*+(?:[-s]?include|vpath|(?:un)?export|undefine)(?![^ \t])")
_RULE = re.compile(rb"[^\s=][^=]*:(?!=)")
_COMMENT = re.compile(rb"(?<!\\)#.*", re.DOTALL)
_INCLUDE = re.compile(rb"[ \t]*+[-s]?include[ \t]++(.+)", re.DOTALL)


class Kind(Enum):
    """What a logical line is."""

    ASSIGNMENT = "assignment"
    RECIPE = "recipe"
    CONDITIONAL = "conditional"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Line:
    """One logical line, continuations included.

    Attributes:
        kind: what it is.
        start: offset of its first byte.
        text_start: offset of what matters: the value of an assignment, a recipe behind its tab.
        text: what matters, without a comment and the line end.
        name: the variable of an assignment, the word of a conditional.
        operator: the sign of an assignment: `=`, `:=`, `?=` and so on.
        definition: the variable whose `define` the line is a part of.
        target: the targets, with their colon, that an assignment is for alone.
    """

    kind: Kind
    start: int
    text_start: int
    text: bytes
    name: bytes = b""
    operator: bytes = b""
    definition: bytes = b""
    target: bytes = b""

    @property
    def text_span(self) -> Span:
        """Where `text` stands."""
        return self.text_start, self.text_start + len(self.text)


def lines(data: bytes) -> Iterator[Line]:
    """Yield the logical lines of a Makefile that are not empty."""
    definition = b""
    in_rule = False  # elsewhere a tab is a blank like any other
    for match in _LINE.finditer(data):
        raw = match.group().rstrip(b"\r\n")
        start = match.start()
        if raw.startswith(b"\t") and (in_rule or definition):
            yield Line(Kind.RECIPE, start, start + 1, raw[1:], definition=definition)
            continue
        code = _COMMENT.sub(b"", raw)
        if not code.strip():
            continue
        if found := _DEFINE.fullmatch(code):
            definition = found[1]
        elif code.strip() == b"endef":
            definition = b""
        elif found := _CONDITIONAL.fullmatch(code):
            yield Line(
                Kind.CONDITIONAL, start, start + found.start("rest"), found["rest"], found["word"]
            )
        elif found := _ASSIGNMENT.fullmatch(code):
            value = start + found.start("value")
            in_rule = False
            yield Line(
                Kind.ASSIGNMENT,
                start,
                value,
                found["value"],
                found["name"],
                found["operator"],
                definition,
                found["target"] or b"",
            )
        else:
            # What a definition holds and is no rule is a command, or a part of one.
            is_command = definition and not _RULE.match(code)
            kind = Kind.RECIPE if is_command else Kind.OTHER
            in_rule = b":" in _REFERENCES.sub(b"", code) and not _DIRECTIVE.match(code)
            yield Line(kind, start, start, code, definition=definition)


def included(line: Line) -> bytes:
    """Return what a line includes, as it is written; empty when it includes nothing."""
    match = _INCLUDE.fullmatch(line.text) if line.kind is Kind.OTHER else None
    return b"" if match is None else match[1]


def make_chains(data: bytes) -> list[Chain]:
    """Return the conditionals of a Makefile."""
    found: list[Chain] = []
    inside: list[Chain] = []
    for line in lines(data):
        if line.kind is not Kind.CONDITIONAL:
            continue
        end = line.text_span[1]
        condition = line.name + line.text
        if line.name.startswith(b"if"):
            inside.append(Chain())
            found.append(inside[-1])
            inside[-1].open(condition, end)
        elif inside and line.name == b"endif":
            inside.pop().close(line.start)
        elif inside:
            inside[-1].close(line.start)
            inside[-1].open(b"" if line.name == b"else" else condition, end)
    return found
