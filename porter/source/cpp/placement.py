"""The place of a new `#include`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source.file import SourceFile
from porter.source.preprocessor.directives import CONDITIONS, Directive, IncludeDirective
from porter.source.preprocessor.include_guard import include_guard
from porter.source.text import lexer

_BLANK_LINES = re.compile(rb"(?:[ \t]*\r?\n)*")
_BRACE = re.compile(rb"[{}]")


def include_offset(file: SourceFile) -> int:
    """Return the offset of the line before which a new `#include` belongs.

    That is the first inclusion that no condition guards (the file's own include guard does not
    count) and that stands in no braces and behind no function, which may need what is included;
    without one, the first line behind the guard, `#pragma once` or the leading comment.
    """
    directive = next(_unguarded_inclusions(file, frozenset()), None)
    if directive is not None:
        start = _line_start(file, directive.start)
        if start is not None and not in_braces(file.code, start):
            return top_offset(file) if _is_behind_a_function(file, start) else start
    return top_offset(file)


def top_offset(file: SourceFile) -> int:
    """Return the offset of the first line behind the include guard or the leading comment."""
    return _behind_preamble(file, include_guard(file.code, file.directives))


def includes_of_hip(file: SourceFile) -> Iterator[IncludeDirective]:
    """Yield the inclusions that HIP's compiler always sees, those under `#ifdef USE_ROCM` too."""
    branches = frozenset(start for start, _ in file.dual.hip)
    spans = iter(_unguarded_inclusions(file, branches))
    span = next(spans, None)
    for include in file.includes:
        while span is not None and span.end <= include.start:
            span = next(spans, None)
        if span is not None and span.start <= include.start:
            yield include


def _unguarded_inclusions(file: SourceFile, open_branches: frozenset[int]) -> Iterator[Directive]:
    """Yield the inclusions under no condition, but for branches that start at these places."""
    guard = include_guard(file.code, file.directives)
    conditions: list[bool] = []
    for directive in file.directives:
        if directive.keyword in CONDITIONS:
            conditions.append(directive is not guard and directive.end not in open_branches)
        elif directive.keyword == b"endif":
            if conditions:
                conditions.pop()
        elif directive.keyword.startswith(b"el"):
            if conditions and open_branches:
                conditions[-1] = directive.end not in open_branches
        elif directive.keyword == b"include" and not any(conditions):
            yield directive


def in_braces(code: bytes, offset: int) -> bool:
    """Tell whether more braces open than close before `offset`."""
    depth = 0
    for match in _BRACE.finditer(code, 0, offset):
        depth += 1 if match.group() == b"{" else -1
    return depth > 0


def _is_behind_a_function(file: SourceFile, offset: int) -> bool:
    """Tell whether a body of a function, or what looks like one, stands before `offset`."""
    for match in _BRACE.finditer(file.code, 0, offset):
        before = file.previous(match.start())
        if match.group() == b"{" and file.code[before : before + 1] == b")":
            directive = file.directive_at(match.start())
            if directive is None:
                return True
    return False


def _behind_preamble(file: SourceFile, guard: Directive | None) -> int:
    directives = file.directives
    if guard is not None:
        return next_line(file, directives[directives.index(guard) + 1].end)
    for directive in directives[:1]:
        if (
            directive.keyword == b"pragma"
            and b"once" in file.code[directive.body_start : directive.end]
        ):
            return next_line(file, directive.end)
    top = _top(file)
    if file.data.startswith((b"/*", b"//"), top):
        start = _line_start(file, file.next(top))
        return top if start is None else start
    match = _BLANK_LINES.match(file.data, top)
    return match.end() if match else top


def _line_start(file: SourceFile, offset: int) -> int | None:
    """Return where the line of `offset` starts, None when a comment reaches into it."""
    line = max(file.data.rfind(b"\n", 0, offset) + 1, _top(file))
    for start, end in lexer.comment_and_literal_spans(file.data, file.language):
        if start >= line:
            break
        if end > line:
            return None
    return line


def next_line(file: SourceFile, offset: int) -> int:
    """Return where the first line behind `offset` starts that no comment reaches into."""
    line_end = file.data.find(b"\n", offset)
    for start, end in lexer.comment_and_literal_spans(file.data, file.language):
        if line_end < 0 or start > line_end:
            break
        if end > line_end + 1:
            line_end = file.data.find(b"\n", end)
    return len(file.data) if line_end < 0 else line_end + 1


def _top(file: SourceFile) -> int:
    return 3 if file.data.startswith(b"\xef\xbb\xbf") else 0
