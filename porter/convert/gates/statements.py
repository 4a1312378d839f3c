"""Two texts of a build file made one: where they differ, a condition chooses.

A text is taken as statements: whole lines that a condition may go around. Those of a block (`if()`
to `endif()`) are looked into where both texts have the block, so that a gate goes around what
differs and not around all of it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Branch(NamedTuple):
    """The line that opens a branch of a block, and the statements up to the next such line."""

    head: bytes
    body: tuple[Statement, ...]


class Statement(NamedTuple):
    """Lines that stay together.

    Attributes:
        branches: of a block; none for lines that are not looked into.
        tail: the line that closes the block, or the lines.
    """

    branches: tuple[Branch, ...]
    tail: bytes

    @property
    def text(self) -> bytes:
        """All of its lines."""
        heads = (part.head + text_of(part.body) for part in self.branches)
        return b"".join(heads) + self.tail

    @property
    def skeleton(self) -> tuple[bytes, ...]:
        """The lines of a block that are its own."""
        return (*(part.head for part in self.branches), self.tail)


def text_of(statements: Sequence[Statement]) -> bytes:
    """Return all lines of `statements`."""
    return b"".join(one.text for one in statements)


#: Gives lines with a condition around them: CUDA's and HIP's, one of which may be none.
Gate = Callable[[bytes, bytes], bytes]


def merged(cuda: Sequence[Statement], hip: Sequence[Statement], gate: Gate) -> bytes:
    """Return one text for both.

    Args:
        cuda: upstream's statements.
        hip: those of the port.
        gate: puts a condition around lines of both.
    """
    parts: list[bytes] = []
    ours, theirs = ([one.text.decode("latin-1") for one in side] for side in (cuda, hip))
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    for kind, first, last, hip_first, hip_last in matcher.get_opcodes():
        if kind == "equal":
            parts.append(text_of(cuda[first:last]))
        else:
            parts += _different(cuda[first:last], hip[hip_first:hip_last], gate)
    return b"".join(parts)


def _different(cuda: Sequence[Statement], hip: Sequence[Statement], gate: Gate) -> list[bytes]:
    """Return the parts of statements that differ; blocks of one form are looked into."""
    parts: list[bytes] = []
    forms = [[one.skeleton if one.branches else () for one in side] for side in (cuda, hip)]
    done = [0, 0]
    for index, form in enumerate(forms[0]):
        if not form or form not in forms[1][done[1] :]:
            continue
        at = forms[1].index(form, done[1])
        parts += _gated(cuda[done[0] : index], hip[done[1] : at], gate)
        for ours, theirs in zip(cuda[index].branches, hip[at].branches, strict=True):
            parts += (ours.head, merged(ours.body, theirs.body, gate))
        parts.append(cuda[index].tail)
        done = [index + 1, at + 1]
    return parts + _gated(cuda[done[0] :], hip[done[1] :], gate)


def _gated(cuda: Sequence[Statement], hip: Sequence[Statement], gate: Gate) -> list[bytes]:
    """Return the lines of both behind a gate, if there are any."""
    before, after = text_of(cuda), text_of(hip)
    return [gate(before, after)] if before or after else []
