"""The functions and macros of CMake scripts that a project gives device code to compile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import read_regular
from porter.fixers.build_files._cmake import is_cmake
from porter.source import SourceFile
from porter.source.build_files.cmake import commands

_OPEN, _CLOSE = (b"function", b"macro"), (b"endfunction", b"endmacro")
_MOST_SCRIPTS = 400
_CU = re.compile(rb"\.cu\b(?!\.)")


class Defined(NamedTuple):
    """A function or a macro: what it is called, and where its body lies."""

    name: bytes
    start: int
    end: int


def given_device_code(file: SourceFile) -> list[Defined]:
    """Return the functions of a script that a script of the project names a `.cu` file to."""
    own = list(_defined(file))
    if not own:
        return []
    root = file.depend_on_tree()
    called = re.compile(
        rb"(?i)\b(%b)[ \t]*+\(([^()]*+)\)" % b"|".join(re.escape(one.name) for one in own)
    )
    given: set[bytes] = set()
    for text in (file.data, *(_scripts(root) if root is not None else ())):
        if b".cu" in text:
            given.update(
                match[1].lower() for match in called.finditer(text) if _CU.search(match[2])
            )
    return [one for one in own if one.name.lower() in given]


def _defined(file: SourceFile) -> Iterator[Defined]:
    opened: list[tuple[bytes, int]] = []
    for command in commands(file.data) if is_cmake(file.data) else ():
        if command.name in _OPEN and command.words:
            opened.append((command.words[0], command.end))
        elif command.name in _CLOSE and opened:
            name, start = opened.pop()
            yield Defined(name, start, command.start)


def _scripts(root: Path) -> Iterator[bytes]:
    found = [*root.rglob("CMakeLists.txt"), *root.rglob("*.cmake")]
    for path in found[:_MOST_SCRIPTS]:
        try:
            yield read_regular(path)
        except OSError:
            continue
