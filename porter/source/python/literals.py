"""String literals of Python: their values, and how a text is spelled in one."""

from __future__ import annotations

import ast
import re
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from porter.source.python.formats import Format, escaped, specials

if TYPE_CHECKING:
    from tree_sitter import Node


class Kind(Enum):
    """What a segment is."""

    TEXT = 0
    ESCAPE = 1
    HOLE = 2


@dataclass(frozen=True, slots=True)
class Literal:
    """A string literal.

    Attributes:
        prefix: its prefix in small letters, as `rb`.
        quote: its quote, one or three characters.
        start: offset of its content.
        end: offset behind its content.
        formats: what is applied to it when the program runs, the first first.
    """

    prefix: str
    quote: bytes
    start: int
    end: int
    formats: tuple[Format, ...] = ()

    @property
    def is_raw(self) -> bool:
        """Whether a backslash stands for itself."""
        return "r" in self.prefix


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a text.

    Attributes:
        value: what it is in the text.
        start: offset in the source.
        end: offset behind it in the source.
        kind: text stands for itself byte by byte, an escape as a whole; a hole is no text yet.
        literal: number of the literal that it lies in; -1 for what stands between literals.
    """

    value: bytes
    start: int
    end: int
    kind: Kind
    literal: int


def segments_of(source: bytes, node: Node, number: int) -> tuple[list[Segment], Literal] | None:
    """Return the segments of a string literal; None where an escape has no UTF-8.

    Args:
        source: the bytes of the Python file.
        node: a `string` of the tree.
        number: of the literal.
    """
    first, last = node.children[0], node.children[-1]
    opening = source[first.start_byte : first.end_byte]
    quote = opening.lstrip(b"rRbBuUfFtT")
    prefix = opening[: len(opening) - len(quote)].decode().lower()
    literal = Literal(prefix, quote, first.end_byte, last.start_byte)
    segments: list[Segment] = []
    at = literal.start
    for special in _special_nodes(node):
        segments += _plain(source, at, special.start_byte, number)
        at = special.end_byte
        if special.type == "interpolation":
            segments.append(Segment(b"", special.start_byte, at, Kind.HOLE, number))
            continue
        if literal.is_raw and special.type == "escape_sequence":
            segments += _plain(source, special.start_byte, at, number)
            continue
        value = _value(source[special.start_byte : at], special.type, "b" in prefix)
        if value is None:
            return None
        segments.append(Segment(value, special.start_byte, at, Kind.ESCAPE, number))
    segments += _plain(source, at, literal.end, number)
    return segments, literal


def formatted(segments: Sequence[Segment], literals: list[Literal], style: Format) -> list[Segment]:
    """Return the segments of what a format makes of a text; its literals are told.

    Args:
        segments: those of the format string.
        literals: all literals of the expression; those of the segments get the format.
        style: the format.
    """
    for number in {segment.literal for segment in segments if segment.literal >= 0}:
        literals[number] = replace(literals[number], formats=(style, *literals[number].formats))
    text = b"".join(b"\0" if one.kind is Kind.HOLE else one.value for one in segments)
    found: list[Segment] = []
    left = deque(segments)
    at = 0
    for special in specials(text, style):
        found += _cut(left, special.start - at)
        inside = _cut(left, special.end - special.start)
        at = special.end
        kind = Kind.HOLE if special.value is None else Kind.ESCAPE
        first, last = inside[0], inside[-1]
        found.append(Segment(special.value or b"", first.start, last.end, kind, first.literal))
    return [*found, *left]


def spelled(text: bytes, literal: Literal, newline: bytes) -> bytes | None:
    """Return what stands for `text` in a literal; None where nothing does."""
    for style in literal.formats:
        doubled = escaped(text, style)
        if doubled is None:
            return None
        text = doubled
    if "f" in literal.prefix or "t" in literal.prefix:
        text = text.replace(b"{", b"{{").replace(b"}", b"}}")
    is_long = len(literal.quote) == 3
    if literal.is_raw:
        if literal.quote in text or (not is_long and b"\n" in text):
            return None
        return text.replace(b"\n", newline)
    text = text.replace(b"\\", b"\\\\").replace(b"\r", b"\\r")
    mark = literal.quote[:1]
    if not is_long:
        return text.replace(mark, b"\\" + mark).replace(b"\n", b"\\n")
    ending = literal.quote + b"|" + mark + rb"\Z"  # the last one by the quotes behind the text
    text = re.sub(ending, lambda quotes: quotes[0].replace(mark, b"\\" + mark), text)
    return text.replace(b"\n", newline)


def _special_nodes(node: Node) -> Iterator[Node]:
    for child in node.children[1:-1]:
        if child.type == "string_content":
            yield from child.children
        else:
            yield child


def _plain(source: bytes, start: int, end: int, number: int) -> Iterable[Segment]:
    """Yield text that stands for itself; Python reads CR LF in a literal as LF."""
    at = start
    while at < end:
        cut = source.find(b"\r\n", at, end)
        if cut < 0:
            cut = end
        if cut > at:
            yield Segment(source[at:cut], at, cut, Kind.TEXT, number)
        if cut < end:
            yield Segment(b"\n", cut, cut + 2, Kind.ESCAPE, number)
            cut += 2
        at = cut


def _value(written: bytes, kind: str, is_bytes: bool) -> bytes | None:
    """Return what an escape stands for, in UTF-8."""
    if kind == "escape_interpolation":
        return written[:1]
    prefix = b"b" if is_bytes else b""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = ast.literal_eval((prefix + b'"""' + written + b' """').decode("utf-8"))
            text = value[:-1]
            return text if isinstance(text, bytes) else text.encode("utf-8")
        except (SyntaxError, ValueError):
            return None


def _cut(left: deque[Segment], length: int) -> list[Segment]:
    """Take the segments of the first `length` bytes of a format string from what is left of it."""
    taken: list[Segment] = []
    while left:
        segment = left.popleft()
        size = 1 if segment.kind is Kind.HOLE else len(segment.value)
        if size > length:
            if length:
                middle = segment.start + length
                taken.append(replace(segment, value=segment.value[:length], end=middle))
                segment = replace(segment, value=segment.value[length:], start=middle)
            left.appendleft(segment)
            break
        taken.append(segment)
        length -= size
    return taken
