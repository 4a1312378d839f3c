"""What `porter verify` says of a case before all have run."""

import sys

import pytest

from porter.report.as_they_come import AsTheyCome
from porter.report.progress import progress_bar
from porter.verify.comparison.result import Difference
from porter.verify.verdict import Verdict


def point(case: str, n: int, passed: bool = True, problem: str = "") -> Verdict:
    differences = () if passed or problem else (Difference("output y", "off by 3"),)
    return Verdict(
        "p", "extension", case, "gfx942", passed, f"n={n}", numbers=4, problem=problem,
        is_compared=not problem, differences=differences,
    )  # fmt: skip


def test_a_case_is_told_when_its_last_point_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    points = [point("scan", 1), point("sort", 1), point("scan", 2)]
    tell = AsTheyCome(one.label for one in points)
    said = []
    for one in points:
        tell(one)
        said.append(capsys.readouterr().err)
    assert said == [
        "",
        "[1/2] sort (gfx942): same (4 numbers, 0.00 s)\n",
        "[2/2] scan (gfx942): same (2 of 2 points, 8 numbers, 0.00 s)\n",
    ]


def test_the_first_reason_stands_beside_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    points = [point("scan", 1), point("scan", 2, passed=False),
              point("sort", 1, passed=False, problem=f"port: no main\n{'x' * 300}")]  # fmt: skip
    tell = AsTheyCome(one.label for one in points)
    for one in points:
        tell(one)
    first, second = capsys.readouterr().err.splitlines()
    assert first == ("[1/2] scan (gfx942): differs (1 of 2 points, 8 numbers, 0.00 s): "
                     "output y: off by 3")  # fmt: skip
    assert second.startswith("[2/2] sort (gfx942): not compared (4 numbers, 0.00 s): port: no main")
    assert second.endswith("x…") and len(second) < 210


def test_lines_stand_above_the_bar_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    points = [point("scan", 1), point("sort", 1)]
    tell = AsTheyCome(one.label for one in points)
    with progress_bar("verifying", 2) as advance:
        for one in points:
            tell(one)
            advance(1)
    said = capsys.readouterr().err
    for line in ("[1/2] scan (gfx942): same", "[2/2] sort (gfx942): same"):
        assert said.count(line) == 1


def test_cases_that_are_found_meanwhile(capsys: pytest.CaptureFixture[str]) -> None:
    tell = AsTheyCome(may_grow=True)
    for one in (point("scan", 1), point("sort", 1)):
        tell.expect([one.label])
        tell(one)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("[1/…] scan (gfx942): same")
    assert second.startswith("[2/…] sort (gfx942): same")
