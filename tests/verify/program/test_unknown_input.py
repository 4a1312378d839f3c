"""What differs of a program that reads something unknown is not put down to the port."""

from __future__ import annotations

import pytest

from porter.errors import PorterError
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.standard_input import OTHER_TEXT, Reads, guessed
from porter.verify.program.unknown_input import expect_known_input
from porter.verify.recording.provenance import Provenance

GPU, EXECUTOR = (Provenance("", driver, "", "", "") for driver in ("580.1", ""))
GUESSED = guessed(Reads.TEXT)[1]


def refused(case: FoundProgram, printed: dict[str, str], place: Provenance = EXECUTOR) -> str:
    """Return why a difference is refused; empty where it counts.

    Args:
        case: the program.
        printed: input -> what CUDA's side prints; with others it does not run.
        place: where the reference ran.
    """

    def run_with(text: str) -> Recording:
        if text not in printed:
            raise PorterError("it launched no kernel")
        return Recording("app", 0, printed[text], EXECUTOR)

    expected = Recording("app", 0, "seen by a GPU" if place is GPU else printed[case.input], place)
    try:
        expect_known_input(case, expected, run_with)
    except PorterError as error:
        return error.message
    return ""


@pytest.mark.parametrize("place", [GPU, EXECUTOR])
def test_a_program_that_hangs_on_its_input_is_not_compared(place: Provenance) -> None:
    case = FoundProgram(run="app", reads=Reads.TEXT)
    assert "it differs without any" in refused(case, {"": "1", OTHER_TEXT: "2"}, place)
    assert "it differs without any" in refused(case, {"": "1"}, place)


@pytest.mark.parametrize("place", [GPU, EXECUTOR])
def test_one_that_says_the_same_with_others_differs(place: Provenance) -> None:
    for given in ("", OTHER_TEXT):
        case = FoundProgram(run="app", reads=Reads.TEXT, input=given, origin=GUESSED)
        assert not refused(case, {"": "1", OTHER_TEXT: "1"}, place)


def test_guessed_text_is_not_known() -> None:
    case = FoundProgram(run="app", reads=Reads.TEXT, input=OTHER_TEXT, origin=GUESSED)
    assert "with text that was guessed" in refused(case, {"": "1", OTHER_TEXT: "2"})


@pytest.mark.parametrize(
    ("reads", "given", "origin"),
    [
        (Reads.NOTHING, "", ""),
        (Reads.TEXT, "6\n", "README.md"),
        (Reads.NUMBERS, "64\n", guessed(Reads.NUMBERS)[1]),
    ],
)
def test_what_is_known_counts(reads: Reads, given: str, origin: str) -> None:
    case = FoundProgram(run="app", reads=reads, input=given, origin=origin)
    assert not refused(case, {given: "1", "": "2", OTHER_TEXT: "3"})
