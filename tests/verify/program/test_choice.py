"""A found program runs with the first arguments that CUDA's side takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Options
from porter.verify.program import choice
from porter.verify.program.choice import choose
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.result import GaveNothing, TookTooLong
from porter.verify.recording.unusable import UnusableRecording

CASE = FoundProgram(
    run="app",
    candidates=(Command(".", ("-f", "gone.txt"), "run"), Command(".", ("4096", "1000"), "README")),
)


def chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: dict[tuple[str, ...], PorterError]
) -> choice.Choice:
    def resolved(project: object, tried: choice.Choice, options: object) -> None:
        if tried.case.args in answer:
            raise answer[tried.case.args]

    monkeypatch.setattr(choice, "resolved", resolved)
    return choose(ProjectSettings(tmp_path, tmp_path / "port"), CASE, Options())


def test_arguments_that_do_not_work_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = chosen(tmp_path, monkeypatch, {("-f", "gone.txt"): PorterError("no such file")})
    assert found.case.args == ("4096", "1000")
    assert found.remarks == ("arguments 4096 1000 (README)",)


def test_large_numbers_become_smaller_where_a_run_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {
        ("-f", "gone.txt"): PorterError("no such file"),
        ("4096", "1000"): TookTooLong("too long"),
    }
    found = chosen(tmp_path, monkeypatch, answers)
    assert found.case.args == ("64", "10")  # powers of two stay such
    assert "smaller than 4096 1000 (README)" in found.remarks[0]


def test_large_numbers_become_smaller_where_no_kernel_is_launched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {
        ("-f", "gone.txt"): GaveNothing("no such file"),
        ("4096", "1000"): GaveNothing("invalid configuration argument"),
    }
    found = chosen(tmp_path, monkeypatch, answers)
    assert found.case.args == ("64", "10")
    assert found.remarks == (
        "arguments 64 10, smaller than 4096 1000 (README): with larger ones CUDA's side gives "
        "nothing (invalid configuration argument)",
    )


@pytest.mark.parametrize(
    "printed",
    [
        "Usage: app <exponent> [seed]",
        "error: 2 arguments are missing\nUsage:\n  ./app <exponent> [seed]",
    ],
)
def test_a_program_is_called_as_it_asks_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: str
) -> None:
    nothing = GaveNothing("no arguments")
    nothing.printed = printed
    tried = [*(one.args for one in CASE.candidates), ("64", "10"), ("4", "2"), ("10",)]
    found = chosen(
        tmp_path, monkeypatch, dict[tuple[str, ...], PorterError](dict.fromkeys(tried, nothing))
    )
    assert found.case.args == ("10", "1")
    assert found.remarks == ("arguments 10 1 (guessed: the usage text that it prints)",)


def test_a_recording_may_be_of_smaller_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = UnusableRecording("none", reason="none", path=tmp_path, hint="record it")
    answers: dict[tuple[str, ...], PorterError] = {one.args: none for one in CASE.candidates}
    found = chosen(tmp_path, monkeypatch, answers)
    assert found.case.args == ("64", "10")
    assert found.remarks == (
        "arguments 64 10, smaller than 4096 1000 (README): with larger ones there is no recording",
    )


def test_where_nothing_works_all_reasons_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {one.args: PorterError("it launched no kernel") for one in CASE.candidates}
    with pytest.raises(PorterError, match=r"-f gone.txt: it launched no kernel; 4096 1000: it"):
        chosen(tmp_path, monkeypatch, answers)


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        (Options(), [20, 20, 20, 60]),  # the last of all may take longer
        (Options(limit=5), [5, 5, 5, 5]),
        (Options(timeout=30), [20, 20, 20, 30]),
    ],
)
def test_how_long_a_program_may_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: Options, limits: list[float]
) -> None:
    tried = []

    def resolved(project: object, one: choice.Choice, options: object) -> None:
        tried.append(one.limit)
        raise TookTooLong(f"app took longer than {one.limit:g} s")

    monkeypatch.setattr(choice, "resolved", resolved)
    with pytest.raises(PorterError, match=r"\(its sizes may be constants; --limit SECONDS gives"):
        choose(ProjectSettings(tmp_path, tmp_path / "port"), CASE, options)
    assert tried == limits


def test_a_case_of_porter_toml_is_run_as_it_says(tmp_path: Path) -> None:
    case = ProgramCase(source="a.cu", args=("5",))
    found = choose(ProjectSettings(tmp_path, tmp_path / "port"), case, Options(timeout=7))
    assert found.case is case and found.limit == 7 and not found.remarks
