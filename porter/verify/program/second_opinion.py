"""What CUDA's own sources say on the executor of a difference from a GPU."""

from __future__ import annotations

from dataclasses import replace

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.verify.comparison.line_order import is_any_order
from porter.verify.comparison.volatile import masked
from porter.verify.failure import summary
from porter.verify.program.choice import Choice
from porter.verify.program.compare import compared
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.result import ProgramResult


def second_opinion(
    project: ProjectSettings, choice: Choice, case: FoundProgram, actual: ProgramResult
) -> str:
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
        return summary("CUDA's sources on the executor", error)
    parts = [one for _, one in compared(case, own, actual, ())]
    if own.returncode != actual.returncode or any(one.differences or one.problem for one in parts):
        return "CUDA's sources on the executor differ from the port as well"
    return (
        "CUDA's sources on the executor give what the port gives: what differs from the GPU is not "
        "the conversion's (an order or a memory that nothing determines, or the executor's)"
    )


def in_other_order(source: ProgramReferenceSource, expected: Recording) -> Recording | None:
    """Return what CUDA's sources print there, where it is the GPU's lines in another order.

    Lines that kernels print come in no order that anything determines. Nothing else is taken from
    the executor: of files the GPU's.

    Args:
        source: runs them.
        expected: what they did on the GPU.
    """
    try:
        own = source.on_cpu().result
    except PorterError:
        return None
    lines, others = (masked(one.stdout).text for one in (expected, own))
    return replace(own, files=expected.files) if is_any_order(lines, [others]) else None
