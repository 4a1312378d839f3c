"""Where the definition of a function begins and ends, in lines that can be guarded whole."""

from __future__ import annotations

import re

from porter.source import SourceFile

_LINE_END = re.compile(rb"[ \t\r\f\v;]*\n")


def head(file: SourceFile, start: int) -> int:
    """Return where the declaration that holds `start` begins."""
    at = file.statement_start(start)
    for directive in file.directives_from(at):
        if directive.end > start:
            break
        at = directive.end
    return file.next(at)


def whole_lines(file: SourceFile, start: int, end: int) -> tuple[int, int] | None:
    """Return the lines of a definition, None when it shares them or lies in a macro."""
    before = file.previous(start) + 1
    first = file.code.rfind(b"\n", before, start) + 1
    behind = _LINE_END.match(file.code, end)
    if behind is None or (first == 0 and before > 0) or file.directive_at(start) is not None:
        return None
    return first, behind.end()
