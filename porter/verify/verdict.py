"""The result of comparing the two sides of one case."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.verify.comparison.departures import LaunchErrors
from porter.verify.comparison.result import Difference
from porter.verify.timing import Timing


class Label(NamedTuple):
    """What a check is called.

    Attributes:
        project: name of the project.
        kind: "program", "extension" or "kernel".
        case: name of the case.
        arch: where the port runs: an architecture, or what stands for a GPU.
        point: the parameters, as "rows=31 columns=7"; empty when the case has none.
    """

    project: str
    kind: str
    case: str
    arch: str
    point: str = ""

    @property
    def short(self) -> str:
        """Case, parameters and place, as reports of one project and kind name it."""
        where = "-".join(filter(None, (self.point, self.arch)))
        return f"{self.case}[{where}]" if where else self.case


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check gave.

    Attributes:
        project: name of the project.
        kind: "program", "extension" or "kernel"; "cases" for a file of cases that is wrong.
        case: name of the case, or of the file.
        arch: the architecture that the port ran as, or what stands for a GPU.
        passed: both sides agree.
        point: the parameters, as "rows=31 columns=7"; empty when the case has none.
        numbers: how many numbers were compared.
        worst: largest absolute difference among them.
        seconds: what the run of the port took, without building it.
        differences: where the sides part.
        problem: why a side could not be built or run; empty when both were.
        against: where the reference comes from.
        note: why it does not come from a better place; empty when there is nothing to say.
        trace: what comparing launch by launch said, a line each.
        timing: how long both sides took on a GPU; None unless both ran on this machine's.
        launches: the errors along the launches, in numbers; None unless they were compared.
    """

    project: str
    kind: str
    case: str
    arch: str
    passed: bool
    point: str = ""
    numbers: int = 0
    worst: float = 0.0
    seconds: float = 0.0
    differences: tuple[Difference, ...] = field(default=())
    problem: str = ""
    against: str = ""
    note: str = ""
    trace: tuple[str, ...] = ()
    timing: Timing | None = None
    launches: LaunchErrors | None = None

    @classmethod
    def of_broken_cases(cls, project: str, error: PorterError) -> Verdict:
        """Return what stands for the cases of a file that is wrong.

        Args:
            project: name of the project.
            error: what is wrong, and in which file.
        """
        name = Path(error.path).name if error.path else project
        return cls(project, "cases", name, "", passed=False, problem=str(error))

    @property
    def label(self) -> Label:
        """What the check is called."""
        return Label(self.project, self.kind, self.case, self.arch, self.point)
