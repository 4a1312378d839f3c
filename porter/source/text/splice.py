"""Replaces spans of bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

#: Start, end and what stands there afterwards; an `Edit` is one.
Change: TypeAlias = "tuple[int, int, bytes, *tuple[object, ...]]"


def spliced(
    data: bytes, changes: Iterable[Change], start: int = 0, end: int | None = None
) -> bytes:
    """Return `data[start:end]` with changes in it.

    Args:
        data: the bytes.
        changes: offsets into `data`, in order of place and without overlaps.
        start: where the part to return begins.
        end: where it ends; by default with `data`.
    """
    parts: list[bytes] = []
    for first, behind, text, *_ in changes:
        parts += (data[start:first], text)
        start = behind
    parts.append(data[start:end])
    return b"".join(parts)
