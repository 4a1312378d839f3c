"""Where a command of a CMake script stands that is followed: its line, and the branches around."""

from __future__ import annotations

import os
from pathlib import Path

from porter.compile.read.cmake_bodies import Text
from porter.compile.read.cmake_interpreter import Interpreter
from porter.source.build_files.cmake import Command
from porter.source.build_files.cmake_variables import Variables


class Place:
    """Where the command stands that an interpreter runs.

    Args:
        interpreter: the interpreter.
        root: the port.

    Attributes:
        command: the command.
        variables: those that it sees.
        asked: what the conditions around it ask for.
        taken: whether each branch around it is taken, outermost first; None: not known.
    """

    def __init__(self, interpreter: Interpreter, root: Path) -> None:
        self._root = root
        self._script = interpreter.script
        self._calls = tuple(interpreter.calls)
        self.command: Command = interpreter.command
        self.variables: Variables = interpreter.variables
        self.asked = interpreter.asked
        self.taken = interpreter.taken

    @property
    def here(self) -> Path:
        """The folder whose script it is."""
        return self.variables.here

    @property
    def is_sure(self) -> bool:
        """Whether CMake is sure to come here."""
        return all(self.taken)

    def line_of(self, word: str = "") -> tuple[str, int]:
        """Return the script, relative to the port, and the line where something is wrong.

        Args:
            word: what is wrong. If a call gives it to the function that the command stands in, the
                call is the place.
        """
        for script, command in ((self._script, self.command), *reversed(self._calls)):
            if word.encode() in script.data[command.open : command.close]:
                return self._line(script, command)
        return self._line(self._script, self.command)

    def _line(self, script: Text, command: Command) -> tuple[str, int]:
        name = Path(os.path.relpath(script.path, self._root)).as_posix()
        return name, script.data.count(b"\n", 0, command.start) + 1
