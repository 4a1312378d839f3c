"""Commands that people wrote down are read from scripts, READMEs and usage texts."""

from __future__ import annotations

import pytest

from porter.verify.program.found import Command
from porter.verify.program.written_commands import written_commands

PROGRAMS = {"needle": ["nw/needle"], "lud_cuda": ["lud/cuda/lud_cuda"], "main": ["main"]}


def calls(text: str, *, is_prose: bool = False) -> list[tuple[str, Command]]:
    return [*written_commands(text, "nw", PROGRAMS, "file", is_prose=is_prose)]


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("./needle 2048 10", ("2048", "10")),
        ("time ./needle 32 10 > result.txt", ("32", "10")),
        ("OMP_NUM_THREADS=2 ./needle -i 'a b'", ("-i", "a b")),
        ("make && ./needle 7 | tee log", ("7",)),
        ("./needle \\\n  7 8", ("7", "8")),
    ],
)
def test_a_script_calls_a_program(text: str, args: tuple[str, ...]) -> None:
    assert calls(text) == [("nw/needle", Command("nw", args, "file"))]


def test_a_recipe_changes_its_folder_for_one_line() -> None:
    found = calls("cd data && ../needle 1\n./needle 2")
    assert [command.folder for _, command in found] == ["nw/data", "nw"]


def test_of_programs_of_one_name_a_command_means_the_one_next_to_it() -> None:
    programs = {"nw": ["cuda/nw/nw", "openmp/nw/nw"]}

    def meant(text: str, folder: str) -> list[str]:
        return [path for path, _ in written_commands(text, folder, programs, "", is_prose=False)]

    assert meant("./nw 7", "cuda/nw") == ["cuda/nw/nw"]
    assert meant("../nw/nw 7", "cuda/data") == ["cuda/nw/nw"]
    assert meant("nw 7", "openmp/scripts") == ["openmp/nw/nw"]
    assert meant("nw 7", ".") == ["cuda/nw/nw", "openmp/nw/nw"]


@pytest.mark.parametrize(
    "text",
    [
        "./needle <size> [penalty]",
        "./needle $SIZE",
        "./needle N",
        "./needle <(sort input.txt)",
        "./needle << END",
        "rm -f needle.o",
        "it's a needle in a haystack",
    ],
)
def test_what_is_no_call_with_arguments_is_left_alone(text: str) -> None:
    assert calls(text) == []


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("Usage: needle 32 10", ("32", "10")),
        ("    $ ./needle 32 --fast", ("32", "--fast")),
        ("`lud/cuda/lud_cuda -s 64 -v`", ("-s", "64", "-v")),
        ("e.g.: main -f data/in.txt", ("-f", "data/in.txt")),
    ],
)
def test_a_text_for_people_shows_a_call(text: str, args: tuple[str, ...]) -> None:
    (found,) = calls(text, is_prose=True)
    assert found[1].args == args


@pytest.mark.parametrize(
    "text",
    [
        "main computes the sum of all elements",
        "The needle program is here",
        "needle",
        "main loop 1",
    ],
)
def test_prose_that_begins_with_a_programs_name_is_no_call(text: str) -> None:
    assert calls(text, is_prose=True) == []
