"""Statements of the lines of a file, by what each has to do with a block."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from porter.convert.gates.statements import Branch, Statement


class Role(Enum):
    """What lines have to do with a block."""

    PLAIN = "plain"
    OPENS = "opens"
    PARTS = "parts"
    CLOSES = "closes"


class Unit(NamedTuple):
    """Lines that stay together, and what they have to do with a block."""

    role: Role
    text: bytes


def nested(units: Sequence[Unit]) -> tuple[Statement, ...]:
    """Return the statements that the lines of a file are, blocks as such.

    Raises:
        ValueError: blocks do not close as they open.
    """
    levels: list[list[Statement]] = [[]]
    open_blocks: list[list[tuple[bytes, list[Statement]]]] = []
    for role, text in units:
        if role is Role.OPENS:
            open_blocks.append([(text, [])])
            levels.append(open_blocks[-1][0][1])
        elif role is Role.PLAIN:
            levels[-1].append(Statement((), text))
        elif not open_blocks:
            raise ValueError("a block is closed that was not opened")
        elif role is Role.PARTS:
            open_blocks[-1].append((text, []))
            levels[-1] = open_blocks[-1][-1][1]
        else:
            branches = tuple(Branch(head, tuple(body)) for head, body in open_blocks.pop())
            levels.pop()
            levels[-1].append(Statement(branches, text))
    if open_blocks:
        raise ValueError("a block is not closed")
    return tuple(levels[0])
