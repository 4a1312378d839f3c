"""Parses CMake's commands and their arguments, with their places in the file.

Source: CMake's manual, cmake-language(7), "Syntax"; the legacy forms of unquoted arguments too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from porter.errors import PorterError

_TOKEN = re.compile(
    rb"""(?P<comment>\#\[(?P<hash>=*)\[.*?\](?P=hash)\] | \#(?!\[=*\[)[^\n]*)
    | \[(?P<eq>=*)\[(?P<raw>.*?)\](?P=eq)\]
    | "(?P<quoted>(?:\\.|[^"\\])*)"
    | (?P<paren>[()])
    | (?P<word>(?:\\.|\$\([A-Za-z0-9_]*\)|[^\s()"\#\\])
        (?:\\.|\$\([A-Za-z0-9_]*\)|"(?:\\.|[^"\\])*"|[^\s()"\#\\])*)
    | (?P<blank>\s+)""",
    re.DOTALL | re.VERBOSE,
)
#: What configure_file() fills in.
_PLACEHOLDER = re.compile(rb"@\w+@")
_NAME = re.compile(rb"[A-Za-z_]\w*")


class CMakeSyntaxError(PorterError):
    """A file that is no CMake; `offset` is where it stops being so."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class Form(Enum):
    """How an argument is written."""

    UNQUOTED = "unquoted"
    QUOTED = "quoted"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a command.

    Attributes:
        start: offset of its first byte, the quote among them.
        end: offset behind its last byte.
        text_start: offset of its text, behind the quote.
        text: the text as written, escapes included.
        form: how it is written.
    """

    start: int
    end: int
    text_start: int
    text: bytes
    form: Form

    @property
    def text_end(self) -> int:
        """Offset behind the text."""
        return self.text_start + len(self.text)

    @property
    def value(self) -> bytes:
        """The text with its escapes undone; variables stay."""
        return self.text if self.form is Form.BRACKET else re.sub(rb"\\(.)", rb"\1", self.text)


@dataclass(frozen=True, slots=True)
class Command:
    """One command, `name(arguments)`.

    Attributes:
        name: its name in lower case.
        start: offset of the name.
        open: offset of the opening parenthesis.
        close: offset of the closing one.
        arguments: its arguments; parentheses among them are left out.
    """

    name: bytes
    start: int
    open: int
    close: int
    arguments: tuple[Argument, ...]

    @property
    def end(self) -> int:
        """Offset behind the closing parenthesis."""
        return self.close + 1

    @property
    def words(self) -> list[bytes]:
        """The texts of the arguments."""
        return [argument.text for argument in self.arguments]


@lru_cache(maxsize=8)
def commands(data: bytes) -> tuple[Command, ...]:
    """Return the commands of a file, in order.

    Raises:
        CMakeSyntaxError: it is no CMake.
    """
    return tuple(_commands(data))


def _commands(data: bytes) -> Iterator[Command]:
    name = b""
    start = opened = depth = at = 0
    arguments: list[Argument] = []
    if data.startswith(b"\xef\xbb\xbf"):
        at = 3
    while at < len(data):
        match = _TOKEN.match(data, at)
        if match is None:
            raise CMakeSyntaxError("a string or bracket is not closed", at)
        at = match.end()
        kind = match.lastgroup
        if kind in ("blank", "comment", "hash"):
            continue
        if match["paren"] == b"(":
            depth += 1
            if depth == 1:
                if not name:
                    raise CMakeSyntaxError("a parenthesis without a command", match.start())
                opened, arguments = match.start(), []
        elif match["paren"] == b")":
            depth -= 1
            if depth < 0:
                raise CMakeSyntaxError("a parenthesis closes nothing", match.start())
            if depth == 0:
                yield Command(name.lower(), start, opened, match.start(), tuple(arguments))
                name = b""
        elif depth == 0 and _PLACEHOLDER.fullmatch(match["word"] or b""):
            continue
        elif depth == 0:
            if name or match["word"] is None or _NAME.fullmatch(match["word"]) is None:
                raise CMakeSyntaxError("there is no command here", match.start())
            name, start = match["word"], match.start()
        else:
            arguments.append(_argument(match))
    if depth or name:
        raise CMakeSyntaxError("a command is not closed", start)


def _argument(match: re.Match[bytes]) -> Argument:
    group, form = "word", Form.UNQUOTED
    if match["quoted"] is not None:
        group, form = "quoted", Form.QUOTED
    elif match["raw"] is not None:
        group, form = "raw", Form.BRACKET
    return Argument(match.start(), match.end(), match.start(group), match[group], form)
