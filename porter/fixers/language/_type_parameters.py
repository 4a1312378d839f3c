"""Where in a file the type parameters of a template are known."""

from __future__ import annotations

import re

from porter.source import SourceFile
from porter.source.text.brackets import closing, template_arguments_end
from porter.source.text.spans import Span

_TYPE_PARAMETER = re.compile(rb"\b(?:typename|class)\s++([A-Za-z_]\w*+)\s*+(?=[,>=])")
#: What a template declares, up to its body; a declaration alone has none.
_HEAD = re.compile(rb"[^;{}]*+(?=\{)")


def type_parameters(file: SourceFile, least: int = 1) -> dict[bytes, list[Span]]:
    """Return where each type parameter of a template with a body is known.

    Args:
        file: the file.
        least: how many such parameters a template has at least.
    """
    found: dict[bytes, list[Span]] = {}
    for start in file.occurrences(b"template"):
        opening = file.next(start + len(b"template"))
        if not file.code.startswith(b"<", opening):
            continue
        end = template_arguments_end(file.code, opening) or opening
        names = _TYPE_PARAMETER.findall(file.code, opening, end)
        head = _HEAD.match(file.code, end) if len(names) >= least else None
        last = closing(file.code, head.end()) if head else None
        if last is not None:
            for name in names:
                found.setdefault(name, []).append((start, last))
    return found
