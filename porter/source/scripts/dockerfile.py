"""The instructions of a Dockerfile, and what of them a shell reads.

Source: Dockerfile reference, "Format", "Shell and exec form", "Here-Documents".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.source.scripts.region import Region, Regions, blank

_INSTRUCTION = re.compile(rb"[ \t]*+([A-Za-z]++)[ \t]++((?:--[\w-]++(?:=[^\s]*+)?[ \t]++)*+)")
_LINE = re.compile(rb"[^\n]*+\n?")
_SKIPPED = re.compile(rb"[ \t]*+(?:#[^\n]*+)?\r?\n?")
_DOCUMENT = re.compile(rb"<<-?[ \t]*(['\"]?)(\w+)\1")
_OTHER_ESCAPE = re.compile(rb"(?i)(?:#[^\n]*\n)*#[ \t]*escape[ \t]*=[ \t]*`")
#: Instructions whose arguments a shell, or the builder in the same way, takes apart.
_FOR_SHELL = frozenset({b"RUN", b"CMD", b"ENTRYPOINT", b"HEALTHCHECK"})
_ASSIGNING = frozenset({b"ENV", b"ARG"})


class Instruction(NamedTuple):
    """One instruction, with its continued lines.

    Attributes:
        name: in capitals: `RUN`.
        start: offset of its name.
        arguments: offset of its arguments, behind its flags.
        end: offset behind it.
        unseen: spans within it that a shell does not see: comments, and a backslash that blanks
            part from its line's end.
        document: the span of a here-document behind it; empty where it has none.
        after: offset behind it and its here-document.
    """

    name: bytes
    start: int
    arguments: int
    end: int
    unseen: tuple[tuple[int, int], ...]
    document: tuple[int, int]
    after: int


def instructions(data: bytes) -> Iterator[Instruction]:
    """Yield the instructions of a Dockerfile; none where backslashes do not continue lines."""
    if _OTHER_ESCAPE.match(data):
        return
    at = 0
    while at < len(data):
        match = _INSTRUCTION.match(data, at)
        line = _LINE.match(data, at)
        assert line is not None
        if match is None or match.end() > line.end():
            at = max(line.end(), at + 1)
            continue
        end, unseen = _end(data, line.end())
        document, after = _document(data, match.end(), end)
        name = match[1].upper()
        yield Instruction(name, match.start(1), match.end(), end, unseen, document, after)
        at = after


def regions(path: str, data: bytes) -> Regions:
    """Return what a shell reads of a Dockerfile, with the variables that it sets."""
    text = bytearray(data)
    found = []
    for one in instructions(data):
        for span in one.unseen:
            blank(text, *span)
        if one.name in _ASSIGNING:
            found.append(Region(one.start, one.end))
        elif one.name in _FOR_SHELL and data[one.arguments : one.arguments + 1] != b"[":
            is_script = one.name == b"RUN" and _DOCUMENT.match(data, one.arguments) is not None
            span = one.document if is_script else (one.arguments, one.after)
            found.append(Region(*span))
    return Regions(bytes(text), tuple(found))


def _end(data: bytes, end: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the end of an instruction whose first line ends at `end`, and what no shell sees."""
    unseen = []
    start = data.rfind(b"\n", 0, end - 1) + 1
    while end < len(data) and (written := data[start:end].rstrip()).endswith(b"\\"):
        if data[start + len(written) : end] not in (b"\n", b"\r\n"):
            unseen.append((start + len(written) - 1, end))
        line = _LINE.match(data, end)
        assert line is not None
        while line.end() > line.start() and _SKIPPED.fullmatch(data, *line.span()):
            unseen.append(line.span())
            line = _LINE.match(data, line.end())
            assert line is not None
        start, end = line.span()
        if start == end:
            break
    return end, tuple(unseen)


def _document(data: bytes, start: int, end: int) -> tuple[tuple[int, int], int]:
    """Return the here-document of an instruction that ends at `end`, and what is behind it."""
    match = _DOCUMENT.search(data, start, end)
    if match is None:
        return (end, end), end
    found = re.compile(rb"(?m)^\t*%b\r?$" % match[2]).search(data, end)
    if found is None:
        return (end, len(data)), len(data)
    return (end, found.start()), min(found.end() + 1, len(data))
