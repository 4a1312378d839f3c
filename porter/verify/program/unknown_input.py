"""Programs that read what nobody knows: what they say then is no reason to blame a port."""

from __future__ import annotations

from collections.abc import Callable

from porter.errors import PorterError
from porter.verify.comparison.volatile import masked
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.standard_input import OTHER_TEXT, Reads, is_guessed


def expect_known_input(
    case: FoundProgram, expected: Recording, run_with: Callable[[str], Recording]
) -> None:
    """Refuse a difference of a program whose input is not known and says what it prints.

    Without its input a program may go on with what its memory held, and what is guessed may not be
    what it can read: what it prints then is undetermined on CUDA's side as well.

    Args:
        case: the program, as it was run.
        expected: what CUDA's side did.
        run_with: runs CUDA's side on the executor with the input that it is given.

    Raises:
        PorterError: CUDA's side says something else with another input, or does not run with it.
    """
    if case.reads is Reads.NOTHING or (case.input and not is_guessed(case.origin, case.reads)):
        return
    given = "with text that was guessed" if case.input else "without any"
    try:
        own = run_with(case.input) if expected.provenance.driver else expected
        depends = _seen(run_with("" if case.input else OTHER_TEXT)) != _seen(own)
    except PorterError:
        depends = True
    if depends:
        raise PorterError(
            f"it differs {given}, but what it prints hangs on what it reads from standard input, "
            "and no document says which that is",
            hint="`input` in [[project.verify.programs]] gives it some",
        )


def _seen(one: Recording) -> tuple[int, str, dict[str, bytes]]:
    return one.returncode, masked(one.stdout).text, dict(one.files)
