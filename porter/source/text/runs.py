"""Runs of bytes of one kind, found backwards in steps that grow with their length alone."""

from __future__ import annotations

from porter.source.text.lexer import WORD_BYTES

_WORD = bytes(WORD_BYTES)


def run_start(text: bytes, end: int, among: bytes) -> int:
    """Return where the run of bytes that ends at `end` starts; `end` itself where there is none.

    Args:
        text: the text.
        end: offset behind the run.
        among: the bytes that belong to it.
    """
    reach = 32
    while end > 0:
        start = max(0, end - reach)
        length = len(text[start:end].rstrip(among))
        if length:
            return start + length
        end, reach = start, reach * 4
    return 0


def word_start(code: bytes, end: int) -> int:
    """Return where the word that ends at `end` starts; `end` itself where there is none."""
    return run_start(code, end, _WORD)
