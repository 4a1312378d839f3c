"""Checks of running programs: each planted fault is found at its line, and nothing else is.

A line of a program says `// finds: KIND, KIND` where its check finds something.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]

PROGRAMS = Path(__file__).parent / "programs" / "checks"


def planted(program: Path) -> set[tuple[int, str]]:
    """Return the line and kind of each fault that a program says it has."""
    return {
        (number, kind.strip())
        for number, line in enumerate(program.read_text().splitlines(), 1)
        if (marked := re.search(r"// finds: (.*)", line))
        for kind in marked[1].split(",")
    }


def porter(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "porter", *words]
    variables = {**os.environ, **(env or {})}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=variables)


def found(program: Path, check: str, report: Path, *options: str) -> list[dict[str, object]]:
    """Return what a check finds of a program."""
    words = ["--check", check, "--report", str(report), *options]
    porter("run", *words, str(program))
    findings: list[dict[str, object]] = json.loads(report.read_text())["findings"]
    return findings


def lines(findings: list[dict[str, object]], file: Path) -> set[tuple[int, str]]:
    """Return the line and kind of each finding; the line is the innermost in the file."""
    places = set()
    for finding in findings:
        item, memory = finding["item"], finding["memory"]
        frames = item["place"] if item else finding["called"] or memory["allocated"]
        inside = [frame["line"] for frame in frames if frame["file"] == str(file)]
        places.add((inside[0] if inside else 0, finding["kind"]))
    return places


@pytest.mark.parametrize(
    ("program", "check", "options"),
    [
        ("memory.hip", "memory", ()),
        ("races.hip", "races", ()),
        ("races.hip", "races", ("--order", "shuffled", "--seed", "3")),
        ("barriers.hip", "barriers", ()),
        ("barriers.cu", "barriers", ()),
        ("leaks.hip", "leaks", ()),
    ],
)
def test_what_is_planted_is_found_and_nothing_else(
    program: str, check: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    path = PROGRAMS / program
    wanted = planted(path)
    places = lines(found(path, check, tmp_path / "report.json", *options), path)
    if options:  # another order meets other pairs of the same accesses
        assert {line for line, _ in places} & {line for line, _ in wanted}
    else:
        assert places == wanted


def test_each_check_has_ten_planted_faults() -> None:
    faults = {path.name: len(planted(path)) for path in PROGRAMS.iterdir()}
    faults["barriers"] = faults.pop("barriers.hip") + faults.pop("barriers.cu")
    assert min(faults.values()) >= 10, faults
