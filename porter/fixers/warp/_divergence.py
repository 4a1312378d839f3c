"""Names of a device function whose values differ between the lanes of a warp, or its threads."""

from __future__ import annotations

import re
from typing import NamedTuple

from porter.fixers.warp._branches import LANE, branches_around
from porter.source import Call, SourceFile
from porter.source.cpp.functions import DeviceFunction, function_around, functions_of
from porter.source.once import once_for_each_file
from porter.source.text.spans import Span

#: What differs between the threads of a block: the thread's number, its warp's, its lane.
THREAD = re.compile(
    rb"\bthreadIdx\b|\b(?:warp|warp_?id|warp_?idx|wid|tid|thread_?id)\b|" + LANE.pattern,
    re.IGNORECASE,
)
_ASSIGNED = re.compile(rb"\b([A-Za-z_]\w*)\s*(?<![=!<>])=(?!=)\s*([^;{}]{1,400})[;)]")
_UNIFORM = re.compile(rb"\b(?:porter::)?_{0,2}(?:any|all|ballot|shfl|syncthreads)\w*\s*\(")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_CHOICES = ("if_statement", "switch_statement", "conditional_expression")


def differing_names(
    file: SourceFile, function: DeviceFunction, source: re.Pattern[bytes]
) -> frozenset[bytes]:
    """Return the variables and parameters of a function that hold what `source` matches.

    A parameter does where one call in the file passes such a value.

    Args:
        file: the file.
        function: one of its device functions.
        source: what differs, as `LANE` or `THREAD`.
    """
    return _differing(file, source).get(function.body_start, frozenset())


def calls_of(file: SourceFile, name: bytes) -> list[Call]:
    """Return the calls of a device function of the file, from device code; not its definitions."""
    return _calls(file).get(name, [])


@once_for_each_file
def _calls(file: SourceFile) -> dict[bytes, list[Call]]:
    """Return name -> calls, for all device functions of the file."""
    names = {one.name for one in functions_of(file)}
    heads = {one.body_start for one in functions_of(file)}
    found: dict[bytes, list[Call]] = {}
    for word in _NAME.finditer(file.code):
        if word.group() not in names or function_around(file, word.start()) is None:
            continue
        call = file.call_at(word.start(), word.end())
        if call is None or file.is_member(word.start()) or file.next(call.close + 1) in heads:
            continue
        found.setdefault(word.group(), []).append(call)
    return found


def functions_that_hold(file: SourceFile, places: tuple[int, ...]) -> frozenset[bytes]:
    """Return the names of functions in whose bodies one of `places` lies, or a call of such."""
    found: set[bytes] = set()
    reached = list(places)
    while reached:
        around = {function.name for at in reached if (function := function_around(file, at))}
        new = around - found - {b""}
        found |= new
        reached = [call.start for name in new for call in calls_of(file, name)]
    return frozenset(found)


def is_parted(file: SourceFile, call: Call) -> bool:
    """Tell whether a call in a device function is in a branch that only some lanes of a warp take.

    The branch's condition tells, or what the names in it hold.

    Args:
        file: the file.
        call: one of its calls.

    Raises:
        TooDeepError: more branches are around it than are looked at.
    """
    function = function_around(file, call.start)
    names = frozenset() if function is None else differing_names(file, function, LANE)
    return any(
        branch.kind in _CHOICES
        and (branch.parts_lanes or not names.isdisjoint(_NAME.findall(branch.condition)))
        for branch in branches_around(file, call.start, call.name_end)
    )


@once_for_each_file
def _differing(file: SourceFile, source: re.Pattern[bytes]) -> dict[int, frozenset[bytes]]:
    """Return start of a body -> names in it, once for all functions of the file."""
    functions = functions_of(file)
    found = {one.body_start: _assigned(file, one, source, frozenset()) for one in functions}
    arguments = {
        name: _passed(file, name, source, found) for name in {one.name for one in functions}
    }
    for one in functions:
        if arguments[one.name]:
            names = [_parameter(file, span) for span in _parameters(file, one)]
            passed = {name for index, name in enumerate(names) if index in arguments[one.name]}
            found[one.body_start] = _assigned(file, one, source, frozenset(passed - {b""}))
    return found


class _Assignment(NamedTuple):
    """What is assigned to a variable: the value, and the words in it."""

    name: bytes
    value: bytes
    words: frozenset[bytes]


def _assigned(
    file: SourceFile, function: DeviceFunction, source: re.Pattern[bytes], names: frozenset[bytes]
) -> frozenset[bytes]:
    """Return `names` and the variables that the function computes from them or the source."""
    found = set(names)
    others = []
    for one in _assignments(file).get(function.body_start, ()):
        if source.search(one.value) is not None:
            others.append(one._replace(words=frozenset((b"",))))
        else:
            others.append(one)
    found.add(b"")
    for _ in range(3):
        for one in others:
            if not found.isdisjoint(one.words):
                found.add(one.name)
    return frozenset(found - {b""})


@once_for_each_file
def _assignments(file: SourceFile) -> dict[int, list[_Assignment]]:
    """Return start of a body -> what is assigned in it; what a lambda assigns is there twice.

    Values that are the same for all lanes, such as votes, are left out.
    """
    found: dict[int, list[_Assignment]] = {}
    for match in _ASSIGNED.finditer(file.code):
        function = function_around(file, match.start())
        if function is None or _UNIFORM.search(match[2]) is not None:
            continue
        one = _Assignment(match[1], match[2], frozenset(_NAME.findall(match[2])))
        if not function.name:
            found.setdefault(function.body_start, []).append(one)
            function = function_around(file, function.start)
        if function is not None:
            found.setdefault(function.body_start, []).append(one)
    return found


def holds_any(text: bytes, source: re.Pattern[bytes], names: frozenset[bytes] | set[bytes]) -> bool:
    """Tell whether an expression holds the source or one of `names`."""
    return source.search(text) is not None or not names.isdisjoint(_NAME.findall(text))


def _passed(
    file: SourceFile, name: bytes, source: re.Pattern[bytes], found: dict[int, frozenset[bytes]]
) -> frozenset[int]:
    """Return which arguments of a function a call gives a differing value."""
    passed: set[int] = set()
    for call in calls_of(file, name) if name else ():
        caller = function_around(file, call.start)
        names = found.get(caller.body_start, frozenset()) if caller else frozenset()
        passed.update(
            index
            for index, argument in enumerate(call.arguments)
            if index not in passed and holds_any(file.code[slice(*argument)], source, names)
        )
    return frozenset(passed)


def _parameters(file: SourceFile, function: DeviceFunction) -> tuple[Span, ...]:
    at = file.code.rfind(function.name, function.start, function.body_start)
    head = file.call_at(at, at + len(function.name)) if at >= 0 else None
    return () if head is None else head.arguments


def _parameter(file: SourceFile, span: Span) -> bytes:
    """Return the name of a parameter, empty for one without."""
    words = _NAME.findall(file.code[slice(*span)].partition(b"=")[0])
    return words[-1] if len(words) > 1 else b""
