"""A lexer that never fails: it masks comments and literals and finds names in the rest.

Everything else in porter reads *masked code*: a copy of the file, byte for byte as long, in which
comments are blanks and literals are two quotes around blanks. A pattern that matches in masked
code cannot match in a comment or a string, and its offsets are those of the file.

Token forms follow [lex] of the C++20 standard, the Python and CMake language references and GNU
make's manual. Line splices are honoured where they occur in practice: in line comments, in
strings and in preprocessor directives; as in GCC and Clang, blanks may follow the backslash.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from porter.source.text.languages import WITH_COMMANDS, Language

#: Finds the end of the comment or literal that opens at an offset; None when none does.
_Closer = Callable[[bytes, int], int | None]

_SPLICE = rb"\\[ \t]*\r?\n"
_C_OPENER = re.compile(rb"""//|/\*|"|'""")
_LINE_COMMENT_STOP = re.compile(rb"\n|" + _SPLICE)
_STRING_STOP = re.compile(rb'"|\n|' + _SPLICE + rb"|\\[^\n]")
_CHARACTER_STOP = re.compile(rb"'|\n|" + _SPLICE + rb"|\\[^\n]")
#: The prefix of a raw string is a token of its own: PRINTR"(" is a macro and a string.
_RAW_PREFIX = re.compile(rb"(?<![\w\x80-\xff])(?:u8|[uUL])?R\Z")
_RAW_OPENER = re.compile(rb'"([^\s()\\"]{0,16})\(')
#: A number that ends where a quote begins: the quote is a digit separator, as in 1'000'000.
_NUMBER_BEFORE = re.compile(rb"(?<![\w.'\x80-\xff])\.?[0-9][\w.']*\Z")
_LONGEST_NUMBER = 256

_PYTHON_OPENER = re.compile(rb"""\#|\"\"\"|'''|"|'""")
_PYTHON_STOPS = {
    quote: re.compile(quote + rb"|\\(?:\r\n|.)" + (b"" if len(quote) == 3 else rb"|\n"), re.DOTALL)
    for quote in (b'"""', b"'''", b'"', b"'")
}

_CMAKE_OPENER = re.compile(rb'\#(?:\[(=*)\[)?|"|\[(=*)\[')
_CMAKE_STRING_STOP = re.compile(rb'"|\\.', re.DOTALL)

_MAKE_OPENER = re.compile(rb"(?<!\\)\#")
#: In texts that hold commands; markup has titles there, which are no code either.
_SCRIPT_OPENER = re.compile(rb"(?<![^\s;&|()])\#")

_BLANK = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))
#: Bytes beyond ASCII belong to words: a name next to one is part of a longer identifier.
WORD_BYTES = frozenset(
    byte
    for byte in range(256)
    if byte > 0x7F or byte == 0x5F or (chr(byte).isascii() and chr(byte).isalnum())
)
_WORDS = bytes(byte if byte in WORD_BYTES else 0x20 for byte in range(256))
_LARGE = 1 << 20
#: Up to this many bytes, what was masked last is kept.
_SMALL = 1 << 16
#: What some editors put in front of a file in UTF-8.
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def mask(data: bytes, language: Language = Language.CUDA) -> bytes:
    """Blank out comments and the contents of literals.

    Args:
        data: the bytes of a file; anything is accepted.
        language: whose comments and literals are meant. Make has no literals.

    Returns:
        As many bytes as `data`: line ends and everything that is code at their places, blanks
        elsewhere; the first and the last quote of a literal stay.
    """
    return _kept(data, language) if len(data) <= _SMALL else _masked(data, language)


def _masked(data: bytes, language: Language) -> bytes:
    masked = bytearray(data)
    if data.startswith(BYTE_ORDER_MARK):  # no part of the first word
        masked[: len(BYTE_ORDER_MARK)] = b"   "
    for start, end in comment_and_literal_spans(data, language):
        quote = data[start]
        if quote in b"\"'" and end - start > 1 and data[end - 1] == quote:
            start += 1
            end -= 1
        masked[start:end] = data[start:end].translate(_BLANK)
    return bytes(masked)


#: Headers are looked into with each file that includes them.
_kept = lru_cache(maxsize=256)(_masked)


def comment_and_literal_spans(
    data: bytes, language: Language = Language.CUDA
) -> Iterator[tuple[int, int]]:
    """Yield the span of each comment and literal, in order; a quote starts the literals."""
    opener, closer = _LANGUAGES.get(language, (_C_OPENER, _c_end))
    at = 0
    while match := opener.search(data, at):
        start = match.start()
        end = closer(data, start)
        if end is None:
            at = start + 1
        else:
            yield start, end
            at = end


def blanked(code: bytes) -> bytes:
    """Return as many bytes as `code`: its line ends at their places, blanks elsewhere."""
    return code.translate(_BLANK)


def without(code: bytes, spans: Iterable[tuple[int, int]]) -> bytes:
    """Return `code` with spans blanked, which are in the order of their starts."""
    parts: list[bytes] = []
    done = 0
    for start, end in spans:
        if end > done:
            start = max(start, done)
            parts += (code[done:start], blanked(code[start:end]))
            done = end
    parts.append(code[done:])
    return b"".join(parts)


def names(code: bytes) -> frozenset[bytes]:
    """Return the set of identifiers and keywords in masked code, and maybe of numbers.

    Numbers are told apart only in large files, where there may be millions of them: splitting on
    what cannot be part of a word is several times as fast as matching identifiers.
    """
    if len(code) <= _LARGE:
        return frozenset(code.translate(_WORDS).split())
    found: set[bytes] = set()
    start = 0
    while start < len(code):
        end = min(start + _LARGE, len(code))
        while end < len(code) and code[end] in WORD_BYTES:
            end += 1
        words = set(code[start:end].translate(_WORDS).split())
        found.update(word for word in words if not word[:1].isdigit())
        start = end
    return frozenset(found)


def places_of(code: bytes, name: bytes) -> list[int]:
    """Return the offsets at which `name` stands in masked code and is no part of a longer word."""
    found = []
    at = code.find(name)
    while at >= 0:
        end = at + len(name)
        if (at == 0 or code[at - 1] not in WORD_BYTES) and (
            end == len(code) or code[end] not in WORD_BYTES
        ):
            found.append(at)
        at = code.find(name, end)
    return found


def _c_end(data: bytes, start: int) -> int | None:
    first = data[start]
    if first == 0x2F:
        if data[start + 1] == 0x2A:
            end = data.find(b"*/", start + 2)
            return len(data) if end < 0 else end + 2
        return _line_comment_end(data, start)
    if first == 0x22:
        if data[start - 1 : start] == b"R" and _RAW_PREFIX.search(data, max(0, start - 3), start):
            raw = _RAW_OPENER.match(data, start)
            if raw:
                tail = b")" + raw.group(1) + b'"'
                end = data.find(tail, raw.end())
                return len(data) if end < 0 else end + len(tail)
        return _quoted_end(data, start, _STRING_STOP)
    if data[start - 1 : start].isalnum() and _NUMBER_BEFORE.search(
        data, max(0, start - _LONGEST_NUMBER), start
    ):
        return None
    end_of_character = _quoted_end(data, start, _CHARACTER_STOP)
    return None if end_of_character == start + 2 else end_of_character


def _python_end(data: bytes, start: int) -> int | None:
    if data[start] == 0x23:
        return _line_end(data, start)
    quote = data[start : start + 3]
    if quote not in (b'"""', b"'''"):
        return _quoted_end(data, start, _PYTHON_STOPS[quote[:1]])
    end = _quoted_end(data, start, _PYTHON_STOPS[quote], 3)
    return len(data) if end is None else end


def _cmake_end(data: bytes, start: int) -> int | None:
    if data[start] == 0x22:
        return _quoted_end(data, start, _CMAKE_STRING_STOP)
    match = _CMAKE_OPENER.match(data, start)
    assert match is not None
    level = match.group(1) if match.group(1) is not None else match.group(2)
    if level is None:
        return _line_end(data, start)
    end = data.find(b"]" + level + b"]", match.end())
    return len(data) if end < 0 else end + len(level) + 2


def _line_comment_end(data: bytes, start: int) -> int:
    """Return the offset of the line end that closes a comment; splices continue it."""
    for stop in _LINE_COMMENT_STOP.finditer(data, start):
        if data[stop.start()] == 0x0A:
            return stop.start()
    return len(data)


def _line_end(data: bytes, start: int) -> int:
    end = data.find(b"\n", start)
    return len(data) if end < 0 else end


def _quoted_end(
    data: bytes, start: int, stops: re.Pattern[bytes], quote_length: int = 1
) -> int | None:
    """Return the offset behind the closing quote, None when the literal is not closed.

    Escapes are stepped over one at a time: one regular expression for the whole literal would
    keep a backtracking state for each, which a generated literal of megabytes cannot afford.
    """
    for stop in stops.finditer(data, start + quote_length):
        byte = data[stop.start()]
        if byte == data[start]:
            return stop.end()
        if byte == 0x0A:
            return None
    return None


_LANGUAGES: dict[Language, tuple[re.Pattern[bytes], _Closer]] = {
    Language.PYTHON: (_PYTHON_OPENER, _python_end),
    Language.CMAKE: (_CMAKE_OPENER, _cmake_end),
    Language.MAKE: (_MAKE_OPENER, _line_comment_end),
    Language.BUILD: (_MAKE_OPENER, _line_comment_end),
    **dict.fromkeys(WITH_COMMANDS, (_SCRIPT_OPENER, _line_end)),
}
