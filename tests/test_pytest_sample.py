"""`--porter-sample`: every test function, of its parameters a few."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TESTS = """
import pytest

@pytest.mark.parametrize("a", range(10))
@pytest.mark.parametrize("b", range(10))
def test_many(a, b):
    print(f"many {a} {b}")

@pytest.mark.parametrize("a", range(2))
def test_few(a):
    pass

def test_one():
    pass
"""


def ran(folder: Path, *options: str) -> tuple[list[str], str]:
    (folder / "test_it.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *options],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return [line.split()[0] for line in done.stdout.splitlines() if "PASSED" in line], done.stdout


def test_each_function_runs_with_parameters_drawn_by_the_seed(tmp_path: Path) -> None:
    first, said = ran(tmp_path, "--porter-sample", "3")
    assert len([name for name in first if "test_many" in name]) == 3
    assert {name.partition("[")[0] for name in first} == {
        f"test_it.py::test_{name}" for name in ("many", "few", "one")
    }
    assert "porter: 6 of 103 tests, of all 3 functions, by seed 0" in said
    assert ran(tmp_path, "--porter-sample", "3")[0] == first
    assert ran(tmp_path, "--porter-sample", "3", "--porter-seed", "1")[0] != first


def test_without_it_all_run(tmp_path: Path) -> None:
    names, said = ran(tmp_path)
    assert len(names) == 103 and "by seed" not in said
