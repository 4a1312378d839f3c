"""Where the blocks around offsets end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.source.text.bracket_pairs import bracket_pairs

_BRACE = re.compile(rb"[{}]")


def block_ends(code: bytes, offsets: Sequence[int]) -> Iterator[int | None]:
    """Yield where the innermost block around each offset ends; None where none is closed there.

    Args:
        code: masked code.
        offsets: in order.
    """
    pairs = bracket_pairs(code)
    opened: list[int] = []
    braces = _BRACE.finditer(code)
    brace = next(braces, None)
    for offset in offsets:
        while brace is not None and brace.start() < offset:
            if brace.group() == b"{":
                opened.append(brace.start())
            elif opened:
                opened.pop()
            brace = next(braces, None)
        yield pairs[opened[-1]] or None if opened else None
