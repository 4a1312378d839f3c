"""Preprocessor directives, and the headers that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.source.text.spans import Span

#: Directives that open a condition.
CONDITIONS = frozenset({b"if", b"ifdef", b"ifndef"})
#: Directives that open another branch of it.
ALTERNATIVES = frozenset({b"elif", b"else", b"elifdef", b"elifndef"})
#: What may stand around directives and means nothing.
BLANK = b"\xef\xbb\xbf \t\r\n\f\v"
_INCLUDE = re.compile(
    rb"(?:#[ \t]*(include(?:_next)?|import)|__has_include(?:_next)?[ \t]*\()[ \t]*"
)
#: The same in files without a test: a pattern that begins with one byte is found much faster.
_ONLY_INCLUDE = re.compile(rb"#[ \t]*(include(?:_next)?|import)[ \t]*")
_TEST = b"__has_include"
_HEADER_NAME = re.compile(rb'<([^>\n]*)>|"([^"\n]*)"')
_WORD_AND_REST = rb"\#[ \t]*+([a-z_]++)\b([^\\\n]*+(?:\\(?:[ \t]*+\r?\n|.)?+[^\\\n]*+)*+)"
#: A pattern that begins with one byte is found many times as fast as one that begins a line.
_DIRECTIVE = re.compile(_WORD_AND_REST)
_AT_LINE_START = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*+" + _WORD_AND_REST, re.MULTILINE)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class IncludeDirective(NamedTuple):
    """A header named in `#include` or `__has_include`.

    Attributes:
        start: offset of the directive's `#` (or of `__has_include`).
        path_start: offset of the first byte of the path, behind the bracket or quote.
        path: the path as written.
        angled: `<...>` rather than `"..."`.
        is_test: `__has_include` rather than an inclusion.
    """

    start: int
    path_start: int
    path: bytes
    angled: bool
    is_test: bool

    @property
    def path_end(self) -> int:
        """Offset behind the last byte of the path."""
        return self.path_start + len(self.path)

    @property
    def path_span(self) -> Span:
        """The path, which an edit or a finding is about."""
        return self.path_start, self.path_end

    @property
    def quoted_span(self) -> Span:
        """The path with the brackets or quotes around it."""
        return self.path_start - 1, self.path_end + 1


class Directive(NamedTuple):
    """A preprocessor directive, continuation lines included.

    Attributes:
        keyword: `if`, `ifdef`, `define` …
        start: offset of the line.
        body_start: offset behind the keyword.
        end: offset of the line end that closes it.
    """

    keyword: bytes
    start: int
    body_start: int
    end: int


def find_includes(masked: bytes, data: bytes) -> Iterator[IncludeDirective]:
    """Yield the headers named by `#include` and `__has_include`, in order.

    Args:
        masked: the code, comments and literals blanked.
        data: the file's bytes, for the headers' names.
    """
    done = 0
    pattern = _INCLUDE if _TEST in masked else _ONLY_INCLUDE
    for match in pattern.finditer(masked):
        if match.start() < done:  # inside of what a header is called
            continue
        header = _HEADER_NAME.match(data, match.end())
        if header:
            done = header.end()
            group = 1 if header.group(1) is not None else 2
            yield IncludeDirective(
                match.start(),
                header.start(group),
                header.group(group),
                angled=group == 1,
                is_test=match.group(1) is None,
            )


def find_directives(masked: bytes) -> tuple[Directive, ...]:
    """Return the directives of a file, in order; `masked` is its code."""
    found: list[Directive] = []
    for match in _DIRECTIVE.finditer(masked):
        at, end = match.span()
        start = masked.rfind(b"\n", 0, at) + 1
        if start < at and masked[start:at].removeprefix(_BYTE_ORDER_MARK).strip(b" \t"):
            return _directives_in_odd_places(masked)
        found.append(Directive(match[1], start, match.start(2), end))
    return tuple(found)


def _directives_in_odd_places(masked: bytes) -> tuple[Directive, ...]:
    """Return the directives of a file with what looks like one within a line."""
    return tuple(
        Directive(match.group(1), match.start(), match.start(2), match.end())
        for match in _AT_LINE_START.finditer(masked)
    )
