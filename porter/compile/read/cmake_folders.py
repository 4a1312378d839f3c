"""The folders that CMake scripts add, and those that only branches add which may not be taken.

Source: CMake's manual, cmake-commands(7), `add_subdirectory`.
"""

from __future__ import annotations

from pathlib import Path

from porter.compile.read.cmake_interpreter import Interpreter


class AddedFolders:
    """The folders that are added."""

    def __init__(self) -> None:
        self._added: set[Path] = set()
        self._left_out: set[Path] = set()
        self._perhaps: set[Path] = set()

    def add(self, folder: Path, where: Interpreter) -> None:
        """Take note of a folder that a command adds.

        Args:
            folder: the folder.
            where: tells whether the command stands in a branch that is not taken, and whether CMake
                is sure to run it where a side for GPUs is chosen.
        """
        if where.is_chosen:
            self._perhaps.discard(folder)
        elif folder not in self._added:
            self._perhaps.add(folder)
        (self._left_out if where.is_off else self._added).add(folder)

    def are_left_out(self, place: Path) -> bool:
        """Tell whether only branches add a folder, or one around it, that are not taken."""
        return bool({place, *place.parents} & (self._left_out - self._added))

    def are_perhaps(self, place: Path) -> bool:
        """Tell whether a build may leave out a folder, or one around it."""
        return not self._perhaps.isdisjoint({place, *place.parents})
