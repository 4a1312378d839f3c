"""Rows of `benchmarks.first_try`: cases count, not points, and what stands for nothing does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.first_try import __main__ as command
from benchmarks.first_try.row import Row, table
from porter.verify.coverage import Kernels
from porter.verify.verdict import Verdict
from porter.verify.verdict_json import to_json


def verdict(case: str, point: str = "", **given: object) -> dict[str, object]:
    kind = "extension" if point else "program"
    fields = {"passed": True, "numbers": 3, **given}
    return to_json(Verdict("p", kind, case, "gfx942", point=point, **fields))  # type: ignore[arg-type]


def test_cases_are_counted_with_what_was_compared_of_them() -> None:
    verdicts = [
        verdict(
            "scan", kernels=Kernels(frozenset({"scan(int*)", "never()"}), frozenset({"scan(int*)"}))
        ),
        verdict("sort", passed=False, is_compared=False, problem="cuda: too\nlong"),
        verdict("forward", "n=1"),
        verdict("forward", "n=2", passed=False),
        verdict("backward", "n=1", numbers=0),  # refused by both
    ]
    row = Row.of("p", "1234567", 1, verdicts, 2.0)
    assert row[3:8] == (4, 2, 1, 1, 2)
    assert row.reasons[0] == "sort (gfx942): cuda: too long"
    assert row.line == "p: exit 1, 4 found, 2 compared, 1 same, 1 of 2 kernels, 2 s"


def test_rows_that_are_kept_are_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def first_try(folder: Path, way: command.Way) -> Row:
        asked.append(folder.name)
        return Row.of(folder.name, "", 0, [verdict("scan")], 1.0)

    monkeypatch.setattr(command, "first_try", first_try)
    kept = tmp_path / "kept.json"
    for folders in (["a"], ["a", "b"]):
        monkeypatch.setattr("sys.argv", ["first_try", *folders, "--kept", str(kept)])
        command.main()
    assert asked == ["a", "b"]
    assert [one["name"] for one in json.loads(kept.read_text())] == ["a", "b"]
    said = capsys.readouterr().out
    assert "| 2 projects | | 2 | 2 | 2 | 0 of 0 | |" in said


def test_cases_that_were_told_before_the_end_count() -> None:
    said = (
        "porter: building\n[1/9] build/scan (gfx942): same, no numbers (0 numbers, 0.10 s)\n"
        "[2/9] sort (gfx942): not compared (0 numbers, 0.00 s): cuda: it is too long\n"
        "[3/9] sum (gfx942): differs (4 numbers, 0.10 s): line 1\n"
    )
    row = Row.of_told("p", "", said, "stopped", 3.0)
    assert row[2:6] == (3, 9, 2, 1)
    assert row.reasons[0] == "stopped" and len(row.reasons) == 3


def test_a_project_that_was_stopped_is_a_row() -> None:
    row = Row.stopped("p", "", 3, "porter sync: took too long", 4.0)
    assert table([row]).splitlines()[2] == "| p |  | 0 | 0 | 0 |  | 3 |"
