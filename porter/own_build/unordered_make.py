"""Recognizes Makefiles that say too little for several jobs at a time.

One target's recipe makes what another one waits for, without a rule that says so: `objects:` runs
make in a folder, and the program's rule names `folder/part.o`. One job after the other gets by.
"""

from __future__ import annotations

import re
from pathlib import Path

_ENTERS = re.compile(r"make(?:\[(?P<level>\d+)\])?: Entering directory '(?P<folder>[^'\n]+)'")
_LACKS = re.compile(
    r"make(?:\[(?P<level>\d+)\])?: \*\*\* No rule to make target '(?P<path>[^'\n]+)', needed by"
)


class Unordered:
    """What make lacked, of which a part may have come later.

    Args:
        folder: where make runs.
    """

    def __init__(self, folder: Path) -> None:
        self._folders: dict[str, set[Path]] = {"": {folder}}
        self._lacking: set[tuple[str, str]] = set()

    def read(self, line: str) -> None:
        """Take in a line of make's output."""
        if not line.startswith("make"):
            return
        if enters := _ENTERS.match(line):
            self._folders.setdefault(enters["level"] or "", set()).add(Path(enters["folder"]))
        elif lacks := _LACKS.match(line):
            self._lacking.add((lacks["level"] or "", lacks["path"]))

    def came_later(self) -> str:
        """Return something that make had no rule for and that is there now; else nothing."""
        for level, path in sorted(self._lacking):
            if any((folder / path).exists() for folder in self._folders.get(level, ())):
                return path
        return ""
