"""What became of a program, and the shares of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from benchmarks.projects.table import Program
from porter.compile.feedback.causes import Kind


class Reached(IntEnum):
    """How far a program came."""

    CONVERTED = 0
    BUILT = 1
    STARTED = 2  # and ran, without an error, when the time that it is given was over
    RAN = 3
    PASSED = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a program on an architecture.

    Attributes:
        project: its repository.
        program: the program.
        arch: the architecture.
        reached: how far it came.
        reason: the first reason why it came no further.
        cause: what kind of reason that is, where it was not built.
    """

    project: str
    program: Program
    arch: str
    reached: Reached
    reason: str = ""
    cause: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it came as far as it can."""
        return self.reached >= (Reached.PASSED if self.program.is_run else Reached.BUILT)

    @property
    def line(self) -> str:
        """What a person reads."""
        cause = f" ({self.cause})" if self.cause else ""
        place = f"{self.project} {self.program.label} {self.program.build} {self.arch}"
        return f"{place}: {self.reached.name.lower()}{cause}  {self.reason}".rstrip()


def shares(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield a table of what became of programs, a line a project, build system and architecture.

    `of` are those that want nothing absent. Of those that were run, `runs on` had not ended when
    their time was over.
    """
    kinds = Counter((one.project, one.program.build, one.arch) for one in outcomes)
    yield (
        f"| project | build | architecture | programs | {' | '.join(Kind)} | built | of "
        "| run | passed | runs on |"
    )
    yield f"|---|---|---|--:|{'--:|' * len(Kind)}--:|--:|--:|--:|--:|"
    for (project, build, arch), count in sorted(kinds.items()):
        these = [
            one
            for one in outcomes
            if (one.project, one.program.build, one.arch) == (project, build, arch)
        ]
        causes = Counter(one.cause for one in these)
        built = [one for one in these if one.reached >= Reached.BUILT]
        run = [one for one in built if one.program.is_run]
        cells = [
            project, build, arch, count, *(causes[one] for one in Kind), len(built),
            count - causes[Kind.ABSENT], len(run),
            sum(one.reached is Reached.PASSED for one in run),
            sum(one.reached is Reached.STARTED for one in run),
        ]  # fmt: skip
        yield f"| {' | '.join(map(str, cells))} |"
