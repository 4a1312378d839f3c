"""What comparing the two sides of one case gave."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from porter.errors import PorterError
from porter.verify.timing import Timing

_ERROR = re.compile(r"\b(?:fatal )?error:")


@dataclass(frozen=True, slots=True)
class Difference:
    """A place at which the sides part.

    Attributes:
        place: where: "line 3", "output y, seed 1", "file out.bin".
        reason: what differs.
        reference: what the reference has there, as text; empty when the reason says it.
        actual: what the port has there, likewise.
    """

    place: str
    reason: str
    reference: str = ""
    actual: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check gave.

    Attributes:
        project: name of the project.
        kind: "program", "extension" or "kernel".
        case: name of the case.
        arch: the architecture that the port ran as.
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


def plain(side: str, error: PorterError) -> str:
    """Say in few words why a side could not be built or run: the compiler's first error, no more.

    Args:
        side: "cuda" or "port".
        error: what was raised.
    """
    head, *rest = error.message.splitlines()
    head = head.removesuffix(":")
    first = next((line.strip() for line in rest if _ERROR.search(line)), "")
    first = first or (rest[0].strip() if rest else "")
    short = PorterError(
        f"{head}: {first}" if first else head, path=error.path, line=error.line, hint=error.hint
    )
    return f"{side}: {short}"
