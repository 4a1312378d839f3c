"""Chooses how a program is run with a port on the executor, beside what a GPU did.

What a GPU computes in a second takes an hour on a CPU. Where CUDA's side is the executor's, its own
time says which size is small enough; where it is a GPU's, the port's does.
"""

from __future__ import annotations

from porter.errors import PorterError
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Options
from porter.verify.place import Cpu, Place, device_for_port
from porter.verify.program.choice import LAST_LIMIT, MORE_TIME, Choice, choose, resolved
from porter.verify.program.found import FoundProgram
from porter.verify.program.result import ProgramResult, TookTooLong
from porter.verify.program.run import run_program
from porter.verify.spent import On, spent

#: How many times as long as CUDA's side the port of a found program may run, and how many where
#: that side's time is a GPU's, which says nothing of the executor's.
SLOWER, SLOWER_AT_FIRST = 10, 2

_Key = tuple[ProjectSettings, ProgramCase, Place, Options]
_FITTING: dict[_Key, Choice] = {}
#: What fits at one place is where the next begins, so that all are compared with the same.
_BEGUN: dict[tuple[ProjectSettings, ProgramCase, Options], Choice] = {}
_RAN: dict[tuple[_Key, Choice], ProgramResult] = {}


def choose_fitting(
    project: ProjectSettings, case: ProgramCase, place: Place, options: Options
) -> Choice:
    """Return the largest of the numbers of a call with which CUDA's side and the port end in time.

    Where no smaller numbers are recorded, it is the smallest that are, and the port has its time.

    Args:
        project: the project.
        case: the program.
        place: where the port runs.
        options: of all checks.

    Raises:
        PorterError: with none of the known arguments there is anything to compare with.
    """
    choice = choose(project, case, options)
    if not choice.smaller or not isinstance(place, Cpu):
        return choice
    key = project, case, place, options
    if key not in _FITTING:
        is_gpus = resolved(project, choice, options).device
        _FITTING[key] = _fitting(key, choice) if is_gpus else choice
        _BEGUN[project, case, options] = _FITTING[key]
    return _FITTING[key]


def run_fitting(
    project: ProjectSettings, case: ProgramCase, place: Place, options: Options
) -> ProgramResult:
    """Return what the port does as it was chosen; what it did when that was tried, where it was.

    Args:
        project: the project.
        case: the program.
        place: where the port runs.
        options: of all checks.

    Raises:
        PorterError: it cannot be built, or does not end in time.
    """
    choice = choose_fitting(project, case, place, options)
    if ran := _RAN.pop(((project, case, place, options), choice), None):
        return ran
    limit = min(choice.limit * SLOWER, options.timeout)
    is_found = isinstance(case, FoundProgram) and isinstance(place, Cpu) and not options.limit
    if not is_found or not resolved(project, choice, options).device:
        return _run(project, choice, place, limit)
    try:
        return _run(project, choice, place, min(LAST_LIMIT * SLOWER_AT_FIRST, limit))
    except TookTooLong as error:
        raise TookTooLong(f"{error.message} ({MORE_TIME})") from error


def _fitting(key: _Key, choice: Choice) -> Choice:
    project, case, place, options = key
    sizes = choice, *choice.smaller
    fits = _BEGUN.get((project, case, options), choice)
    for smaller in sizes[sizes.index(fits) + 1 :]:
        try:
            resolved(project, smaller, options)
        except PorterError:  # it was not recorded, or the GPU does nothing with so little
            continue
        limit = min(fits.limit * SLOWER_AT_FIRST, options.timeout)
        try:
            with spent(On.PORT):
                _RAN[key, fits] = _run(project, fits, place, limit)
        except TookTooLong:
            fits = smaller
        except PorterError:  # smaller numbers are no help; it is told when the port is run
            return fits
        else:
            return fits
    return fits


def _run(project: ProjectSettings, choice: Choice, place: Place, limit: float) -> ProgramResult:
    device = device_for_port(place, project.port)
    return run_program(project.port, choice.case, device, timeout=limit)
