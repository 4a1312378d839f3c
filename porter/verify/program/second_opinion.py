"""What CUDA's own sources say on the executor of a difference from a GPU."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.verify.comparison.line_order import is_any_order
from porter.verify.comparison.time_words import NUMBER
from porter.verify.comparison.volatile import masked
from porter.verify.failure import summary
from porter.verify.program.choice import Choice
from porter.verify.program.compare import compared
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.result import ProgramResult

_NUMBER = re.compile(NUMBER)


class Opinion(NamedTuple):
    """What CUDA's own sources do where the port ran.

    Attributes:
        text: for a reader.
        is_as_port: they give what the port gives: that it differs from a GPU is not its matter.
    """

    text: str
    is_as_port: bool


def second_opinion(
    project: ProjectSettings, choice: Choice, case: FoundProgram, actual: ProgramResult
) -> Opinion:
    """Return what CUDA's sources do where the port ran: what they share, no conversion made.

    Args:
        project: the project.
        choice: how the program is run.
        case: the program, with its arguments.
        actual: what the port did.
    """
    source = ProgramReferenceSource(project, case, choice.limit)
    try:
        own = source.on_cpu().result
    except PorterError as error:
        return Opinion(summary("CUDA's sources on the executor", error), False)
    parts = [one for _, one in compared(case, own, actual, ())]
    if own.returncode != actual.returncode or any(one.differences or one.problem for one in parts):
        return Opinion("CUDA's sources on the executor differ from the port as well", False)
    return Opinion(
        "CUDA's sources on the executor give what the port gives: what differs from the GPU is not "
        "the conversion's (an order or a memory that nothing determines, or the executor's)",
        True,
    )


def run_there(sources: Iterable[ProgramReferenceSource], expected: Recording) -> Recording | None:
    """Return what a GPU may print another time, by what CUDA's sources print on the executor.

    That are the GPU's lines in another order, as lines come that kernels print, or the GPU's lines
    with those of the executor in the places that change there from one run to the next, as times
    do. Of files the GPU's are taken.

    Args:
        sources: each runs them once.
        expected: what they did on the GPU.
    """
    runs = []
    for source in sources:
        try:
            own = source.on_cpu().result
        except PorterError:
            return None
        if is_any_order(masked(expected.stdout).text, [masked(own.stdout).text]):
            return replace(own, files=expected.files)
        runs.append(own.stdout.splitlines())
    lines = expected.stdout.splitlines()
    if len(runs) < 2 or any(len(one) != len(lines) for one in runs):
        return None
    changed = [
        there if there != again and _words(there) == _words(line) else line
        for line, there, again in zip(lines, *runs[:2], strict=True)
    ]
    return replace(expected, stdout="\n".join(changed)) if changed != lines else None


def _words(line: str) -> list[str]:
    return _NUMBER.sub(" 0 ", masked(line).text).split()
