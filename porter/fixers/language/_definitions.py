"""Where the definition of a function begins and ends, in lines that can be guarded whole."""

from __future__ import annotations

from porter.source import SourceFile
from porter.source.functions import head_of


def head(file: SourceFile, start: int) -> int:
    """Return where the declaration that holds `start` begins."""
    at = head_of(file, start)
    for directive in file.directives_from(at):
        if directive.end > start:
            break
        at = directive.end
    return file.next(at)


def whole_lines(file: SourceFile, start: int, end: int) -> tuple[int, int] | None:
    """Return the lines of a definition, None when it shares them or lies in a macro."""
    first = file.code.rfind(b"\n", 0, start) + 1
    last = file.code.find(b"\n", end)
    last = len(file.code) if last < 0 else last + 1
    alone = not file.code[first:start].strip() and not file.code[end:last].strip(b" \t\r\n;")
    in_macro = file.directive_at(start) is not None
    return (first, last) if alone and not in_macro and file.data[last - 1 : last] == b"\n" else None
