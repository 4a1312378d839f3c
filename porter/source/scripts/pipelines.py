"""The command lines in what services run: YAML workflows and Jenkinsfiles.

Only forms in which the shell's text stands as it is are read: block scalars, plain ones of one
line, and quoted ones without escapes.
Source: YAML 1.2, "Block Scalar Styles", "Flow Scalar Styles"; GitHub's, GitLab's, Travis CI's,
CircleCI's and Azure's references of their files; Jenkins, "Pipeline: Nodes and Processes", `sh`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source.scripts.region import Region, Regions, blank

_KEY = re.compile(
    rb"(?m)^(?P<indent>[ ]*(?:-[ ]+)*)(?P<quote>['\"]?)(?:run|script|before_script|after_script"
    rb"|install|before_install|bash|commands?|inlineScript|build_script|test_script)(?P=quote)"
    rb"[ ]*:[ ]*(?P<value>[^\r\n]*)"
)
_BLOCK = re.compile(rb"([|>])[-+0-9]*[ \t]*(?:#.*)?")
_ITEM = re.compile(rb"[ ]*-[ ]+([^\r\n]*)")
_LINE = re.compile(rb"[^\n]*+\n?")
_QUOTED = re.compile(rb"(?:'([^']*)'|\"([^\"\\]*)\")[ \t]*(?:#.*)?")
_NOT_PLAIN = re.compile(rb"[\[\]{}&*!|>'\"%@`#]")
_STEP = re.compile(
    rb"""\bsh[ \t]*+\(?+[ \t]*+(?:script[ \t]*+:[ \t]*+)?+('''|\"\"\"|'(?!')|"(?!"))"""
)


def regions(path: str, data: bytes) -> Regions:
    """Return what a shell reads of a file that a service reads."""
    if path.rpartition("/")[2] == "Jenkinsfile":
        return Regions(data, tuple(_steps(data)))
    text = bytearray(data)
    found: list[Region] = []
    at = 0
    while key := _KEY.search(data, at):
        width = len(key["indent"])
        spans, at = _value(text, data, key.start("value"), key.end(), width)
        found += spans
        at = max(at, key.end())
    return Regions(bytes(text), tuple(found))


def _value(
    text: bytearray, data: bytes, start: int, end: int, width: int
) -> tuple[list[Region], int]:
    """Return what a shell reads of a value, and the offset behind it.

    Args:
        text: blanks are written here.
        data: the file.
        start: where the value begins.
        end: the end of its first line.
        width: the column of its key.
    """
    value = data[start:end]
    following = _after(data, end)
    if block := _BLOCK.fullmatch(value):
        stop = _indented(data, following, width)
        if block[1] == b">":
            _fold(text, data, following, stop)
        return [Region(following, stop)], stop
    if not value or value.startswith(b"#"):
        return _items(text, data, following, width)
    stop = _indented(data, following, width)
    if data[following:stop].strip():
        return [], stop  # a scalar of several lines
    return _scalar(data, start, end), following


def _items(text: bytearray, data: bytes, at: int, width: int) -> tuple[list[Region], int]:
    found: list[Region] = []
    while at < len(data):
        line = _LINE.match(data, at)
        assert line is not None
        if not line.group().strip() or line.group().lstrip().startswith(b"#"):
            at = line.end()
            continue
        item = _ITEM.match(data, at)
        indent = _width(line.group())
        if item is None or indent < width or re.match(rb"[\w.-]+[ ]*:(?:\s|$)", item[1]):
            break
        spans, at = _value(text, data, item.start(1), item.end(), indent)
        found += spans
    return found, at


def _scalar(data: bytes, start: int, end: int) -> list[Region]:
    value = data[start:end]
    if quoted := _QUOTED.fullmatch(value):
        group = 1 if quoted[1] is not None else 2
        return [Region(start + quoted.start(group), start + quoted.end(group))]
    return [] if _NOT_PLAIN.match(value) else [Region(start, end)]


def _steps(data: bytes) -> Iterator[Region]:
    """Yield the texts of a Jenkinsfile's `sh` steps."""
    at = 0
    while step := _STEP.search(data, at):
        end = data.find(step[1], step.end())
        at = step.end() if end < 0 else end + len(step[1])
        body = data[step.end() : max(end, step.end())]
        if end >= 0 and b"\\" not in body and (len(step[1]) == 3 or b"\n" not in body):
            yield Region(step.end(), end)


def _fold(text: bytearray, data: bytes, start: int, end: int) -> None:
    """Put blanks in the place of line ends that a folded scalar has none for."""
    for match in re.finditer(rb"(?<=\S)[ \t]*\r?\n(?=[ ]*\S)", data[start:end]):
        blank(text, start + match.start(), start + match.end())


def _indented(data: bytes, at: int, width: int) -> int:
    """Return the end of the lines that are indented further than a column, or blank."""
    while at < len(data):
        line = _LINE.match(data, at)
        assert line is not None
        if line.group().strip() and _width(line.group()) <= width:
            break
        at = line.end()
    return at


def _after(data: bytes, at: int) -> int:
    end = data.find(b"\n", at)
    return len(data) if end < 0 else end + 1


def _width(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" "))
