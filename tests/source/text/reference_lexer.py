"""A slow, obvious lexer: one byte at a time, one state. What porter's lexer must agree with."""

from __future__ import annotations

BLANKS = b" \t"


def mask(data: bytes) -> bytes:
    """Return `data` with comments and literals blanked, by the rules of C++20's [lex]."""
    out = bytearray(data)
    at = 0
    while at < len(data):
        if data.startswith(b"//", at):
            at = _blank(out, at, _line_comment(data, at + 2))
        elif data.startswith(b"/*", at):
            at = _blank(out, at, _block_comment(data, at + 2))
        elif data[at] == ord('"') or (data[at] == ord("'") and not _in_number(data, at)):
            at = _literal(data, out, at)
        else:
            at += 1
    return bytes(out)


def _blank(out: bytearray, start: int, end: int) -> int:
    for at in range(start, end):
        if out[at] not in b"\r\n":
            out[at] = ord(" ")
    return end


def _splice(data: bytes, at: int) -> int:
    """Return the length of the backslash, blanks and line end at `at`, 0 when there are none."""
    if data[at] != ord("\\"):
        return 0
    end = at + 1
    while end < len(data) and data[end] in BLANKS:
        end += 1
    if data.startswith(b"\r\n", end):
        return end + 2 - at
    return end + 1 - at if data.startswith(b"\n", end) else 0


def _line_comment(data: bytes, at: int) -> int:
    while at < len(data) and data[at] != ord("\n"):
        at += _splice(data, at) or 1
    return at


def _block_comment(data: bytes, at: int) -> int:
    while at < len(data):
        if data.startswith(b"*/", at):
            return at + 2
        at += 1
    return at


def _literal(data: bytes, out: bytearray, at: int) -> int:
    quote = data[at]
    raw = _raw(data, at) if quote == ord('"') else None
    end = raw if raw is not None else _quoted(data, at)
    if end is None or (quote == ord("'") and end == at + 2):
        return at + 1
    closed = end - at > 1 and data[end - 1] == quote
    _blank(out, at + closed, end - closed)
    if not closed:
        _blank(out, at, at + 1)
    return end


def _quoted(data: bytes, start: int) -> int | None:
    at = start + 1
    while at < len(data):
        if data[at] == data[start]:
            return at + 1
        if data[at] == ord("\n"):
            return None
        if data[at] == ord("\\"):
            at += _splice(data, at) or (2 if data[at + 1 : at + 2] not in (b"", b"\n") else 1)
        else:
            at += 1
    return None


def _raw(data: bytes, quote: int) -> int | None:
    start = quote
    while start > 0 and _is_word(data[start - 1]):
        start -= 1
    if data[start:quote] not in (b"R", b"LR", b"uR", b"UR", b"u8R"):
        return None
    at = quote + 1
    while at < len(data) and data[at] not in b' \t\n\v\f\r()\\"':
        at += 1
    mark = data[quote + 1 : at]
    if len(mark) > 16 or data[at : at + 1] != b"(":
        return None
    end = data.find(b")" + mark + b'"', at + 1)
    return len(data) if end < 0 else end + len(mark) + 2


def _is_word(byte: int) -> bool:
    return byte > 127 or chr(byte).isalnum() or byte == ord("_")


def _in_number(data: bytes, quote: int) -> bool:
    """Tell whether the word in front of the quote is a number, quotes and points included."""
    start = quote
    while start > 0 and (_is_word(data[start - 1]) or data[start - 1] in b".'"):
        start -= 1
    word = data[start:quote].decode("latin-1")
    ends_well = word[-1:].isalnum()
    return ends_well and word.isascii() and word.removeprefix(".")[:1].isdigit()
