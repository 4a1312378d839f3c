"""The shared libraries of CUDA's that a program loads through ctypes, and what holds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from porter.source.python.code import PythonCall, PythonCode, literal, literal_span
from porter.source.text.spans import Span
from porter.tables.libraries import by_cudas_name
from porter.tables.python import counterparts

if TYPE_CHECKING:
    from tree_sitter import Node

_LOADERS = frozenset(("CDLL", "PyDLL", "LoadLibrary"))
_FILE = re.compile(r"(?P<folder>.*/)?lib(?P<name>[\w-]+)\.so(?:\.[\d.]+)?")


class Library(NamedTuple):
    """A library of CUDA's that a call may load, or look for.

    Attributes:
        node: the string that names it.
        span: where its text stands.
        text: the text.
        hip: its counterpart's name, or "".
        reason: what the table says of it.
        can_be_renamed: whether another text could stand there.
    """

    node: Node
    span: Span
    text: str
    hip: str
    reason: str
    can_be_renamed: bool


class Load(NamedTuple):
    """Calls that may load the same libraries: those that are given one name.

    Attributes:
        libraries: what they may load.
        handles: the name that each call's value is bound to; None where it is not known to be
            bound to one name, or the name to one value.
    """

    libraries: tuple[Library, ...]
    handles: list[str | None]


def loads(code: PythonCode, roc: tuple[str, ...]) -> list[Load]:
    """Return what a file loads of CUDA's, in the order of the first calls.

    Args:
        code: the file.
        roc: what becomes ROCm's own library (`porter.options.Options`).
    """
    calls: dict[tuple[str, str | int], list[PythonCall]] = {}
    for call in code.calls:
        argument = call.argument(0, "name")
        if argument is not None and (call.name in _LOADERS or call.name == "find_library"):
            is_name = argument.type == "identifier"
            given = code.text(argument) if is_name else argument.start_byte
            calls.setdefault((call.name, given), []).append(call)
    found = []
    for same in calls.values():
        if libraries := tuple(_libraries(code, same[0].name, _values(code, same), roc)):
            found.append(Load(libraries, [_handle(code, call) for call in same]))
    return found


def _libraries(
    code: PythonCode, loader: str, values: Iterable[Node], roc: tuple[str, ...]
) -> Iterator[Library]:
    """Yield CUDA's libraries among the values of a loader's argument."""
    known = counterparts("library")
    for node in values:
        text, span = literal(code, node), literal_span(code, node)
        if text is None or span is None:
            continue
        match = _FILE.fullmatch(text)
        name = text if loader == "find_library" else match["name"] if match else ""
        if row := known.get(name):
            own = by_cudas_name(roc).get(name)
            hip = own.name if own is not None and own.option else row.hip
            can_be_renamed = bool(hip) and match is not None and not match["folder"]
            yield Library(node, span, text, hip, row.reason, can_be_renamed)


def _values(code: PythonCode, calls: list[PythonCall]) -> Iterator[Node]:
    """Yield what an argument may be: itself, or what its name is bound to or given by loops."""
    argument = calls[0].argument(0, "name")
    if argument is None or argument.type != "identifier":
        yield from () if argument is None else (argument,)
        return
    name = code.text(argument)
    values: list[Node | None] = [one.value for one in code.assigned.get(name, ())]
    loops = {loop.start_byte: loop for call in calls for loop in _loops_over(code, name, call)}
    values += [loop.child_by_field_name("right") for loop in loops.values()]
    sequences: dict[int, Node] = {}
    for value in values:
        bindings = code.assigned.get(code.text(value), ()) if value is not None else ()
        sequence = bindings[0].value if len(bindings) == 1 else value
        if sequence is not None and sequence.type in ("tuple", "list"):
            sequences[sequence.start_byte] = sequence
        elif value is not None:
            yield value
    for sequence in sequences.values():
        yield from sequence.named_children


def _loops_over(code: PythonCode, name: str, call: PythonCall) -> Iterator[Node]:
    """Yield the loops around a call that give a name its values."""
    around = call.node.parent
    while around is not None and around.type != "module":
        left = around.child_by_field_name("left") if around.type == "for_statement" else None
        if left is not None and code.text(left) == name:
            yield around
        around = around.parent


def _handle(code: PythonCode, call: PythonCall) -> str | None:
    """Return the name that a call's value is bound to; None unless nothing else ever is."""
    assignment = call.node.parent
    if assignment is None or assignment.type != "assignment":
        return None
    target = assignment.child_by_field_name("left")
    if target is None or assignment.child_by_field_name("right") != call.node:
        return None
    name = code.text(target)
    return name if len(code.assigned.get(name, ())) == 1 and "." not in name else None
