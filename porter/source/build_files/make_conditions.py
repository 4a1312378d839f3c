"""Which lines of a Makefile make reads, by its conditionals.

A condition that depends on what cannot be told without running something, as `$(shell …)`, is
undecided: all of its branches are read then. Source: GNU make's manual, "Conditional Syntax".
"""

from __future__ import annotations

import re
from enum import Enum

from porter.source.build_files.make_values import MakeValues, argument_parts

_QUOTED = re.compile(r"""\s*+(?:"([^"]*+)"|'([^']*+)')\s*+(?:"([^"]*+)"|'([^']*+)')\s*+""")


class _Branch(Enum):
    """What becomes of a branch of a conditional."""

    READ = "it is the one that make reads"
    SKIPPED = "make reads another, or none"
    UNDECIDED = "it depends on what is not known"


class MakeConditions:
    """The conditionals around the line that is read.

    Args:
        values: the variables, as the lines before have set them.
    """

    def __init__(self, values: MakeValues) -> None:
        self._values = values
        self._open: list[_Branch] = []
        self._is_done: list[bool] = []  # whether a branch of each has been read

    @property
    def is_read(self) -> bool:
        """Whether make may read the lines here."""
        return _Branch.SKIPPED not in self._open

    @property
    def is_decided(self) -> bool:
        """Whether make surely reads the lines here, or surely does not."""
        return not self.is_read or _Branch.UNDECIDED not in self._open

    def directive(self, word: str, condition: str) -> None:
        """Go on behind the line of a conditional.

        Args:
            word: `ifeq`, `else`, `else ifdef`, `endif` and their like.
            condition: what stands behind it.
        """
        if word == "endif":
            del self._open[-1:], self._is_done[-1:]
        elif word.startswith("else"):
            if not self._open:
                return
            if self._is_done[-1]:
                self._open[-1] = _Branch.SKIPPED
            elif self._open[-1] is _Branch.UNDECIDED:
                return  # what follows is undecided, too
            else:
                self._enter(word.removeprefix("else").strip(), condition)
        else:
            self._open.append(_Branch.SKIPPED)
            self._is_done.append(False)
            self._enter(word, condition)

    def _enter(self, word: str, condition: str) -> None:
        if _Branch.SKIPPED in self._open[:-1]:
            return  # nothing in it is read, or asked
        truth = self._holds(word, condition) if word else True
        if truth is None:
            self._open[-1] = _Branch.UNDECIDED
        else:
            self._open[-1] = _Branch.READ if truth else _Branch.SKIPPED
            self._is_done[-1] = truth

    def _holds(self, word: str, condition: str) -> bool | None:
        """Tell whether a condition holds; None where that cannot be told."""
        known = self._values.unknown
        if word.endswith("def"):
            found = self._values.is_set(self._values.expand(condition).strip())
        else:
            pair = _compared(condition)
            if pair is None:
                return None
            found = self._values.expand(pair[0]).strip() == self._values.expand(pair[1]).strip()
        if self._values.unknown != known:
            return None
        return found != word.startswith("ifn")


def _compared(condition: str) -> tuple[str, str] | None:
    """Return the two texts that a condition compares."""
    condition = condition.strip()
    if condition.startswith("(") and condition.endswith(")"):
        parts = argument_parts(condition[1:-1], 2)
        return (parts[0], parts[1]) if len(parts) == 2 else None
    if match := _QUOTED.fullmatch(condition):
        first, second = match[1] or match[2] or "", match[3] or match[4] or ""
        return first, second
    return None
