"""The result of a run of `porter convert`: the conversion, and what was written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.port.written import Written
from porter.source import Severity

if TYPE_CHECKING:
    from porter.convert.result import FileResult, LocatedFinding
    from porter.convert.tree_conversion import TreeConversion
    from porter.port.destination import Destination
    from porter.project.discover import Project
    from porter.project.problem import Problem


@dataclass(frozen=True)
class TreeResult:
    """What a run amounts to.

    Attributes:
        conversion: what the target made of the tree.
        destination: where the port went.
        output: what writing it did.
    """

    conversion: TreeConversion
    destination: Destination
    output: Written

    @property
    def project(self) -> Project:
        """The code base."""
        return self.conversion.project

    @property
    def files(self) -> dict[str, FileResult]:
        """The result of each file that was read, by path and in its order."""
        return self.conversion.files

    @property
    def findings(self) -> list[tuple[str, LocatedFinding]]:
        """Path and finding of each finding that still holds, by path and place."""
        return self.conversion.findings

    @property
    def edits(self) -> Counter[tuple[str, str]]:
        """(rule, detail) -> number of edits."""
        return self.conversion.edits

    @property
    def written(self) -> int:
        """Number of files of the destination whose bytes changed."""
        return self.output.written

    @property
    def problems(self) -> list[Problem]:
        """Files that were not converted or not written, with the reason."""
        return [*self.conversion.problems, *self.output.problems]

    @property
    def notes(self) -> list[str]:
        """What else a person should know."""
        return [*self.conversion.notes, *self.conversion.emission.notes, *self.output.notes]

    @property
    def has_failed(self) -> bool:
        """Whether a file could not be read, converted or written."""
        return bool(self.problems or self.project.unreadable)

    @property
    def errors(self) -> int:
        """Number of findings that are errors, and of files that could not be done."""
        return (
            len(self.problems)
            + len(self.output.kept)
            + sum(len(check.failures) for check in self.conversion.checks)
            + sum(one.finding.severity is Severity.ERROR for _, one in self.findings)
        )
