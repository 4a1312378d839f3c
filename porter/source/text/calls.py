"""Function calls, as they are written."""

from __future__ import annotations

from typing import NamedTuple

from porter.source.text.brackets import (
    NOT_BLANK,
    closing,
    split_arguments,
    template_arguments_end,
)
from porter.source.text.spans import Span


class Call(NamedTuple):
    """`name(args)` or `name<template arguments>(args)`.

    Attributes:
        start: offset of the name.
        name_end: offset behind the name.
        open: offset of the opening parenthesis.
        close: offset of the closing one.
        arguments: (start, end) of each argument without surrounding blanks.
        name: the name.
    """

    start: int
    name_end: int
    open: int
    close: int
    arguments: tuple[tuple[int, int], ...]
    name: bytes

    @property
    def end(self) -> int:
        """Offset behind the name, which is what a rule points at; not behind the call."""
        return self.name_end

    @property
    def whole(self) -> Span:
        """The call with its arguments."""
        return self.start, self.close + 1


def next_code(code: bytes, offset: int) -> int:
    """Return the offset of the first byte from `offset` on that is no blank."""
    match = NOT_BLANK.search(code, offset)
    return match.start() if match else len(code)


def call_at(code: bytes, start: int, name_end: int) -> Call | None:
    """Return the call whose name is `code[start:name_end]`, or None when none is there."""
    at = next_code(code, name_end)
    if code[at : at + 1] == b"<" and code[at : at + 3] != b"<<<":
        end = template_arguments_end(code, at)
        if end is None:
            return None
        at = next_code(code, end)
    if code[at : at + 1] != b"(":
        return None
    close = closing(code, at)
    if close is None:
        return None
    arguments = tuple(split_arguments(code, at + 1, close))
    return Call(start, name_end, at, close, arguments, code[start:name_end])
