"""The functions and macros of CMake scripts that a project gives device code to compile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.build_files._cmake import changeable
from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile

_OPEN, _CLOSE = (b"function", b"macro"), (b"endfunction", b"endmacro")
_MAKES_TARGET = re.compile(rb"(?i)\badd_(?:library|executable)\b")
_CU = re.compile(rb"\.cu\b(?!\.)")


class Defined(NamedTuple):
    """A function or a macro: what it is called, and where its body lies."""

    name: bytes
    start: int
    end: int


def given_device_code(file: SourceFile) -> list[Defined]:
    """Return the functions of a script that a script of the project names a `.cu` file to."""
    own = [one for one in _defined(file) if _MAKES_TARGET.search(file.data, one.start, one.end)]
    if not own:
        return []
    scripts = CMakeScripts(file.depend_on_tree(), file.path)
    return [
        one
        for one in own
        if any(_is_given(text, one.name) for text in (file.data, *scripts.naming(one.name)))
    ]


def _is_given(text: bytes, name: bytes) -> bool:
    """Tell whether a script calls a function with a `.cu` file among its arguments."""
    if b".cu" not in text:
        return False
    called = re.compile(rb"(?i)\b%b[ \t]*+\(([^()]*+)\)" % re.escape(name))
    return any(_CU.search(match[1]) for match in called.finditer(text))


def _defined(file: SourceFile) -> Iterator[Defined]:
    opened: list[tuple[bytes, int]] = []
    for command in changeable(file):
        if command.name in _OPEN and command.words:
            opened.append((command.words[0], command.end))
        elif command.name in _CLOSE and opened:
            name, start = opened.pop()
            yield Defined(name, start, command.start)
