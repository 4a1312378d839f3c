"""Macros that have to be defined before a library's header is included."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from porter.fixers import Context, Rule
from porter.source import Edit, SourceFile


def defined_in_front(
    rule: Rule, file: SourceFile, context: Context, macro: bytes, headers: Collection[bytes]
) -> Iterator[Edit]:
    """Yield the definition of a macro in front of the first inclusion that becomes a header.

    Args:
        rule: the rule whose edit it is.
        file: the file; one that has the macro's name in it is left alone.
        context: what tells what an inclusion becomes.
        macro: the macro's name.
        headers: ROCm's headers that look at it.
    """
    if macro in file.names:
        return
    for include in file.includes:
        row = context.tables.headers.get(include.path)
        if row is None or row.hip not in headers or include.is_test:
            continue
        if include.path == row.hip or include.path in context.headers:
            continue
        line = file.data.rfind(b"\n", 0, include.start) + 1
        lines = (b"#ifndef " + macro, b"#define " + macro, b"#endif", b"")
        yield rule.insert(line, file.newline.join(lines))
        return
