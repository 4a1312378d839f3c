"""Recognizes bytes that are not source text."""

from __future__ import annotations

_SAMPLE = 4096
#: How UTF-16 begins, in either order of bytes.
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def refusal(data: bytes) -> str | None:
    """Return why `data` is not converted, or None.

    Any encoding in which ASCII stands for itself is welcome (UTF-8, Latin-1, Shift-JIS as it
    comes). UTF-16 and UTF-32 are not: no C++ compiler reads them either.
    """
    if data.startswith(WIDE_MARKS):
        return "is UTF-16; convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)"
    sample = data[:_SAMPLE]
    if len(sample) >= 8 and sample.count(0) * 5 > len(sample) * 2:
        return "looks like UTF-16 or binary data; convert it to UTF-8 first"
    return None


def narrowed(data: bytes) -> bytes:
    """Return UTF-16 text as UTF-8, and other bytes as they are."""
    if not data.startswith(WIDE_MARKS):
        return data
    return data.decode("utf-16", "replace").encode("utf-8", "replace")
