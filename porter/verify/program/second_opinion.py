"""Says of a difference from a GPU whether CUDA's own sources have it on the executor, too."""

from __future__ import annotations

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.verify.failure import summary
from porter.verify.program.choice import Choice
from porter.verify.program.compare import compared
from porter.verify.program.found import FoundProgram
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
