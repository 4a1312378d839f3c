"""Enumerations that a project's C++ gives to Python by pybind11: `py::enum_<Mode>(m, "Mode")`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from porter.source.file import SourceFile
from porter.source.text.brackets import closing

_BOUND = re.compile(
    rb"\b(?:py|pybind11)\s*+::\s*+enum_\s*+<\s*+([\w:]++)[^>()]{0,200}+>[^(;]{0,80}+(?=\()"
)
_TEXT = re.compile(rb'"(\w++)"')
_VALUE = re.compile(rb"\s*+\.\s*+(\w++)\s*+(?=\()")


class Enumeration(NamedTuple):
    """An enumeration as Python has it.

    Attributes:
        name: in the module.
        values: names of its values, in order.
    """

    name: str
    values: tuple[str, ...]


def enumerations(files: Iterable[SourceFile]) -> dict[str, Enumeration]:
    """Return the enumerations that sources bind: the type of C++, without namespaces -> it."""
    found: dict[str, Enumeration] = {}
    for file in files:
        for match in _BOUND.finditer(file.code):
            end = closing(file.code, match.end())
            name = _TEXT.search(file.data, match.end(), end) if end is not None else None
            if end is None or name is None:
                continue
            values = tuple(_values(file, end + 1))
            if values:
                plain = match[1].rpartition(b"::")[2].decode()
                found.setdefault(plain, Enumeration(name[1].decode(), values))
    return found


def _values(file: SourceFile, at: int) -> Iterable[str]:
    """Yield the names of `.value("NAME", …)`, one behind the other from a place."""
    while call := _VALUE.match(file.code, at):
        end = closing(file.code, call.end())
        if end is None:
            return
        name = _TEXT.search(file.data, call.end(), end) if call[1] == b"value" else None
        if name is not None:
            yield name[1].decode()
        at = end + 1
