"""`pytest --porter`: the cases of porter.toml as tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewriter

import porter

TOML = """
[project]
upstream = "cuda"
port = "hip"
[project.verify]
arch = ["gfx942"]
programs = [{ run = "sh good" }, { run = "sh bad" }]
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "porter.toml").write_text(TOML)
    (tmp_path / "test_own.py").write_text("def test_own(): pass\n")
    for side, value in (("cuda", 1), ("hip", 2)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "good").write_text("echo 1")
        (tmp_path / side / "bad").write_text(f"echo {value}")
    return tmp_path


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, "-m", "pytest", "-p", "porter.pytest_plugin", "-v", *args]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_cases_are_tests_that_fail_with_the_difference(repository: Path) -> None:
    done = run(repository, "--porter", "--porter-ref", "cuda:cpu", "porter.toml")
    assert done.returncode == 1
    assert "program sh good[gfx942] PASSED" in done.stdout
    assert "program sh bad[gfx942] FAILED" in done.stdout
    assert "line 1: 2 instead of 1" in done.stdout and "Traceback" not in done.stdout
    assert "CUDA on the cpu executor" in done.stdout
    assert "test_own" not in done.stdout


def test_they_run_beside_the_projects_own_tests_and_can_be_chosen(repository: Path) -> None:
    done = run(repository, "--porter", "--porter-ref", "cuda:cpu", "-k", "good or own")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed, 1 deselected" in done.stdout


@pytest.mark.slow
def test_xdist_spreads_them(repository: Path) -> None:
    pytest.importorskip("xdist")
    done = run(repository, "--porter", "--porter-ref", "cuda:cpu", "-n", "2", "porter.toml")
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr


def test_without_the_option_nothing_changes(repository: Path) -> None:
    done = run(repository)
    assert "1 passed" in done.stdout and "program" not in done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--porter-ref", "rocm"), "'rocm' is not a reference"),
        (("--porter-on", "hip:tpu"), "cannot be run on 'hip:tpu'"),
    ],
)
def test_a_wrong_option_is_said(repository: Path, args: tuple[str, ...], said: str) -> None:
    done = run(repository, "--porter", *args)
    assert done.returncode != 0 and said in done.stdout


def test_no_porter_toml(tmp_path: Path) -> None:
    done = run(tmp_path, "--porter")
    assert done.returncode == 4 and "no porter.toml here or above" in done.stderr


def test_pytest_does_not_warn_where_porter_was_imported_first() -> None:
    """`porter run -- pytest` imports the package before pytest starts."""
    assert AssertionRewriter.is_rewrite_disabled(porter.__doc__ or "")
