"""The command lines that a text for people shows: Markdown, reStructuredText, plain text.

Source: CommonMark, "Fenced code blocks", "Code spans"; docutils, "Literal Blocks".
"""

from __future__ import annotations

import re

from porter.source.scripts.region import Region, Regions, blank

_LINE = re.compile(rb"[^\n]*+\n?")
_FENCE = re.compile(rb"[ \t>]*+(`{3,}+|~{3,}+)[ \t]*+\{?\.?([\w+-]*+)[^\n`]*+\r?\n?")
_DIRECTIVE = re.compile(rb"[ \t]*+\.\. (?:code-block|code|sourcecode|highlight)::[ \t]*+(\S*+)\s*+")
_FOR_SHELL = frozenset(
    b" sh bash shell zsh console shell-session shellsession terminal text txt none plain".split(
        b" "
    )
)
_INDENTED = re.compile(rb"(?: {4}|\t| {1,3}\t)[ \t]*+(?=\S)")
_QUOTED = re.compile(rb"[ \t]*+(?:>[ \t]?+)++")
_PROMPT = re.compile(rb"[ \t]*+(?:[\w.-]++@[\w.-]++[^\s$#]*+)?[$%][ \t]++(?=\S)")
_CODE = re.compile(rb"(?<!`)(`{1,2}+)(?!`)([^`\n]++)\1(?!`)")
_CONTINUED = re.compile(rb"\\\r?\n?\Z")
#: What a line speaks of that any rule for command lines is about.
_CONCERNED = re.compile(
    rb"(?i)nvcc|hipcc|\.cuh?\b|cuda|nvidia|cu(?:blas|fft|rand|sparse|solver|dnn)|nccl|\bsm_?\d\d|gpus"
    rb"|n(?:sys|cu|vprof)\b|/whl/"
)


def regions(path: str, data: bytes) -> Regions:
    """Return what may be command lines in a text for people."""
    if not _CONCERNED.search(data):
        return Regions(data, ())
    text = bytearray(data)
    found: list[Region] = []
    at = 0
    left_out = -1  # lines that are indented further belong to code of another language
    while at < len(data):
        line = _LINE.match(data, at)
        assert line is not None
        start, end = line.span()
        indent = _width(data, start, end)
        if left_out >= 0 and indent > left_out:
            at = end
            continue
        if indent < end - start:
            left_out = -1
        if fence := _FENCE.fullmatch(data, start, end):
            body, at = _fenced(data, end, fence[1])
            if fence[2].lower() in _FOR_SHELL:
                found.append(Region(end, body, is_shown=True))
                _blank_prompts(text, data, end, body)
            continue
        if directive := _DIRECTIVE.fullmatch(data, start, end):
            left_out = -1 if directive[1].lower() in _FOR_SHELL else indent
            at = end
            continue
        while _CONTINUED.search(data, max(start, end - 3), end) and end < len(data):
            following = _LINE.match(data, end)
            assert following is not None
            end = following.end()
        at = end
        if _CONCERNED.search(data, start, end):
            found += _of_line(text, data, start, end)
    return Regions(bytes(text), tuple(found))


def _of_line(text: bytearray, data: bytes, start: int, end: int) -> list[Region]:
    """Return the parts of a line of no block: all of it, or its code spans."""
    if quoted := _QUOTED.match(data, start, end):
        blank(text, *quoted.span())
        start = quoted.end()
    if prompt := _PROMPT.match(data, start, end):
        blank(text, *prompt.span())
        return [Region(prompt.end(), end, is_shown=True)]
    if _INDENTED.match(data, start, end):
        return [Region(start, end, is_shown=True)]
    spans = [match.span(2) for match in _CODE.finditer(data, start, end)]
    if spans:
        return [Region(*span, is_shown=True) for span in spans]
    return [Region(start, end, is_prose=True, is_shown=True)]


def _fenced(data: bytes, start: int, fence: bytes) -> tuple[int, int]:
    """Return the end of a block's body, and the offset behind the fence that closes it."""
    closing = re.compile(rb"(?m)^[ \t>]*+%b{%d,}+[ \t]*+\r?$" % (fence[:1], len(fence)))
    found = closing.search(data, start)
    if found is None:
        return len(data), len(data)
    return found.start(), min(len(data), found.end() + 1)


def _blank_prompts(text: bytearray, data: bytes, start: int, end: int) -> None:
    at = start
    while at < end:
        if quoted := _QUOTED.match(data, at, end):
            blank(text, *quoted.span())
            at = quoted.end()
        if prompt := _PROMPT.match(data, at, end):
            blank(text, *prompt.span())
            at = prompt.end()
        following = data.find(b"\n", at, end)
        at = end if following < 0 else following + 1


def _width(data: bytes, start: int, end: int) -> int:
    """Return how many blanks a line begins with; all of it where it is nothing else."""
    at = start
    while at < end and data[at] in b" \t\r\n":
        at += 1
    return at - start
