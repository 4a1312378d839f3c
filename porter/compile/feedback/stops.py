"""Messages by which a project itself stops its build.

CMake's `message(FATAL_ERROR …)`, make's `$(error …)`, an exception of setup.py's own. One that
speaks of CUDA or of HIP may be the port's fault, and counts as none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Stop(NamedTuple):
    """A place that stopped a build, and the way in which it is written there.

    Attributes:
        path: the file, as the build names it.
        line: its line, from 1.
        written: what the line holds where the project itself stops there.
    """

    path: str
    line: int
    written: re.Pattern[str]


_CMAKE = re.compile(
    r"(?m)^CMake Error at (?P<file>[^\n:]+):(?P<line>\d++) \((?P<command>\w+)\):\n"
    r"(?P<text>(?:[ \t]++[^\n]*+\n|\n(?=[ \t]))*+)"
)
_MAKE = re.compile(r"(?m)^(?P<file>[^\s:]++):(?P<line>\d++): \*\*\* (?P<text>[^\n]*+)$")
_PYTHON = re.compile(
    r"(?m)^[ |]*+File \"(?P<file>[^\"\n]++)\", line (?P<line>\d++)[^\n]*+\n"
    r"[ |]*+(?:raise|sys\.exit)\b(?P<text>[^\n]*+\n[^\n]*+)"
)
#: The same of a script that pip runs as a text, whose lines a traceback does not show.
_TEXT = re.compile(
    r"(?m)^[ |]*+File \"(?P<file>[^\"\n]++)\", line (?P<line>\d++)[^\n]*+\n"
    r"(?P<text>[ |]*+[\w.]++(?:(?<=Error)|(?<=Exception)|(?<=Exit))\b[^\n]*+)"
)
_WRITTEN = (
    (_CMAKE, re.compile(r"(?i)\bmessage\s*\(")),
    (_MAKE, re.compile(r"\$[({]error\b")),
    (_PYTHON, re.compile(r"\b(?:raise|exit)\b")),
    (_TEXT, re.compile(r"\b(?:raise|exit)\b")),
)
_OF_A_PORT = re.compile(
    r"(?i)cuda|nvcc|nvidia|\bcu(?:blas|fft|rand|dnn|sparse|solver)|\bsm_|ptx|\bhip|rocm|\bamd|\bgfx"
)


def stops(output: str) -> Iterator[Stop]:
    """Yield where a build may have been stopped by a message of its own; the first of each kind."""
    for pattern, written in _WRITTEN:
        match = pattern.search(output)
        if match is None or (pattern is _CMAKE and match["command"] != "message"):
            continue
        if not _OF_A_PORT.search(match["text"]):
            yield Stop(match["file"], int(match["line"]), written)
