"""Source lines of the host's code behind addresses, by LLVM's symbolizer."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.files import json_values as values
from porter.toolchain.model import Toolchain

#: Functions that stand between a program and what it calls.
_BEFORE_MAIN = ("_start", "__libc_start_main", "__libc_start_call_main", "__libc_start_main_impl")


class Frame(NamedTuple):
    """A source line.

    Attributes:
        file: its path; empty when it is not known.
        line: counted from 1; 0 when it is not known.
        column: likewise.
        function: that it is in, demangled.
    """

    file: str
    line: int
    column: int
    function: str


class Symbols:
    """Looks addresses up, all of a file at once.

    Args:
        toolchain: that has the symbolizer.
    """

    def __init__(self, toolchain: Toolchain) -> None:
        self._tool = toolchain.tool("llvm-symbolizer")
        self._known: dict[str, tuple[Frame, ...]] = {}

    def look_up(self, places: Iterable[str]) -> None:
        """Find the lines of places of the form FILE+0xOFFSET; those that nobody knows have none."""
        files: dict[str, list[str]] = {}
        for place in places:
            file, _, offset = place.rpartition("+")
            files.setdefault(file, []).append(offset)
        for file, offsets in files.items():
            for offset, frames in zip(offsets, self._frames(file, offsets), strict=False):
                self._known[f"{file}+{offset}"] = frames

    def stack(self, places: Sequence[str]) -> tuple[Frame, ...]:
        """Return the lines of a call stack, the innermost first, down to `main`."""
        found: list[Frame] = []
        for place in places:
            frames = self._known.get(place, ())
            if frames and frames[0].function in _BEFORE_MAIN:
                break
            found += [frame for frame in frames if frame.line]
        return tuple(found)

    def _frames(self, file: str, offsets: list[str]) -> list[tuple[Frame, ...]]:
        if not Path(file).is_file():
            return []
        command = [str(self._tool), f"--obj={file}", "--output-style=JSON", *offsets]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return []
        return [_symbols(one) for one in values.rows(values.parsed(done.stdout))]


def _symbols(answer: object) -> tuple[Frame, ...]:
    return tuple(
        Frame(
            values.text(one["FileName"]),
            values.whole(one["Line"]),
            values.whole(one["Column"]),
            values.text(one["FunctionName"]),
        )
        for one in values.rows(values.table(answer).get("Symbol", []))
    )
