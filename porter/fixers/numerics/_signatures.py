"""What the device functions of a file take and return, where that is some types."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from porter.source import SourceFile
from porter.source.cpp.functions import DeviceFunction, functions_of
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.runs import run_start

_OF_A_HEAD = bytes(set(range(256)) - set(b";{}"))
_TYPE_PARAMETERS = re.compile(rb"\b(?:typename|class)[ \t]++(\w++)")

#: For each function, what each parameter is.
Parameters = dict[bytes, tuple[bytes | None, ...]]


class Signatures(NamedTuple):
    """Patterns that find some types in signatures.

    Attributes:
        parameter: matches a whole parameter, its type in the first group.
        result: ends in front of the name of a function, its type in the first group.
        trailing: the same behind an arrow.
        instantiated: matches the name of a template that is given such a type.
    """

    parameter: re.Pattern[bytes]
    result: re.Pattern[bytes]
    trailing: re.Pattern[bytes]
    instantiated: re.Pattern[bytes]

    @classmethod
    def of(cls, written: bytes) -> Signatures:
        """Return the patterns of types as they are written."""
        return cls(
            re.compile(rb"(?:const[ \t]++)?+(" + written + rb")(?:[ \t]++const)?+[ \t]++\w++"),
            re.compile(rb"(?<![\w:])(" + written + rb")[ \t\n]++\Z"),
            re.compile(rb"->[ \t]*+(" + written + rb")\s*+\Z"),
            re.compile(rb"\b(\w++)<(?:[\w \t:,]*+(?<=[,]))?+[ \t]*+" + written + rb"[ \t]*+[,>]"),
        )

    def result_of(self, file: SourceFile, function: DeviceFunction) -> bytes | None:
        """Return the type that a function returns, if it is one of these."""
        head = file.code[function.start : function.body_start]
        match = self.trailing.search(head)
        if match is None and function.name:
            before, found, _ = head.partition(function.name + b"(")
            match = self.result.search(before) if found else None
        return None if match is None else match.group(1)

    def parameters(self, file: SourceFile) -> Parameters:
        """Return the functions that take one of these types, and are there once."""
        found: Parameters = {}
        again = set()
        for function in functions_of(file):
            opened = file.code.find(function.name + b"(", function.start, function.body_start)
            if not function.name or opened < 0:
                continue
            opened += len(function.name)
            close = closing(file.code, opened)
            if close is None or close > function.body_start:
                continue
            if function.name in found:
                again.add(function.name)
            spans = split_arguments(file.code, opened + 1, close)
            taken = (self.parameter.fullmatch(file.code, *span) for span in spans)
            found[function.name] = tuple(match and match.group(1) for match in taken)
        return {name: taken for name, taken in found.items() if any(taken) and name not in again}

    def template_casts(
        self, file: SourceFile, functions: Iterable[DeviceFunction]
    ) -> dict[DeviceFunction, re.Pattern[bytes]]:
        """Return what finds casts to a type parameter that such a type is given for."""
        given = {match.group(1) for match in self.instantiated.finditer(file.code)}
        found = {}
        for function in functions:
            if function.name not in given:
                continue
            head = run_start(file.code, function.start, _OF_A_HEAD)
            names = _TYPE_PARAMETERS.findall(file.code, head, function.body_start)
            if names:
                found[function] = casts_to(b"(?:" + b"|".join(names) + b")")
        return found


def casts_to(written: bytes) -> re.Pattern[bytes]:
    """Return what matches the beginning of a cast, the type in one of its groups."""
    return re.compile(
        rb"\([ \t]*+(?:const[ \t]++)?+(?P<c>" + written + rb")[ \t]*+\)"
        rb"|\bstatic_cast[ \t]*+<[ \t]*+(?P<named>" + written + rb")[ \t]*+>"
        rb"|(?<![\w:<*&])(?P<call>" + written + rb")[ \t]*+(?=\()"
    )
