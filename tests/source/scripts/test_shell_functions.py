"""Functions of scripts stand where they are called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.source.scripts.shell_functions import with_calls
from porter.source.scripts.shell_lines import Line
from porter.source.scripts.shell_values import ShellValues


def lines(script: str) -> list[str]:
    found = with_calls(map(Line, script.splitlines()), ShellValues())
    return [line.text.strip() for line in found]


@pytest.mark.parametrize(
    ("script", "called"),
    [
        ("run() {\n  n=$1\n  ./a $n $2\n}\nrun 64 1\nrun 32 2", ["./a 64 1", "./a 32 2"]),
        ("function run\n{\n  ./a $1\n}\nfor n in 1 2; do run $n; done", ["./a 1", "./a 2"]),
        ('run() {\n  ./a "$1"\n}\nx=$(run "8")', ['./a "8"']),
        ("run() {\n  ./a $1 ${2:-3}\n}\nrun 8", ["./a 8 3"]),
        ("run() {\n  ./a $1\n}", ["./a $1"]),  # nothing calls it
        ("run() {\n  ./a $1\n}\nrun $N", ["./a $1"]),  # with what is not known
        ("run() {\n  ./a 5", ["./a 5"]),  # its end is not there
        ("./a 1\nrunning 2", ["./a 1"]),
    ],
)
def test_a_function_is_called_with_its_words(script: str, called: list[str]) -> None:
    assert [line for line in lines(script) if line.startswith("./a")] == called


def test_functions_that_call_each_other_are_not_followed() -> None:
    assert lines("f() {\n  g\n}\ng() {\n  f\n}\nf")[0] == "f"


@given(st.lists(st.text("fg(){}$1; \"'do", max_size=20), max_size=12))
def test_any_text_ends(script: list[str]) -> None:
    lines("\n".join(script))
