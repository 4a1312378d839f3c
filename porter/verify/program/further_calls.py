"""Other calls of a found program, which may launch the kernels that the first one does not.

A program with several methods runs one of them a call: `-s bitonic`, `-s merge`, a choice of a
menu. Each call that somebody wrote down is compared like the first, until all kernels have run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from porter.verify.comparison.bound import nearest
from porter.verify.coverage import united
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.smaller import variants
from porter.verify.verdict import Verdict

#: Calls that are tried, and seconds after which no further one is begun.
_MOST, _SECONDS = 6, 60.0


def with_further_calls(
    verdict: Verdict, case: FoundProgram, ran: FoundProgram, run: Callable[[FoundProgram], Verdict]
) -> Verdict:
    """Return a verdict on all calls together that launch kernels which those before do not.

    Args:
        verdict: on the first call, which agrees.
        case: the program with all that is known of how it is run.
        ran: the program as it was run.
        run: compares both sides by another call.
    """
    start = time.monotonic()
    for other in islice(_others(case, ran), _MOST):
        is_late = time.monotonic() - start > _SECONDS
        if is_late or not verdict.kernels.never_names:
            break
        found = run(other)
        is_new = bool(found.kernels.launched_names - verdict.kernels.launched_names)
        if found.is_compared and (is_new or not found.passed):
            verdict = _together(verdict, found, " ".join((*other.args, *other.input_words)))
    return verdict


def _others(case: FoundProgram, ran: FoundProgram) -> Iterator[FoundProgram]:
    """Yield the program as it is run by each other call that gives it something."""
    first = Command(ran.place, ran.args)
    for command in case.candidates:
        given = ran.input == command.input.text and ran.environment == command.environment
        is_first = given and any(
            first.is_as(one._replace(input=first.input, environment=()))
            for one in variants(command)
        )
        if not is_first and any((command.args, command.input.text, command.environment)):
            yield replace(case.called(command), candidates=(command,))


def _together(verdict: Verdict, other: Verdict, words: str) -> Verdict:
    """Return two verdicts on calls of one program as one."""
    place = f"called with {words}"
    return replace(
        verdict,
        passed=verdict.passed and other.passed,
        numbers=verdict.numbers + other.numbers,
        worst=max(verdict.worst, other.worst),
        seconds=verdict.seconds + other.seconds,
        bounds=nearest((*verdict.bounds, *other.bounds)),
        differences=(*verdict.differences, *(one.within(place) for one in other.differences)),
        problem=verdict.problem or (other.problem and f"{place}: {other.problem}"),
        remarks=tuple(dict.fromkeys((*verdict.remarks, *other.remarks))),
        kernels=united((verdict.kernels, other.kernels)),
    )
