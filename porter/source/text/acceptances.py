"""Findings that a person has accepted, by a comment beside them: `porter: accept RULE reason`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from porter.rule_ids import current
from porter.source.text.edits import Finding
from porter.source.text.languages import Language
from porter.source.text.lexer import comment_and_literal_spans

_MARK = b"porter: accept"
_FORM = re.compile(_MARK + rb"\b[ \t]*([A-Za-z]+[0-9]+)?[ \t:,-]*([^\r\n]*)")
_COMMENT = (b"//", b"/*", b"#")


class Acceptance(NamedTuple):
    """A comment that accepts a finding.

    Attributes:
        rule: id of the rule whose finding it accepts; empty where the comment names none.
        reason: why; may be empty, and then it accepts nothing.
        start: byte offset of its first word.
        end: byte offset behind its last.
        line: 0-based line that it is about; -1 where no code follows it.
        is_ahead: no code stands before it, so that it is about the file, too.
    """

    rule: str
    reason: str
    start: int
    end: int
    line: int
    is_ahead: bool


class Accepted(NamedTuple):
    """A finding that a person has accepted, and why."""

    finding: Finding
    reason: str


def acceptances(data: bytes, language: Language) -> Iterator[Acceptance]:
    """Yield what the comments of a file accept, in order.

    A comment behind code is about its line, one without about the next line that has code.

    Args:
        data: the bytes of the file.
        language: whose comments are meant.
    """
    if _MARK not in data:
        return
    comments, code = _comments_and_code(data, language)
    starts = [0, *(match.end() for match in re.finditer(rb"\n", data))]
    coded = sorted({bisect_right(starts, match.start()) - 1 for match in _LINE.finditer(code)})
    for start, end in comments:
        for found in _FORM.finditer(data, start, end):
            line = bisect_right(starts, found.start()) - 1
            after = bisect_right(coded, line - 1)
            about = coded[after] if after < len(coded) else -1
            rule = current((found[1] or b"").decode().upper())
            reason = found[2].decode("utf-8", "backslashreplace").removesuffix("*/").strip()
            stop = found.start() + len(found[0].rstrip())
            yield Acceptance(rule, reason, found.start(), stop, about, after == 0)


#: The first word of each line of code.
_LINE = re.compile(rb"^[^\S\n]*+(?=\S)", re.MULTILINE)


def _comments_and_code(data: bytes, language: Language) -> tuple[list[tuple[int, int]], bytes]:
    """Return the spans of comments, and the bytes with these blanked."""
    code = bytearray(data)
    comments = []
    for start, end in comment_and_literal_spans(data, language):
        if data.startswith(_COMMENT, start):
            comments.append((start, end))
            code[start:end] = re.sub(rb"[^\n]", b" ", data[start:end])
    return comments, bytes(code)
