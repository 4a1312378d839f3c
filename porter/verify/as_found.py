"""Runs programs that nobody named as soon as each is found.

A collection is built part by part, which can take hours: what is built is compared meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.toolchain.machine import expect_executor
from porter.verify.building import RunTime
from porter.verify.check import AnyCheck
from porter.verify.kinds import checks
from porter.verify.options import Options
from porter.verify.place import Cpu, Place
from porter.verify.run import Steps, run
from porter.verify.verdict import Label, Verdict

_UNBUILT = "what was not built yet"


class Teller(Protocol):
    """Is told of checks before they run, and of each verdict as it comes."""

    def expect(self, labels: Iterable[Label]) -> None:
        """Take what further checks are called."""

    def __call__(self, verdict: Verdict) -> None:
        """Take a verdict."""


class Way(NamedTuple):
    """How checks are run.

    Attributes:
        places: where ports run; empty for the architectures of each project.
        options: of all checks.
        keyword: what the names of checks contain.
        within: the time after which no further check is begun, and no further part built.
    """

    places: Sequence[Place]
    options: Options
    keyword: str
    within: RunTime


def names_no_cases(project: ProjectSettings) -> bool:
    """Tell whether a project's programs have to be found."""
    return not (project.programs or project.kernels or project.cases)


def run_as_found(
    projects: Iterable[ProjectSettings], way: Way, steps: Steps, tell: Teller
) -> tuple[list[Verdict], bool]:
    """Run the checks of projects; return what they gave, and whether there were any at all.

    Args:
        projects: the ports.
        way: how.
        steps: shows the progress of what is known beforehand: cases of extensions.
        tell: is given each verdict as it comes.

    Raises:
        PorterError: a check takes the cpu executor, which does not run on this machine.
    """
    verdicts: list[Verdict] = []
    has_any = False
    for project in projects:
        known: list[AnyCheck] = []
        try:
            for check in checks(project, way.places, way.options.ref):
                has_any = True
                if way.keyword not in check.name:
                    continue
                if check.label.kind != "program" or not names_no_cases(project):
                    known.append(check)
                    continue
                if isinstance(check.place, Cpu):
                    expect_executor()
                tell.expect([check.label])
                if way.within.is_over:
                    others = check.label._replace(case=_UNBUILT, arch="", point="")
                    late = [Verdict.of_no_time(one, way.within) for one in (check.label, others)]
                    tell(late[0])
                    verdicts += late
                    break
                verdicts.append(check.run(way.options))
                tell(verdicts[-1])
        except PorterError as error:
            verdicts.append(Verdict.of_broken_cases(project.name, error))
        tell.expect(check.label for check in known)
        verdicts += run(known, way.options, steps, "verifying", tell, way.within)
    return verdicts, has_any
