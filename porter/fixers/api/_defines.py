"""Macros that have to be defined before a library's header is included."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from porter.fixers import Context, Rule
from porter.project.compiled_together import headers_of
from porter.source import Edit, IncludeDirective, SourceFile

_INCLUDED = re.compile(rb'(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<"]([^>"\n]++)')


def defined_in_front(
    rule: Rule,
    file: SourceFile,
    context: Context,
    macro: bytes,
    headers: Collection[bytes],
    *,
    through_own: bool = False,
) -> Iterator[Edit]:
    """Yield the definition of a macro in front of the first inclusion that brings a header.

    Args:
        rule: the rule whose edit it is.
        file: the file; one that has the macro's name in it is left alone.
        context: what tells what an inclusion becomes.
        macro: the macro's name.
        headers: ROCm's headers that look at it.
        through_own: a header of the project's that includes one counts, too.
    """
    if macro in file.names:
        return
    include = _direct(file, context, headers)
    if include is None and through_own:
        include = _through_own(file, context, headers)
    if include is not None:
        line = file.data.rfind(b"\n", 0, include.start) + 1
        lines = (b"#ifndef " + macro, b"#define " + macro, b"#endif", b"")
        yield rule.insert(line, file.newline.join(lines))


def _direct(
    file: SourceFile, context: Context, headers: Collection[bytes]
) -> IncludeDirective | None:
    """Return the first inclusion that becomes one of the headers."""
    for include in file.includes:
        is_own = include.is_test or include.path in context.headers
        if not is_own and _becomes(include.path, context, headers):
            return include
    return None


def _through_own(
    file: SourceFile, context: Context, headers: Collection[bytes]
) -> IncludeDirective | None:
    """Return the first inclusion of the project's where one of its headers includes these."""
    own = (one for one in file.includes if one.path in context.headers and not one.is_test)
    first = next(own, None)
    read = headers_of(file).values() if first is not None else ()
    brought = (path for data in read for path in _INCLUDED.findall(data))
    return first if any(_becomes(path, context, headers) for path in brought) else None


def _becomes(path: bytes, context: Context, headers: Collection[bytes]) -> bool:
    row = context.tables.headers.get(path)
    return row is not None and row.hip in headers and path != row.hip
