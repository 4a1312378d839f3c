"""In which blocks of a CMake file a command stands: branches, loops, functions."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from porter.source.build_files.cmake import Command

_BEGINS = frozenset((b"if", b"foreach", b"while", b"function", b"macro", b"block"))
_TURNS = frozenset((b"elseif", b"else"))
_ENDS = frozenset(b"end" + name for name in _BEGINS)

#: The blocks around a command, by where each begins, the outermost first.
Blocks = tuple[int, ...]


def blocks(commands: Sequence[Command]) -> dict[int, Blocks]:
    """Return the blocks around each command, by its offset.

    Args:
        commands: all commands of a file, in order.
    """
    inside: list[int] = []
    found: dict[int, Blocks] = {}
    for command in commands:
        if command.name in _ENDS or command.name in _TURNS:
            del inside[-1:]
        found[command.start] = tuple(inside)
        if command.name in _BEGINS or command.name in _TURNS:
            inside.append(command.start)
    return found


def is_run_before(earlier: Collection[Blocks], later: Blocks) -> bool:
    """Tell whether one of those that come before in a file is run whenever `later` is.

    What one branch has done, the other has not.
    """
    return any(later[:depth] in earlier for depth in range(len(later) + 1))
