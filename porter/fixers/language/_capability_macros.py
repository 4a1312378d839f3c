"""The `major` and `minor` of a device's properties in what macros stand for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from porter.source import SourceFile

_MEMBER = re.compile(
    rb"(?<![\w.>\])])(?:\([ \t]*+\*?+)?+(?P<name>[A-Za-z_]\w*+)[ \t]*+(?:\)[ \t]*+)?+(?:\.|->)"
    rb"[ \t]*+(?P<part>major|minor)\b(?![ \t]*+=[^=])"
)
_MACRO = re.compile(rb"[ \t]*+#[ \t]*+define[ \t]++(?P<name>\w++)(?:\((?P<parameters>[^)]*+)\))?+")
_PROPERTIES = re.compile(rb"prop", re.IGNORECASE)
_PRINTS = re.compile(rb"print|log|write|format|<<|json|message", re.IGNORECASE)


def deciding_numbers(
    file: SourceFile, declared: Collection[bytes]
) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Yield span and name of the members, in macros that print nothing.

    Args:
        file: the file.
        declared: the names of variables that are a device's properties. A parameter of a macro is
            one where the file gives the macro such a variable.
    """
    for directive in file.directives:
        if directive.keyword != b"define":
            continue
        body = file.code[directive.start : directive.end]
        macro = _MACRO.match(body)
        if macro is None or _PRINTS.search(body):
            continue
        parameters = [one.strip() for one in (macro["parameters"] or b"").split(b",")]
        for match in _MEMBER.finditer(body, macro.end()):
            name = match["name"]
            if name in parameters:
                is_properties = _is_given(file, macro["name"], parameters.index(name), declared)
            else:
                is_properties = name in declared
            if is_properties or _PROPERTIES.search(name):
                start, end = match.start(), match.end("part")
                yield (directive.start + start, directive.start + end), match["part"]


def _is_given(file: SourceFile, macro: bytes, position: int, declared: Collection[bytes]) -> bool:
    """Tell whether a use of a macro has a device's properties at a position."""
    return any(
        position < len(call.arguments)
        and file.code[slice(*call.arguments[position])].strip(b"*&() ") in declared
        for call in file.calls(macro)
        if file.directive_at(call.start) is None
    )
