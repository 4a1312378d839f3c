"""The commands of a recipe's line, and the compiler that each calls.

Source: GNU make's manual, "Recipe Syntax"; POSIX, "Shell Command Language", "Token Recognition".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

#: What a shell takes for a word's text, and what ends a command.
_QUOTED_OR_BREAK = re.compile(
    rb"""\\.|'(?:[^'\n]*+')?+|"(?:(?:\\.|[^"\\\n]++)*+")?+|(?P<end>&&|\|\||[;|])""", re.DOTALL
)
#: What stands between two parentheses, with others in it eight deep.
_NESTED = rb"[^()]*+"
for _ in range(8):
    _NESTED = rb"(?:[^()]++|\(%b\))*+" % _NESTED
_LEADING_WORD = re.compile(
    rb"""(?:[\s@+-]|\\\r?\n)*+((?:\$\(%b\)|\$\{[^}]*+\}|\$[^({]|"(?:[^"]*+")?+|[^\s$"])++)"""
    % _NESTED
)
_TAIL = re.compile(rb"(?<![\w+.-])[\w+.-]*+\Z")
#: A name that a variable ends: g++$(VERSION), gcc-${VERSION}.
_ENDED = re.compile(rb"(?<![\w+.-])([\w+.-]++)\$(?:\([\w.-]++\)|\{[\w.-]++\})\Z")
_NVCC = re.compile(rb"(?:nvcc|hipcc(?:\.pl|\.bin)?)(?:-\d+(?:\.\d+)*)?")
_HOST = re.compile(
    rb"(?:[\w.]+-)*(?:g?cc|[gc]\+\+|(?:amd)?clang(?:\+\+)?|ic[cx]|icpc|icpx|mpicc|mpicxx|mpic\+\+|nvc\+\+|pgcc)"
    rb"(?:-\d+(?:\.\d+)*)?"
)
#: Words in front of a command that are none themselves.
_BEFORE = re.compile(rb"(?:time|ccache|env|then|do|else|if|exec|!|\(|\{|[A-Za-z_]\w*=\S*)")
_NAMED_FOR = re.compile(rb"(?i)nvcc|hipcc|cudacc")


class Compiler(Enum):
    """What kind of compiler a command calls."""

    DEVICE = "nvcc, or hipcc in its place"
    HOST = "a compiler of C or C++"


class Call(NamedTuple):
    """A compiler that a command calls.

    Attributes:
        name: its file's name, `nvcc`.
        compiler: what kind it is.
        end: offset behind it, where its arguments begin.
    """

    name: bytes
    compiler: Compiler
    end: int


def commands(text: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end of each command of a recipe's line."""
    start = 0
    for match in _QUOTED_OR_BREAK.finditer(text):
        if match["end"]:
            yield start, match.start()
            start = match.end()
    yield start, len(text)


def leading_words(command: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the words that may be what a command calls, and where each ends."""
    at = 0
    while match := _LEADING_WORD.match(command, at):
        yield match[1], match.end()
        at = match.end()


def stands_before(word: bytes) -> bool:
    """Tell whether a command may begin behind a word: `time`, `CUDA=1`, `$(Q)`."""
    return _BEFORE.fullmatch(word) is not None or word.startswith(b"$")


def file_name(word: bytes) -> bytes:
    """Return what a word says at its end, behind folders and references."""
    tail = _TAIL.search(word.strip(b"\"'"))
    return tail.group() if tail else b""


def name_before_version(word: bytes) -> bytes:
    """Return what a word says in front of the variable that ends it, as in `g++$(VERSION)`."""
    ended = _ENDED.search(word.strip(b"\"'"))
    return ended[1].rstrip(b"-.") if ended else b""


def compiler_called(name: bytes) -> Compiler | None:
    """Return what kind of compiler a file of this name is."""
    if _NVCC.fullmatch(name):
        return Compiler.DEVICE
    return Compiler.HOST if _HOST.fullmatch(name) else None


def is_named_for_device(variable: bytes) -> bool:
    """Tell whether a variable that nothing assigns holds nvcc or hipcc by its name."""
    return _NAMED_FOR.search(variable) is not None


def call(command: bytes) -> Call | None:
    """Return the compiler that a command calls, all of its variables replaced; else None."""
    for word, end in leading_words(command):
        name = file_name(word)
        compiler = compiler_called(name)
        if compiler is not None:
            return Call(name, compiler, end)
        if not stands_before(word):
            return None
    return None
