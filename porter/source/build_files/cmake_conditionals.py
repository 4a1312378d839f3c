"""The conditionals around the commands of a CMake script, which are followed in order.

Beside what is sure they tell what is for GPUs: a branch that is taken where CUDA is chosen, or HIP,
and everything else is as it is by default. Source: CMake's manual, cmake-commands(7), "if".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from porter.source.build_files.cmake import Command
from porter.source.build_files.cmake_conditions import FOR_GPUS, Values, both, condition, negated

#: The names that are on where CUDA is chosen, where HIP is, and where nothing is.
_SIDES = (
    re.compile(r"(?i)cuda|nvcc|nvidia|gpu"),
    re.compile(r"(?i)hip|rocm|amd|gpu"),
    re.compile(r"(?!)"),
)


class _Branch(NamedTuple):
    """Whether a branch is taken, and whether a later one may be; None: not known."""

    is_taken: bool | None = None
    may_be: bool | None = True


class _Open(NamedTuple):
    """A conditional: its branch as things are, and where each side is chosen; what it asks."""

    branch: _Branch
    chosen: tuple[_Branch, ...]
    text: str


class Conditionals:
    """The conditionals around the next command of a script."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    @property
    def depth(self) -> int:
        """How many there are."""
        return len(self._open)

    def asked_since(self, depth: int) -> str:
        """Return what those ask for that were entered since there were `depth`, as written."""
        return " ".join(one.text for one in self._open[depth:])

    def leave(self, depth: int) -> None:
        """Leave those that were entered since there were `depth` of them."""
        del self._open[depth:]

    @property
    def are_off(self) -> bool:
        """Whether what follows is in a branch that is not taken."""
        return False in self.taken

    @property
    def taken(self) -> list[bool | None]:
        """Whether each branch around what follows is taken, outermost first; None: not known."""
        return [one.branch.is_taken for one in self._open]

    @property
    def are_chosen(self) -> bool:
        """Whether what follows is sure to be reached where CUDA's side is chosen, or HIP's.

        What is built where nothing is chosen as well is for no GPU: `if(NOT USE_CUDA)`.
        """
        cuda, hip, nothing = (
            all(one.chosen[side].is_taken for one in self._open) for side in range(len(_SIDES))
        )
        return cuda or (hip and not nothing)

    def follow(self, command: Command, data: bytes, values: Values) -> bool:
        """Take note of a command; return whether it is one of a conditional.

        Args:
            command: the next command.
            data: the bytes of its file.
            values: the variables where it stands.
        """
        if command.name == b"if":
            self._open.append(_Open(_Branch(), tuple(_Branch() for _ in _SIDES), ""))
        elif command.name not in (b"elseif", b"else", b"endif"):
            return False
        if self._open:
            before = self._open.pop()
            if command.name == b"endif":
                return True
            text = data[command.open : command.close].decode("utf-8", "replace")
            is_last = command.name == b"else"
            branch = _next(before.branch, is_last or condition(command, data, values))
            # What asks for a compiler or a package of GPUs, however, is true where these are.
            is_asked = FOR_GPUS.search(text) is not None or None
            chosen = (
                _next(one, is_last or _or(condition(command, data, values, side), is_asked))
                for one, side in zip(before.chosen, _SIDES, strict=True)
            )
            self._open.append(_Open(branch, tuple(chosen), before.text + text))
        return True


def _next(before: _Branch, holds: bool | None) -> _Branch:
    return _Branch(both(before.may_be, holds), both(before.may_be, negated(holds)))


def _or(known: bool | None, otherwise: bool | None) -> bool | None:
    return otherwise if known is None else known
