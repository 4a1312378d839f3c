"""Gathers the checks of projects and runs them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.toolchain.machine import expect_executor
from porter.verify.building import RunTime
from porter.verify.check import AnyCheck
from porter.verify.kinds import checks
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu, Place
from porter.verify.verdict import Verdict

#: Shows progress: the title and the number of steps; gives what counts them.
Steps = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
#: Is given each verdict as soon as there is one.
Tell = Callable[[Verdict], None]


def to_nobody(_: Verdict) -> None:
    """Take a verdict that is told with all others, at the end."""


def gather(
    projects: Iterable[ProjectSettings], places: Sequence[Place], ref: Ref
) -> tuple[list[AnyCheck], list[Verdict]]:
    """Return the checks of projects, and what stands for files of cases that are wrong.

    Args:
        projects: the ports.
        places: where they run; empty for the architectures of each.
        ref: the reference.
    """
    found: list[AnyCheck] = []
    broken: list[Verdict] = []
    for project in projects:
        try:
            for one in checks(project, places, ref):
                found.append(one)  # those in front of what is wrong count
        except PorterError as error:
            broken.append(Verdict.of_broken_cases(project.name, error))
    return found, broken


def run(
    chosen: Sequence[AnyCheck],
    options: Options,
    steps: Steps,
    title: str,
    tell: Tell = to_nobody,
    within: RunTime | None = None,
) -> list[Verdict]:
    """Run checks, one after the other.

    Args:
        chosen: which.
        options: of all of them.
        steps: shows progress.
        title: what it says beside it.
        tell: is given each verdict as it comes.
        within: the time after which no further check is begun; None for any.

    Raises:
        PorterError: all of them take the cpu executor, which does not run on this machine.
    """
    if chosen and all(isinstance(check.place, Cpu) for check in chosen):
        expect_executor()
    verdicts = []
    time = within or RunTime(math.inf)
    with steps(title, len(chosen)) as advance:
        for check in chosen:
            verdicts.append(
                Verdict.of_no_time(check.label, time) if time.is_over else check.run(options)
            )
            tell(verdicts[-1])
            advance(1)
    return verdicts
