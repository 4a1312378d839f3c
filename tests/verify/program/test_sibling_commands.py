"""Programs of which no call is known are called as those beside them."""

from __future__ import annotations

from pathlib import Path

from porter.verify.program.found import Command
from porter.verify.program.sibling_commands import sibling_commands


def test_files_are_shared_by_programs_of_like_names(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("1")
    known = {
        "bin/sum_cpu": [Command(".", ("in.csv", "3"), "README.md"), Command(".", ("64",), "x")],
        "bin/known_gpu": [Command(".", ("in.csv",), "README.md")],
    }
    programs = ("bin/sum_cpu", "bin/sum_gpu", "bin/other", "sum_gpu", "bin/known_gpu")
    found = [*sibling_commands(tmp_path, programs, known)]
    origin = "README.md, of sum_cpu beside it"
    assert found == [("bin/sum_gpu", Command(".", ("in.csv", "3"), origin))]


def test_numbers_are_shared_where_a_number_alone_tells_names_apart(tmp_path: Path) -> None:
    known = {"sort_v0": [Command(".", ("23",), "README.md")]}
    found = [*sibling_commands(tmp_path, ("sort_v0", "sort_v1", "sort_cpu", "sort"), known)]
    assert found == [("sort_v1", Command(".", ("23",), "README.md, of sort_v0 beside it"))]
