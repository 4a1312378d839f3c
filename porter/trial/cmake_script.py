"""A script of CMake's that is followed, and the branches around each of its commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.files.regular import read_regular
from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands
from porter.source.build_files.cmake_conditions import Conditionals
from porter.source.build_files.cmake_variables import Variables


class Script:
    """A script that is followed, and where it is followed from.

    Args:
        path: the file.
        name: it, relative to the port.
        data: its bytes.
        variables: those of its folder.
        around: whether the branches are taken from which it is included.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        data: bytes,
        variables: Variables,
        around: Sequence[bool | None],
    ) -> None:
        self.here = variables.here
        self.name = name
        self.data = data
        self.variables = variables
        self.conditionals = Conditionals()
        self._conditions: list[str] = []
        self._around = list(around)

    def follow(self, one: Command) -> bool:
        """Take note of a command; return whether it is one of a conditional."""
        # Where things are built is not where the sources are, as the variables have it.
        values = {k: v for k, v in self.variables.values.items() if not k.endswith("BINARY_DIR")}
        if not self.conditionals.follow(one, self.data, values):
            return False
        text = self.data[one.open : one.close].decode("utf-8", "replace")
        if one.name == b"if":
            self._conditions.append(text)
        elif one.name == b"elseif" and self._conditions:
            self._conditions[-1] += text
        elif one.name == b"endif":
            del self._conditions[-1:]
        return True

    @property
    def asked(self) -> str:
        """What the conditions around the next command ask for."""
        return " ".join(self._conditions)

    def states(self) -> list[bool | None]:
        """Whether each branch around the next command is taken, outermost first."""
        return [*self._around, *self.conditionals.taken]

    @property
    def is_sure(self) -> bool:
        """Whether CMake is sure to come here."""
        return all(self.states())

    @property
    def is_possible(self) -> bool:
        """Whether CMake may come here."""
        return False not in self.states()


def commands_of(path: Path) -> Iterator[Command]:
    """Yield the commands of a script; none of one that cannot be read."""
    try:
        yield from commands(read_regular(path))
    except (OSError, CMakeSyntaxError):
        return
