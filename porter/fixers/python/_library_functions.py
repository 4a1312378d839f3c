"""The functions that a program takes from a shared library through ctypes, and what it gives them.

No header translates what they are given: the number of an enumerator and the bytes of a structure
arrive as the program wrote them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from porter.fixers import Context
from porter.source.python.code import PythonCode, literal_span
from porter.source.text.spans import Span
from porter.tables.binary_arguments import BinaryArguments, binary_arguments
from porter.tables.enumerations import renumbered
from porter.tables.names import NameKind

if TYPE_CHECKING:
    from tree_sitter import Node

#: What describes a function to ctypes and does not call it.
_DESCRIBED = frozenset(("argtypes", "restype", "errcheck"))


class Taken(NamedTuple):
    """What becomes of the functions that a program takes from a library.

    Attributes:
        edits: places with their new text.
        reason: why they cannot all be HIP's; "" where they can.
    """

    edits: tuple[tuple[Span, bytes], ...]
    reason: str = ""


class _Refused(Exception):
    """A function, or an argument, has no counterpart; the text says why."""


def functions_taken(code: PythonCode, handle: str, context: Context) -> Taken:
    """Return how each function that is taken from a library is called in HIP.

    Args:
        code: the file.
        handle: the name that the library is bound to.
        context: gives the tables.
    """
    edits: dict[Span, bytes] = {}
    try:
        for node in code.identifiers.get(handle, ()):
            if not _is_bound(node) and not _is_a_member(node):
                edits.update(_converted(code, node, context))
    except _Refused as refused:
        return Taken((), str(refused))
    return Taken(tuple(edits.items()))


def _converted(code: PythonCode, node: Node, context: Context) -> Iterator[tuple[Span, bytes]]:
    """Yield the edits of one use of the library."""
    taken = _taken(code, node)
    if taken is None:
        raise _Refused("a use of the library is not understood")
    span, function = taken
    name = code.file.data[slice(*span)]
    row = context.tables.names.get(name)
    rocm = ".".join(map(str, context.options.rocm))
    is_function = row is not None and row.kind is NameKind.FUNCTION and not row.scope
    if row is None or not is_function or row.known_in(rocm) is False:
        raise _Refused(f"ROCm's has no {name.decode('utf-8', 'replace')}")
    if not row.same:
        yield span, row.hip
    if arguments := binary_arguments().get(name):
        yield from _arguments(code, function, name.decode(), arguments)


def _arguments(
    code: PythonCode, function: Node, name: str, taken: BinaryArguments
) -> Iterator[tuple[Span, bytes]]:
    """Yield HIP's numbers for the enumerators that a function is given."""
    around = function.parent
    if around is not None and around.type == "attribute":
        member = around.child_by_field_name("attribute")
        if member is not None and code.text(member) in _DESCRIBED:
            return
    if taken.structures:
        structure = taken.structures[0]
        raise _Refused(f"{name} takes a {structure}, whose members HIP lays out otherwise")
    call = code.call_of(around) if around is not None else None
    for place, enumeration in taken.enumerations.items():
        given = call.argument(place) if call is not None and call.function == function else None
        number = _number(code, given, enumeration) if given is not None else None
        if number is None:
            raise _Refused(
                f"{name} takes a {enumeration.decode()}, whose numbers are others in HIP"
            )
        yield number


def _number(code: PythonCode, given: Node, enumeration: bytes) -> tuple[Span, bytes] | None:
    """Return where the number of an enumerator stands, and HIP's; None where that is not seen."""
    values = renumbered()[enumeration]
    if given.type == "identifier":
        name = code.text(given)
        bindings = code.assigned.get(name, ())
        value = bindings[0].value if len(bindings) == 1 else None
        pairs = [values[name].split()] if name in values else []
    else:
        value, pairs = given, [pair.split() for pair in values.values()]
    if value is None or value.type != "integer":
        return None
    written = code.text(value)
    theirs = next((theirs for ours, theirs in pairs if ours == written), None)
    return ((value.start_byte, value.end_byte), theirs.encode()) if theirs else None


def _is_bound(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    is_target = parent.type == "assignment" and parent.child_by_field_name("left") == node
    return is_target or parent.type == "global_statement"


def _is_a_member(node: Node) -> bool:
    """Tell whether the identifier is a part of another's name: `x.handle`, or `handle=1`."""
    parent = node.parent
    return parent is not None and (
        (parent.type == "attribute" and parent.child_by_field_name("attribute") == node)
        or (parent.type == "keyword_argument" and parent.child_by_field_name("name") == node)
    )


def _taken(code: PythonCode, node: Node) -> tuple[Span, Node] | None:
    """Return where the function's name stands that is taken from the library, and the function."""
    parent = node.parent
    if parent is None:
        return None
    if parent.type == "attribute":
        name = parent.child_by_field_name("attribute")
        return None if name is None else ((name.start_byte, name.end_byte), parent)
    if parent.type == "argument_list" and parent.parent is not None:
        function = parent.parent.child_by_field_name("function")
        if code.means(function, "getattr", "hasattr") and parent.named_children[0] == node:
            span = literal_span(code, parent.named_children[1])
            return None if span is None else (span, parent.parent)
    return None
