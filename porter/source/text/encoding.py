"""Recognizes bytes that are not source text."""

from __future__ import annotations

_SAMPLE = 4096


def refusal(data: bytes) -> str | None:
    """Return why `data` is not converted, or None.

    Any encoding in which ASCII stands for itself is welcome (UTF-8, Latin-1, Shift-JIS as it
    comes). UTF-16 and UTF-32 are not: no C++ compiler reads them either.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is UTF-16; convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)"
    sample = data[:_SAMPLE]
    if len(sample) >= 8 and sample.count(0) * 5 > len(sample) * 2:
        return "looks like UTF-16 or binary data; convert it to UTF-8 first"
    return None
