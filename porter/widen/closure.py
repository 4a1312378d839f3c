"""A kernel and the device functions of its file that it calls."""

from __future__ import annotations

import re
from dataclasses import dataclass

from porter.source.cpp.functions import DeviceFunction, functions_of
from porter.source.file import SourceFile
from porter.source.text.calls import Call
from porter.widen.refusal import Refused
from porter.widen.words import CALL, FUNCTIONS

_WORD = re.compile(rb"(?<![\w.])[A-Za-z_]\w*+")


@dataclass(frozen=True)
class Closure:
    """A kernel and what it calls.

    Attributes:
        kernel: the kernel.
        functions: the kernel first, then the functions of the file that it calls.
    """

    kernel: DeviceFunction
    functions: tuple[DeviceFunction, ...]


def kernels(file: SourceFile) -> list[DeviceFunction]:
    """Return the kernels that a file defines."""
    return [
        one
        for one in functions_of(file)
        if one.name and b"__global__" in file.code[head_start(file, one) : one.body_start]
    ]


def head_start(file: SourceFile, function: DeviceFunction) -> int:
    """Return where the declaration of a function begins, its template's head included."""
    at = file.next(file.statement_start(function.start))
    while (directive := file.directive_at(at)) is not None:
        at = file.next(directive.end)
    return at


def closure_of(file: SourceFile, kernel: DeviceFunction) -> Closure:
    """Return a kernel with what it calls.

    Raises:
        Refused: a function that it calls has overloads which differ in whether they use warps.
    """
    by_name: dict[bytes, list[DeviceFunction]] = {}
    for one in functions_of(file):
        by_name.setdefault(one.name, []).append(one)
    found, waiting = [kernel], [kernel]
    while waiting:
        here = waiting.pop()
        for call in calls_in(file, here):
            called = by_name.get(call.name, [])
            if len(called) > 1 and any(uses_warps(file, one) for one in called):
                raise Refused(
                    f"several functions are called {call.name.decode()}",
                    file.position(call.start)[0],
                )
            new = [one for one in called if one not in found]
            found += new
            waiting += new
    return Closure(kernel, tuple(found))


def calls_in(file: SourceFile, function: DeviceFunction) -> list[Call]:
    """Return the calls in the body of a function whose names are no members and not qualified."""
    names = {one.name for one in functions_of(file)}
    found = []
    for word in _WORD.finditer(file.code, function.body_start, function.body_end):
        if word.group() in names and (call := file.call_at(*word.span())) is not None:
            found.append(call)
    return found


def uses_warps(file: SourceFile, function: DeviceFunction) -> bool:
    """Tell whether the body of a function calls functions of warps."""
    body = file.code[function.body_start : function.body_end]
    return any(call["name"] in FUNCTIONS for call in CALL.finditer(body))
