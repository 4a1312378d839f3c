"""Finds the words in front of a place, however far apart."""

from __future__ import annotations

from porter.source.file import SourceFile
from porter.source.text.runs import word_start


def words_before(file: SourceFile, offset: int, count: int) -> int:
    """Return where the last words and signs of the code before `offset` begin.

    Args:
        file: the source.
        offset: where they end.
        count: how many of them; a sign is one byte.
    """
    for _ in range(count):
        last = file.previous(offset)
        if last < 0:
            return 0
        offset = min(last, word_start(file.code, last + 1))
    return offset
