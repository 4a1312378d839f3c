"""The result of comparing the two sides of one case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.exit_status import Exit
from porter.verify.building import RunTime
from porter.verify.comparison.bound import Bound
from porter.verify.comparison.departures import LaunchErrors
from porter.verify.comparison.result import Difference
from porter.verify.coverage import Kernels, united
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
        bounds: how near to what is allowed the numbers of each type come.
        seconds: what the run of the port took, without building it.
        differences: where the sides part.
        problem: why a side could not be built or run; empty when both were.
        against: where the reference comes from.
        note: why it does not come from a better place; empty when there is nothing to say.
        trace: what comparing launch by launch said, a line each.
        is_compared: both sides ran, so that there is something to say.
        remarks: what a reader should know about what was compared: arguments, what was left out.
        kernels: which the port has and which it launched, where that can be seen.
        timing: how long both sides took: on this machine's NVIDIA GPU, or the port on its AMD GPU
            and CUDA's side when it was recorded; None elsewhere.
        launches: the errors along the launches, in numbers; None unless they were compared.
        is_begun: both were stopped before their end, and what they did until then is compared.
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
    is_compared: bool = True
    remarks: tuple[str, ...] = ()
    kernels: Kernels = field(default_factory=Kernels)
    launches: LaunchErrors | None = None
    bounds: tuple[Bound, ...] = ()
    is_begun: bool = False

    @classmethod
    def of_broken_cases(cls, project: str, error: PorterError) -> Verdict:
        """Return what stands for the cases of a file that is wrong.

        Args:
            project: name of the project.
            error: what is wrong, and in which file.
        """
        name = Path(error.path).name if error.path else project
        return cls(project, "cases", name, "", passed=False, problem=str(error), is_compared=False)

    @classmethod
    def of_no_time(cls, label: Label, time: RunTime) -> Verdict:
        """Return what stands for a check that was not begun.

        Args:
            label: of the check.
            time: what the runs had.
        """
        project, kind, case, arch, point = label
        why = f"not begun: the {time.within:.0f} s of --within were over"
        return cls(project, kind, case, arch, False, point, problem=why, is_compared=False)

    @property
    def label(self) -> Label:
        """What the check is called."""
        return Label(self.project, self.kind, self.case, self.arch, self.point)


def says_something(verdicts: Sequence[Verdict]) -> bool:
    """Tell whether the points of a case compared anything: an extension may refuse all of them."""
    return any(one.numbers or one.kind != "extension" for one in verdicts)


def _cases(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    found: dict[tuple[str, str, str], list[Verdict]] = {}
    for one in verdicts:
        found.setdefault((one.project, one.case, one.arch), []).append(one)
    return [*found.values()]


def exit_status(verdicts: Sequence[Verdict], *, is_part: bool = False) -> Exit:
    """Return what all verdicts say together.

    One difference makes it FAILED. Without one it is NOT_COMPARED where a case could not be
    compared to its end, there is none, or no more than half of a project's kernels ran at some
    place.

    Args:
        verdicts: all of them.
        is_part: other parts of the run have the rest, so that there may be none, and kernels that
            did not run here may run there.
    """
    if any(verdict.is_compared and not verdict.passed for verdict in verdicts):
        return Exit.FAILED
    if any(verdict.is_begun for verdict in verdicts):
        return Exit.NOT_COMPARED
    if is_part:
        return Exit.DONE if all(verdict.passed for verdict in verdicts) else Exit.NOT_COMPARED
    if any(not says_something(group) for group in _cases(verdicts)):
        return Exit.NOT_COMPARED
    by_place: dict[tuple[str, str], list[Kernels]] = {}
    for verdict in verdicts:
        by_place.setdefault((verdict.project, verdict.arch), []).append(verdict.kernels)
    is_enough = all(united(kernels).is_enough for kernels in by_place.values())
    is_whole = bool(verdicts) and all(verdict.passed for verdict in verdicts)
    return Exit.DONE if is_whole and is_enough else Exit.NOT_COMPARED
