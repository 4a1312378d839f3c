"""The branches of a CMake script that a command stands in."""

from __future__ import annotations

from porter.source.build_files.cmake import Command


class Branches:
    """Follows the commands of a script, from its first on."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._last = 0

    def of(self, command: Command) -> tuple[int, ...]:
        """Return the numbers of the branches around the next command, the outermost first.

        What runs in a branch has run before a later command whose numbers begin with the same.

        Args:
            command: the next of the script.
        """
        if command.name == b"if":
            self._begin()
        elif command.name in (b"elseif", b"else", b"endif"):
            if self._numbers:
                self._numbers.pop()
            if command.name != b"endif":
                self._begin()
        return tuple(self._numbers)

    def _begin(self) -> None:
        self._last += 1
        self._numbers.append(self._last)
