"""Kernels that never end or stop themselves, under --check: who, where and why, in bounded time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"
SHORT = {"PORTER_CPU_SPIN_SECONDS": "1", "PORTER_CPU_BLOCK_SECONDS": "2"}


class Stopped(NamedTuple):
    status: int
    errors: str
    report: dict[str, Any]
    sarif: dict[str, Any]


def stopped(
    program: Path, name: str, folder: Path, *options: str, env: dict[str, str] | None = None
) -> Stopped:
    """Run a kernel of a program that is watched."""
    files = folder / "report.json", folder / "report.sarif"
    command = [sys.executable, "-m", "porter", "run", "--report", str(files[0])]
    command += ["--sarif", str(files[1]), *options, str(program), "--", name]
    variables = {**os.environ, **(SHORT if env is None else env)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=variables)
    report, sarif = (json.loads(path.read_text()) for path in files)
    return Stopped(done.returncode, done.stderr, report, sarif)


def line_of(program: Path, name: str) -> int:
    """Return the line at which a program says that a kernel stops."""
    lines = program.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"// {name}"))


WAITS, COMPUTES = "waits for ever", "computes for ever"


@pytest.mark.parametrize(
    ("source", "name", "check", "kind", "block", "thread"),
    [
        ("stopped.cu", "flag", "memory", WAITS, 1, 3),
        pytest.param("stopped.cu", "word", "races", WAITS, 0, 0, marks=pytest.mark.slow),
        pytest.param("stopped.cu", "computes", "leaks", COMPUTES, 0, 0, marks=pytest.mark.slow),
        ("stopped.cu", "grid", "barriers", WAITS, 0, 0),
        pytest.param(
            "stopped.cu", "arrivals", "memory,races,barriers", WAITS, 0, 0, marks=pytest.mark.slow
        ),
        ("stopped.cu", "diverging", "barriers", WAITS, 0, 40),
        pytest.param(
            "stopped.cu", "asserts", "races", "failed assertion", 0, 5, marks=pytest.mark.slow
        ),
        ("stopped.cu", "traps", "memory", "trap", 0, 9),
        pytest.param("stopped.cu", "null", "races", "fault", 0, 0, marks=pytest.mark.slow),
        ("stopped.cu", "null", "memory", "null pointer", 0, 0),
        ("stopped.hip", "lock", "memory,races", WAITS, 0, 1),
        pytest.param("stopped.hip", "lds", "barriers", WAITS, 0, 5, marks=pytest.mark.slow),
        ("stopped.hip", "hip asserts", "memory", "failed assertion", 0, 7),
    ],
)
def test_who_stopped_where_and_why(
    source: str, name: str, check: str, kind: str, block: int, thread: int, tmp_path: Path
) -> None:
    program = PROGRAMS / source
    run = stopped(program, name, tmp_path, "--check", check)
    (finding,) = (one for one in run.report["findings"] if one["check"] != "leaks")
    item = finding["item"]
    assert run.status == 1
    assert finding["kind"] == kind
    assert finding["check"] == ("memory" if kind == "null pointer" else "kernels")
    assert (item["block"], item["thread"]) == ([block, 0, 0], [thread, 0, 0])
    lines = [frame["line"] for frame in item["place"] if frame["file"] == str(program)]
    if name == "computes":  # a turn of its loop has two lines
        assert line_of(program, name) - lines[0] in (0, 1)
    else:
        assert lines[0] == line_of(program, name)
    (result,) = (one for one in run.sarif["runs"][0]["results"] if "leaks" not in one["ruleId"])
    assert result["ruleId"] == f"{finding['check']}/{kind.replace(' ', '-')}"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == lines[0]
    assert f"block ({block}, 0, 0), thread ({thread}, 0, 0)" in result["message"]["text"]


def test_the_rest_of_the_block_is_told(tmp_path: Path) -> None:
    run = stopped(PROGRAMS / "stopped.cu", "diverging", tmp_path, "--check", "memory")
    (finding,) = run.report["findings"]
    assert finding["other"]["thread"] == [0, 0, 0]
    assert finding["other"]["count"] == 40


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("stopped.hip", "long"),
        pytest.param("stopped.cu", "flag", marks=pytest.mark.slow),
        pytest.param("stopped.cu", "computes", marks=pytest.mark.slow),
    ],
)
def test_a_report_comes_before_the_programs_time_is_over(
    source: str, name: str, tmp_path: Path
) -> None:
    program = PROGRAMS / source
    stopped(program, "nothing", tmp_path, "--check", "memory")  # compiled
    began = time.monotonic()
    run = stopped(program, name, tmp_path, "--check", "memory", "--timeout", "5", env={})
    assert time.monotonic() - began < 30
    assert run.status == 1
    (finding,) = run.report["findings"]
    assert finding["kind"] == "out of time"
    lines = [frame["line"] for frame in finding["item"]["place"]]
    assert abs(lines[0] - line_of(program, name)) <= 1


def test_a_program_that_nobody_watches_is_killed_when_its_time_is_over(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "porter", "run", "--timeout", "2"]
    done = subprocess.run(
        [*command, str(PROGRAMS / "stopped.cu"), "--", "flag"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 124
