"""The result of writing a port."""

from __future__ import annotations

from dataclasses import dataclass, field

from porter.project.problem import Problem

#: Why a file is left for another run.
CHANGED = "changed while porter ran; run it again"


@dataclass(slots=True)
class Written:
    """What writing a port did.

    Attributes:
        written: number of files of the destination whose bytes changed.
        copied: number of files of the port that were taken over as they are.
        kept: files of the port that were not written, with the reason.
        problems: files that could not be read or written, with the reason.
        stale: files that an earlier run wrote and whose upstream is gone.
        notes: what a person should know.
    """

    written: int = 0
    copied: int = 0
    kept: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def problem(self, path: str, reason: str) -> None:
        """Note a file that could not be done."""
        self.problems.append(Problem(path, reason))
