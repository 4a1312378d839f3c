"""Programs of others: how long they may take, and what they are given."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from benchmarks.originals import lighter, measured

MAKEFILE = """\
program: program.sh
\tcp program.sh program
run: program
\t./program 4096 100 7 image_4096 0.5
"""


def project(folder: Path, script: str) -> Path:
    made = folder / "tree" / "example"
    made.mkdir(parents=True)
    (made / "Makefile").write_text(MAKEFILE)
    (made / "program.sh").write_text(f"#!/bin/sh\n{script}\n")
    (made / "program.sh").chmod(0o755)
    return made


def test_numbers_become_smaller_and_names_stay() -> None:
    line = "./main 8192 100 63 -n 64 file_4096.txt 0.25 1e10 a512 12x"
    assert lighter(line) == "./main 512 25 63 -n 16 file_4096.txt 0.25 1e10 a512 12x"


@pytest.mark.parametrize(("light", "told"), [(False, "4096 100"), (True, "256 25")])
def test_what_make_run_gives(tmp_path: Path, light: bool, told: str) -> None:
    made = project(tmp_path, 'echo "given $*"')
    (outcome,) = measured(tmp_path / "tree", made, {"PATH": "/usr/bin:/bin"}, "80", 30, light=light)
    assert outcome.stage == "passed"
    assert f"given {told} 7 image_4096 0.5" in outcome.output


def test_nothing_goes_on_after_its_time(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    made = project(tmp_path, f"sleep 3; touch {mark}")
    (outcome,) = measured(tmp_path / "tree", made, {"PATH": "/usr/bin:/bin"}, "80", 1)
    assert (outcome.stage, outcome.status) == ("built", 124)
    time.sleep(3)
    assert not mark.exists()
