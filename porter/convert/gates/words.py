"""The words of a gate, and what one side's build or compiler sees of a file with gates."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Words(NamedTuple):
    """The lines that a gate is made of, without indentation and line ends.

    Attributes:
        open: before HIP's lines.
        otherwise: between HIP's lines and CUDA's.
        close: behind both.
        only_cuda: before CUDA's lines where HIP has none; a language may do without.
    """

    open: bytes
    otherwise: bytes
    close: bytes
    only_cuda: bytes | None = None


def side(data: bytes, words: Words, *, hip: bool, inner: Callable[[bytes], bytes] = bytes) -> bytes:
    """Return what one side sees of a file with gates: the other side and the gates go.

    Args:
        data: the bytes of the file.
        words: of its language.
        hip: HIP's side, not CUDA's.
        inner: gives lines as they were before a gate was put around them.
    """
    kept: list[bytes] = []
    inside: list[bytes] = []
    for_hip: bool | None = None
    for line in data.splitlines(keepends=True):
        word = line.strip()
        if for_hip is None:
            if word in (words.open, words.only_cuda):
                for_hip = word == words.open
            else:
                kept.append(line)
            continue
        if word not in (words.otherwise, words.close):
            inside.append(line)
            continue
        if for_hip is hip:
            kept.append(inner(b"".join(inside)))
        inside = []
        for_hip = False if word == words.otherwise else None
        if kept and not line.endswith(b"\n"):
            # Upstream's last line had no end, and the gate hides that.
            kept[-1] = kept[-1].rstrip(b"\r\n")
    return b"".join(kept)
