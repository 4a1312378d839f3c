"""Functions marked for the device, found in masked code without a parse tree.

`__global__` and `__device__` in front of a parameter list with a body: functions, methods,
operators and lambdas, in templates and macros alike. What a macro of the project marks
(`HOST_DEVICE int f()`) is not found.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from porter.source.file import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing
from porter.source.text.runs import run_start, word_start

_MARKS = frozenset((b"__global__", b"__device__"))
_NEXT = re.compile(rb"[;{}()=]")
_NAME_BEFORE = re.compile(
    rb"(operator[ \t]*+[^\sA-Za-z_(\\]*+|~?(?<!\w)[A-Za-z_]\w*+)[ \t\r\n\\]*+\Z"
)
_BLANKS = b" \t\r\n\\"
_SIGNS = b"+-*/%^&|~!=<>,[]()\"'.?:;0123456789"
_INITIALISER = re.compile(rb"[^(){};,]*+[({]")
_ATTRIBUTES = re.compile(
    rb"(?:__launch_bounds__|__attribute__|__declspec|__align__|alignas|decltype|noexcept|requires"
    rb"|__cluster_dims__|__maxnreg__|__block_size__|(?=\w*LAUNCH_BOUNDS)\w++)\Z"
)
_BEHIND = re.compile(
    rb"[ \t\r\n\\]*(?:const\b|volatile\b|noexcept\b|override\b|final\b|mutable\b|&&?"
    rb"|->(?:[^;{}()]|\([^;{}()]*\))*(?=\{))"
)


class DeviceFunction(NamedTuple):
    """A function that device code may run.

    Attributes:
        name: its name; empty for a lambda.
        start: offset of the mark.
        body_start: offset of the brace that opens its body.
        body_end: offset of the brace that closes it.
        is_host: whether the host may run it, too.
    """

    name: bytes
    start: int
    body_start: int
    body_end: int
    is_host: bool


def _device_functions(file: SourceFile) -> Iterator[DeviceFunction]:
    seen: set[int] = set()
    for start, _, mark in sorted(file.occurrences_of(_MARKS)):
        found = _function(file, start, mark, seen)
        if found is not None:
            seen.add(found.body_start)
            yield found


@once_for_each_file
def functions_of(file: SourceFile) -> tuple[DeviceFunction, ...]:
    """Return the functions of `file` that are marked for the device and have a body, in order."""
    return tuple(_device_functions(file))


def function_around(file: SourceFile, offset: int) -> DeviceFunction | None:
    """Return the innermost device function whose body holds `offset`."""
    edges, owners = _edges(file)
    at = bisect_left(edges, offset) - 1
    return owners[at] if at >= 0 else None


def function_behind(file: SourceFile, offset: int) -> DeviceFunction | None:
    """Return the function whose declaration goes on at `offset`, if it has a body: any function."""
    return _function(file, offset, b"", set())


@once_for_each_file
def _edges(file: SourceFile) -> tuple[list[int], list[DeviceFunction | None]]:
    """Return where bodies begin and end, in order, and the innermost function behind each edge."""
    edges: list[int] = []
    owners: list[DeviceFunction | None] = []
    open_bodies: list[DeviceFunction] = []
    for function in sorted(functions_of(file), key=lambda one: one.body_start):
        while open_bodies and open_bodies[-1].body_end < function.body_start:
            edges.append(open_bodies.pop().body_end)
            owners.append(open_bodies[-1] if open_bodies else None)
        open_bodies.append(function)
        edges.append(function.body_start)
        owners.append(function)
    while open_bodies:
        edges.append(open_bodies.pop().body_end)
        owners.append(open_bodies[-1] if open_bodies else None)
    return edges, owners


def _name_place(code: bytes, end: int) -> int:
    """Return where the name of a function starts, at the latest, whose parenthesis is at `end`."""
    at = run_start(code, end, _BLANKS)
    word = word_start(code, at)
    if word == at:  # the signs of an operator
        word = word_start(code, run_start(code, run_start(code, at, _SIGNS), b" \t"))
    return max(0, word - 1)


def _function(file: SourceFile, start: int, mark: bytes, seen: set[int]) -> DeviceFunction | None:
    """Return the function that a mark belongs to, unless its body has been seen."""
    code = file.code
    at = start + len(mark)
    angles = 0  # those of a result's type may hold anything: only_if<__is_same(T, float)>::type
    while match := _NEXT.search(code, at):
        angles += code.count(b"<", at, match.start()) - code.count(b">", at, match.start())
        if match.group() == b"=" and angles > 0:
            at = match.end()
            continue
        if match.group() != b"(":
            return None
        close = closing(code, match.start())
        if close is None:
            return None
        place = max(start, _name_place(code, match.start()))
        name = _NAME_BEFORE.search(code, place, match.start())
        is_operator = name is not None and name.group(1).startswith(b"operator")
        if angles > 0 and not is_operator:
            at = close + 1
            continue
        if name is not None and _ATTRIBUTES.match(name.group(1)):
            at = close + 1
            continue
        text = b"" if name is None or name.group(1) in (*_MARKS, b"__host__") else name.group(1)
        if text == b"operator" and close == match.start() + 1:
            following = file.next(close + 1)
            close = closing(code, following) or close
            text = b"operator()"
        body = _body(file, close + 1)
        if body is None or body in seen:
            return None
        end = closing(code, body)
        head = code[file.statement_start(start) : match.start()]
        return DeviceFunction(
            text,
            start,
            body,
            len(code) if end is None else end,
            re.search(rb"\b__host__\b", head) is not None,
        )
    return None


def _body(file: SourceFile, at: int) -> int | None:
    """Return the offset of the body behind a parameter list that ends at `at`, if there is one."""
    code = file.code
    while match := _BEHIND.match(code, at):
        at = match.end()
    at = file.next(at)
    if code[at : at + 1] == b":" and code[at : at + 2] != b"::":  # constructor initialisers
        at = _behind_initialisers(file, at + 1)
    return at if code[at : at + 1] == b"{" else None


def _behind_initialisers(file: SourceFile, at: int) -> int:
    code = file.code
    while True:
        match = _INITIALISER.match(code, at)
        if match is None:
            return at
        close = closing(code, match.end() - 1)
        if close is None:
            return at
        at = file.next(close + 1)
        if code[at : at + 1] != b",":
            return at
        at += 1
