"""What the rules for Makefiles share: the lines they may change, and the words of a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from porter.fixers.build._flags import Word
from porter.source import SourceFile
from porter.source.build_branches import one_sided
from porter.source.makefile import Kind, Line, lines, make_chains
from porter.source.spans import holds, merged

_WORD = re.compile(
    rb"""(?:\$\((?:[^()\s]|\([^()]*\))*\)|\$\{[^}]*\}|"(?:\\.|[^"])*"|'[^']*'|\\[^\r\n]|[^\s()"'\\])+"""
)
_NVCC_VARIABLE = re.compile(rb"(?i)nvcc|cuda|gencode|(?:^|_)cu_?flags|hip")
_COMPILER = re.compile(
    rb"(?:[-@+\s]*)(?:\S*/)?(?:nvcc|hipcc|\$[({]\w*(?:NVCC|HIPCC|nvcc|hipcc)\w*[)}])(?=\s|$)"
)
_SPEECH = re.compile(rb"[-@+\s]*(?:echo|printf)\b")


def changeable(file: SourceFile) -> tuple[Line, ...]:
    """Return the lines outside branches for one side, but those that speak to people."""
    return _changeable(file.data)


@lru_cache(maxsize=8)
def _changeable(data: bytes) -> tuple[Line, ...]:
    spans = merged(one_sided(make_chains(data)))
    return tuple(
        line
        for line in lines(data)
        if line.kind is not Kind.CONDITIONAL
        and not (line.kind is Kind.RECIPE and _SPEECH.match(line.text))
        and not holds(spans, line.start)
    )


def is_nvccs(line: Line) -> bool:
    """Tell whether all flags of the line are nvcc's: its command, or a variable of its flags."""
    if line.kind is Kind.RECIPE:
        return _COMPILER.match(line.text) is not None
    return line.kind is Kind.ASSIGNMENT and _NVCC_VARIABLE.search(line.name) is not None


def words(line: Line) -> Iterator[Word]:
    """Yield the words of a line; what stands in a call of make's is words, too."""
    nvccs = is_nvccs(line)
    for match in _WORD.finditer(line.text):
        # The last argument of make's own functions: $(foreach arch,$(ARCHS),-gencode …).
        cut = match.group().find(b",-") + 1 if match.group()[:1] != b"-" else 0
        at = line.text_start + match.start() + cut
        text = match.group()[cut:].decode("utf-8", "surrogateescape")
        yield Word(at, line.text_start + match.end(), text, nvccs)


def without(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return the span to take out so that the words beside `data[start:end]` stay apart."""
    before = start
    while before > 0 and data[before - 1] in b" \t":
        before -= 1
    after = end
    while after < len(data) and data[after] in b" \t":
        after += 1
    follows = data[after : after + 1] not in (b"", b"\n", b"\r", b"\\", b")")
    begins = before == 0 or data[before - 1] in b"\n=(,"
    continued = data[after : after + 1] == b"\\"
    if continued and before and data[before - 1] in b"\n":
        return start, after
    if begins:
        return (
            (start, after)
            if follows
            else (before if data[before - 1 : before] == b"=" else start, end)
        )
    return before, end
