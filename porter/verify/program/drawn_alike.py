"""Compares programs that draw random numbers by having CUDA's side draw those of ROCm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from porter.errors import PorterError
from porter.execute.cpu.rocm_random import rocm_random
from porter.project.settings.settings import ProjectSettings
from porter.verify.failure import summary
from porter.verify.place import Nvidia, Place
from porter.verify.program.choice import Choice
from porter.verify.program.compare import compared
from porter.verify.program.curand_names import draws, otherwise
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.result import ProgramResult
from porter.verify.spent import On, spent

Remarks = tuple[str, ...]

_DRAWN = (
    "CUDA's sources draw ROCm's random numbers here, on the executor: from the same seed cuRAND "
    "draws others (NUM06)"
)


@contextmanager
def drawn_alike(
    project: ProjectSettings,
    choice: Choice,
    place: Place,
    expected: Recording,
    actual: ProgramResult,
) -> Iterator[tuple[Recording, Remarks]]:
    """Give what CUDA's side does with ROCm's random numbers, where the sides differ and it draws.

    Inside, CUDA's side runs so whenever it runs again. A port on an NVIDIA GPU draws cuRAND's.

    Args:
        project: the project.
        choice: how the program is run.
        place: where the port ran.
        expected: what CUDA's side did.
        actual: what the port did.

    Yields:
        What to compare with, and what to say of it.
    """
    parts = [one for _, one in compared(choice.case, expected, actual, ())]
    differ = any(one.differences for one in parts)
    if isinstance(place, Nvidia) or not differ or not draws(project):
        yield expected, ()
        return
    with ExitStack() as stack:
        stack.enter_context(rocm_random())
        source = ProgramReferenceSource(project, choice.case, choice.limit)
        try:
            with spent(On.CUDA_AGAIN):
                alike, remarks = source.on_cpu().result, (_DRAWN,)
        except PorterError as error:
            stack.close()  # what runs again is compared with what was drawn by cuRAND
            said = summary("CUDA's sources with ROCm's random numbers", error)
            alike, remarks = expected, (said,)
        yield alike, remarks


def refuse_other_methods(project: ProjectSettings, place: Place) -> None:
    """Refuse to say anything of a difference where the libraries draw by other methods.

    Args:
        project: the project.
        place: where the port ran; on an NVIDIA GPU it draws by cuRAND.

    Raises:
        PorterError: its sources name what rocRAND draws otherwise from the same words.
    """
    found = [] if isinstance(place, Nvidia) else otherwise(project)
    if found:
        raise PorterError(
            f"it draws by {', '.join(found)}, for which rocRAND has another method: the numbers "
            "are others, whatever the port does (NUM06)"
        )
