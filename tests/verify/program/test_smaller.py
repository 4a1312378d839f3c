"""Where a program asks for too much, large numbers among its arguments become smaller."""

from __future__ import annotations

import pytest

from porter.verify.program.found import Command
from porter.verify.program.smaller import variants


@pytest.mark.parametrize(
    ("words", "tried"),
    [
        ("4096 1000", ["64 10", "4 2"]),
        (
            "--dimx=192 -num_systems=524288",
            ["--dimx=2 -num_systems=8192", "--dimx=2 -num_systems=512"],
        ),
        ("-n100000 -O2", ["-n1000 -O2", "-n100 -O2"]),
        ("-x 3 in4096.txt 0.5 /tmp/128 --file=128.bin", []),
        ("-4096", []),
    ],
)
def test_numbers_are_divided(words: str, tried: list[str]) -> None:
    found = variants(Command(".", tuple(words.split()), "make run"))
    assert [" ".join(one.args) for one in found] == [words, *tried]
