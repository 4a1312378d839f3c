"""Chooses how a program is run: a found one with the first arguments that CUDA's side takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from porter.errors import PorterError
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.check import resolve_once
from porter.verify.comparison.judging_words import judges
from porter.verify.comparison.volatile import masked
from porter.verify.options import Options
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.printed_usage import asked_for
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.result import GaveNothing, TookTooLong
from porter.verify.program.smaller import variants
from porter.verify.program.standard_input import Reads
from porter.verify.recording.unusable import UnusableRecording
from porter.verify.reference import Reference

#: Seconds that a program may run with known arguments, without, and in the last of all ways to run
#: it: one whose sizes are constants has no other.
KNOWN_LIMIT, UNKNOWN_LIMIT, LAST_LIMIT = 20.0, 10.0, 60.0
#: What is said where the time was over in the last way to run a program.
MORE_TIME = "its sizes may be constants; --limit SECONDS gives it more"
#: `using namespace std` beside a global `size` or `data`, which are std's since C++17.
_AMBIGUOUS = re.compile(
    r"reference to '(?:size|data|empty|byte|clamp|gcd|lcm|sample)' is ambiguous"
)
_NUMBER = re.compile(r"\d")
_TOML = "[[project.verify.programs]]"


@dataclass(frozen=True, slots=True)
class Choice:
    """A program as it is run.

    Attributes:
        case: the program with its arguments.
        limit: seconds that a run may take.
        remarks: where the arguments come from, and how the program was found.
        smaller: the same with smaller numbers, for a port that takes too long with these.
    """

    case: ProgramCase
    limit: float
    remarks: tuple[str, ...] = ()
    smaller: tuple[Choice, ...] = ()


class NeverEnds(TookTooLong):
    """CUDA's side takes too long in the last way to run it, and has launched kernels by then.

    Args:
        message: what else was tried.
        choice: how it was run.
    """

    def __init__(self, message: str, choice: Choice) -> None:
        super().__init__(message)
        self.choice = choice


_CHOSEN: dict[tuple[ProjectSettings, FoundProgram, Options], Choice | PorterError] = {}


def choose(project: ProjectSettings, case: ProgramCase, options: Options) -> Choice:
    """Return a case with the first arguments with which CUDA's side launches kernels.

    One that porter.toml names is run as it says. Where CUDA's side takes too long, or launches
    no kernel, as where the grid is too large, large whole numbers among the arguments are made
    smaller, twice. What was found is kept: the same is asked for each place of the port.

    Raises:
        PorterError: with none of the known arguments there is anything to compare with.
    """
    if not isinstance(case, FoundProgram):
        return Choice(case, options.timeout)
    key = project, case, options
    if key not in _CHOSEN:
        try:
            _CHOSEN[key] = _choose(project, case, options)
        except PorterError as error:
            _CHOSEN[key] = error
    chosen = _CHOSEN[key]
    if isinstance(chosen, PorterError):
        raise chosen
    return chosen


def resolved(project: ProjectSettings, choice: Choice, options: Options) -> Reference[Recording]:
    """Return what CUDA's side does.

    Raises:
        PorterError: it cannot be built, run, or compared with.
    """
    source = ProgramReferenceSource(project, choice.case, choice.limit, options.stale_ok)
    return resolve_once(source, options.ref)


def _choose(project: ProjectSettings, case: FoundProgram, options: Options) -> Choice:
    if case.unusable:
        raise PorterError(case.unusable)
    try:
        return _first_that_works(project, case, options)
    except PorterError as error:
        older = _as_older(case) if _AMBIGUOUS.search(error.message) else None
        if older is None:
            raise
        return _first_that_works(project, older, options)


def _as_older(case: FoundProgram) -> FoundProgram | None:
    """Return a program of sources as nvcc compiled it up to CUDA 11; None where flags say how."""
    if not case.source or any(flag.startswith(("-std", "--std")) for flag in case.flags):
        return None
    note = "compiled as C++14, the default of CUDA 11: as C++17 a name of its own is one of std's"
    return replace(case, flags=(*case.flags, "-std=c++14"), notes=(*case.notes, note))


def _first_that_works(project: ProjectSettings, case: FoundProgram, options: Options) -> Choice:
    """Return the first call with which CUDA's side gives something."""
    reasons, printed, is_late = list[str](), list[str](), False
    silent: Choice | None = None
    begun: Choice | None = None
    for command in chain(case.candidates, _asked_for(project, case, printed)):
        words, why = _words(command) or "without arguments", ""
        tries = variants(command)
        for index, tried in enumerate(tries):
            is_last = command is case.candidates[-1] and tried is tries[-1]
            limit = _limit(command, options, is_last=is_last)
            choice = Choice(case.called(tried), limit, _remarks(case, command, tried, why))
            try:
                found = resolved(project, choice, options)
            except UnusableRecording as error:  # with smaller numbers there may be one
                reasons += [] if why else [f"{words}: {error.message}"]
                why = why or "there is no recording"
                is_late = False
                continue
            except (TookTooLong, GaveNothing) as error:
                is_late = isinstance(error, TookTooLong)
                launches = isinstance(error, TookTooLong) and error.kernels.launched
                begun = choice if launches else None
                printed += [error.printed] if isinstance(error, GaveNothing) else []
                reasons.append(error.message if is_late else f"{words}: {error.message}")
                why = "takes too long here" if is_late else f"gives nothing ({error.message})"
                why = f"CUDA's side {why}"
                continue
            except PorterError as error:
                reasons.append(f"{words}: {error.message}")
                is_late = False
                break
            late = "the port takes too long here"
            smaller = (
                replace(choice, case=case.called(one), remarks=_remarks(case, command, one, late))
                for one in tries[index + 1 :]
            )
            choice = replace(choice, smaller=tuple(smaller))
            if _says_something(found):
                return choice
            silent = silent or choice
            break
    if silent:
        return silent
    known = "" if case.candidates[0].origin else "no arguments are known; "
    more = f" ({MORE_TIME})" if is_late else ""
    known += "".join(f"{one}; " for one in case.notes)  # a reason may go on for several lines
    asks = "".join(f"; {one}" for one in _unanswered(case, case.candidates[-1]))
    message = f"{known}{'; '.join(dict.fromkeys(reasons))}{more}{asks}"
    raise NeverEnds(message, begun) if is_late and begun else PorterError(message)


def _says_something(found: Reference[Recording] | None) -> bool:
    """Tell whether CUDA's side prints numbers or writes files: another call may, where not."""
    if found is None or found.result.files:
        return True
    text = masked(found.result.stdout).text
    return judges(text) or _NUMBER.search(text) is not None


def _asked_for(
    project: ProjectSettings, case: FoundProgram, printed: Sequence[str]
) -> Iterator[Command]:
    """Yield what a program asks for: what it printed is known when the others were tried."""
    first = case.candidates[0]
    if len(case.candidates) > 1 or not first.args:  # else it is one of further calls
        yield from asked_for(project.upstream, case.candidates, printed)


def _limit(command: Command, options: Options, *, is_last: bool) -> float:
    """Return the seconds that CUDA's side may take with a command."""
    usual = LAST_LIMIT if is_last else KNOWN_LIMIT if command.origin else UNKNOWN_LIMIT
    return min(options.timeout, options.limit or usual)


def _words(command: Command) -> str:
    """Return the variables, the arguments and the input, as the shell has them."""
    case = ProgramCase(input=command.input.text, environment=command.environment)
    return " ".join((*case.settings, *command.args, *case.input_words))


def _unanswered(case: FoundProgram, tried: Command) -> Iterator[str]:
    """Yield what to say of a program that reads standard input, where it is given nothing."""
    if case.reads is not Reads.NOTHING and not tried.input.text:
        said = "from standard input, and no document says which"
        yield f"it reads {case.reads.value} {said} (`input` in {_TOML})"


def _remarks(case: FoundProgram, command: Command, tried: Command, why: str) -> tuple[str, ...]:
    return (_remark(command, tried, why), *_unanswered(case, tried), *case.notes)


def _remark(command: Command, tried: Command, why: str) -> str:
    """Say where the arguments come from, and why they are not those that were found."""
    words = _words(command)
    if not words:
        known = f"as in {command.origin}" if command.origin else "none are known"
        return f"run without arguments: {known}"
    if tried == command:
        return f"arguments {words} ({command.origin})"
    smaller = f"arguments {_words(tried)}, smaller than {words} ({command.origin})"
    return f"{smaller}: with larger ones {why}"
