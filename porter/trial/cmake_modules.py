"""Whether CMake's own modules find the packages that a port requires.

CMake itself is asked, by a project of one line a package in a folder of its own; nothing of the
port is run. A module may compile small programs of its own, so it is asked for only where the
port's build is checked. Source: CMake's manual, `find_package`, "Module Mode".
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.source import Severity
from porter.trial.complaint import Complaint

_SECONDS = 90
_LITERAL = re.compile(r"[A-Za-z][\w+.-]*")
_HEAD = "cmake_minimum_required(VERSION 3.18)\nproject(asked LANGUAGES C CXX)\n"
_ASKED = """find_package({words} QUIET)
if(NOT {name}_FOUND)
  message(STATUS "porter lacks {number}")
endif()
"""
_LACKS = re.compile(r"(?m)^-- porter lacks (\d+)$")
#: Packages whose modules want a language that is not enabled here.
_OF_LANGUAGES = frozenset({"Fortran", "OBJC", "CUDA", "HIP"})


class Required(NamedTuple):
    """A package that a port requires and CMake has a module for.

    Attributes:
        path: the CMake file of the port.
        line: its line, from 1.
        words: of the command `find_package`, the package's name first.
    """

    path: str
    line: int
    words: Sequence[str]


def module_complaints(required: Sequence[Required]) -> Iterator[Complaint]:
    """Yield which packages CMake does not find on this machine.

    Args:
        required: the packages.
    """
    asked = [
        one
        for one in required
        if all(map(_LITERAL.fullmatch, one.words)) and _OF_LANGUAGES.isdisjoint(one.words)
    ]
    for number in _lacking(asked):
        path, line, words = asked[number]
        what = f"the package {words[0]} is not here"
        if parts := [word for word in words[1:] if not word.isupper()]:
            what = f"the package {words[0]} is not here, or lacks a part: {', '.join(parts)}"
        hint = "install it; the build stops here without it"
        yield Complaint(path, line, what, hint, severity=Severity.WARNING, is_local=True)


def _lacking(asked: Sequence[Required]) -> list[int]:
    if not asked:
        return []
    text = _HEAD + "".join(
        _ASKED.format(
            words=" ".join(word for word in one.words if word not in ("REQUIRED", "QUIET")),
            name=one.words[0],
            number=number,
        )
        for number, one in enumerate(asked)
    )
    with tempfile.TemporaryDirectory(prefix="porter-cmake-") as name:
        (Path(name) / "CMakeLists.txt").write_text(text, encoding="ascii")
        words = ["cmake", "-S", name, "-B", f"{name}/build"]
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return []
    if done.returncode != 0:  # it stopped at another thing, and said nothing of the rest
        return []
    return [int(number) for number in _LACKS.findall(done.stdout)]
