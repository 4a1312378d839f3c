"""The table of `porter verify`."""

import pytest

from porter.report.verdicts import show
from porter.verify.timing import timing
from porter.verify.verdict import Verdict


def verdict(case: str, timed: bool = False) -> Verdict:
    times = timing("NVIDIA H200", [0.25, 0.5, 0.25], [0.5]) if timed else None
    return Verdict("p", "kernel", case, "nvidia", True, numbers=7, timing=times)


def test_times_have_columns_where_both_sides_ran_on_a_gpu(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show([verdict("timed", True), verdict("timed", True), verdict("plain")])
    head, timed, plain, last = capsys.readouterr().out.splitlines()
    assert head.split()[-5:] == ["cuda", "ms", "port", "ms", "ratio"]
    assert timed.split()[-3:] == ["0.5", "1", "2.00"]  # two points together
    assert plain.split()[-1] == "0.00"
    assert last == "ms: medians of both sides on this NVIDIA H200, by events"


def test_no_columns_for_times_that_nobody_took(capsys: pytest.CaptureFixture[str]) -> None:
    show([verdict("plain")])
    assert "ratio" not in capsys.readouterr().out


def test_a_program_with_words_alone_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    show(
        [
            Verdict("p", "program", name, "gfx942", True, numbers=n)
            for name, n in (("a", 0), ("b", 3))
        ]
    )
    _, words, numbers = capsys.readouterr().out.splitlines()
    assert "same, no numbers" in words
    assert "same" in numbers and "no numbers" not in numbers


def test_what_several_points_say_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    points = [
        Verdict("p", "kernel", "k", "gfx942", True, f"n={n}", remarks=("both sides refuse: no",))
        for n in range(3)
    ]
    show(points)
    said = capsys.readouterr().out
    assert said.count("both sides refuse") == 1
    assert "k at n=0 (gfx942) and 2 more points: both sides refuse: no" in said


def test_counts_of_points_do_not_part_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    said = ("{} of 99 elements of x are not compared: why", "y is not: why ({} of 9 elements)")
    show(
        [
            Verdict("p", "kernel", "k", "gfx942", True, f"n={n}",
                    remarks=tuple(line.format(n) for line in said))
            for n in (1, 2)
        ]
    )  # fmt: skip
    shown = capsys.readouterr().out
    assert shown.count("1 more points: ") == 2 and shown.count("why") == 2


def test_a_build_that_fails_is_told_once_for_all_cases(capsys: pytest.CaptureFixture[str]) -> None:
    reason = "cuda: cannot build: a.h not found"
    points = [
        Verdict("p", "extension", case, "gfx942", False, f"n={n}", problem=reason)
        for case in ("first", "second")
        for n in range(3)
    ]
    show(points)
    said = capsys.readouterr().out
    assert said.count(reason) == 1
    assert f"first at n=0 (gfx942) and 5 more points: {reason}" in said


def test_problems_of_one_case_are_as_many_as_points_are(capsys: pytest.CaptureFixture[str]) -> None:
    points = [
        Verdict("p", "extension", "k", "gfx942", False, f"n={n}", problem=f"stopped at {n}")
        for n in range(9)
    ]
    show(points)
    said = capsys.readouterr().out
    assert said.count("stopped at") == 5
    assert "k (gfx942): 4 more points fail (--json has all)" in said


def test_cases_are_named_whole_where_there_is_little_room(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = [f"exercises/of_the_{n}th_week/task/solution.cu" for n in range(2)]
    show([Verdict("p", "program", name, "gfx942", True) for name in names])
    said = capsys.readouterr().out
    assert "…" not in said
    rows = "".join(line.split("  ")[0].strip() for line in said.splitlines())
    assert all(name in rows for name in names)
