"""Beside what a GPU did, a program runs with numbers with which the port ends on the executor."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Options
from porter.verify.place import Cpu
from porter.verify.program import choice, fitting
from porter.verify.program.choice import Choice
from porter.verify.program.fitting import choose_fitting, run_fitting
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.result import ProgramResult, TookTooLong
from porter.verify.recording.provenance import Provenance
from porter.verify.reference import Reference

CASE = FoundProgram(run="app", candidates=(Command(".", ("1048576", "64"), "make run"),))
PLACE, GPU = Cpu("gfx942"), "an H200"
FULL, SMALLER, SMALLEST = ("1048576", "64"), ("16384", "2"), ("1024", "2")


class Sides:
    """What both sides are asked to do, and how long the port may take.

    Args:
        recorded: arguments for which there is a recording.
        slow: with which the port does not end in time.
        device: what CUDA's side ran on.
    """

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        recorded: set[tuple[str, ...]],
        slow: dict[tuple[str, ...], PorterError],
        device: str = GPU,
    ) -> None:
        self.recorded, self.slow, self.device = recorded, slow, device
        self.ran: list[tuple[tuple[str, ...], float]] = []
        for module in (choice, fitting):
            monkeypatch.setattr(module, "resolved", self.resolved)
        monkeypatch.setattr(fitting, "run_program", self.run)

    def resolved(self, _: object, tried: Choice, __: object) -> Reference[Recording]:
        if tried.case.args not in self.recorded:
            raise PorterError("no recording")
        made = Recording("app", 0, "", Provenance.of_executor(""))
        return Reference(made, self.device, device=self.device)

    def run(self, _: object, case: FoundProgram, __: object, *, timeout: float) -> ProgramResult:
        self.ran.append((case.args, timeout))
        if error := self.slow.get(case.args):
            raise error
        return ProgramResult(0, "", "", {}, timeout)


def chosen(tmp_path: Path) -> Choice:
    project = ProjectSettings(tmp_path, tmp_path / "port")
    found = choose_fitting(project, CASE, PLACE, Options())
    run_fitting(project, CASE, PLACE, Options())
    return found


LATE = {FULL: TookTooLong("too long")}


def test_the_numbers_stay_where_the_port_ends_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = Sides(monkeypatch, {FULL, SMALLER}, {})
    assert chosen(tmp_path).case.args == FULL
    assert sides.ran == [(FULL, 40)]  # once: what it did when that was tried is compared


def test_they_become_smaller_where_it_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = Sides(monkeypatch, {FULL, SMALLER, SMALLEST}, LATE)
    found = chosen(tmp_path)
    assert found.case.args == SMALLER
    assert found.remarks == (
        "arguments 16384 2, smaller than 1048576 64 (make run): with larger ones the port takes "
        "too long here",
    )
    assert [args for args, _ in sides.ran] == [FULL, SMALLER]


def test_what_was_not_recorded_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = Sides(monkeypatch, {FULL, SMALLEST}, LATE)
    assert chosen(tmp_path).case.args == SMALLEST
    assert [args for args, _ in sides.ran] == [FULL, SMALLEST]


def test_where_none_is_the_port_has_the_time_of_a_program_with_constants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = Sides(monkeypatch, {FULL}, LATE)
    with pytest.raises(TookTooLong, match=r"too long \(its sizes may .* --limit SECONDS gives it"):
        chosen(tmp_path)
    assert sides.ran == [(FULL, 120)]


def test_a_limit_that_is_asked_for_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = Sides(monkeypatch, {FULL}, {})
    project = ProjectSettings(tmp_path, tmp_path / "port")
    run_fitting(project, CASE, PLACE, Options(limit=30))
    assert sides.ran == [(FULL, 300)]


def test_a_port_that_fails_is_not_tried_with_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = Sides(monkeypatch, {FULL, SMALLER}, {FULL: PorterError("it is not built")})
    with pytest.raises(PorterError, match="it is not built"):
        chosen(tmp_path)
    assert {args for args, _ in sides.ran} == {FULL}


def test_where_the_executor_is_the_reference_its_time_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = Sides(monkeypatch, {FULL, SMALLER}, {}, device="")
    assert chosen(tmp_path).case.args == FULL
    assert [args for args, _ in sides.ran] == [FULL] and sides.ran[0][1] == 200


def test_another_place_begins_with_what_was_small_enough_for_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = Sides(monkeypatch, {FULL, SMALLER, SMALLEST}, LATE)
    project = ProjectSettings(tmp_path, tmp_path / "port")
    assert chosen(tmp_path).case.args == SMALLER
    sides.ran.clear()
    found = choose_fitting(project, CASE, Cpu("gfx1100"), Options())
    assert found.case.args == SMALLER and [args for args, _ in sides.ran] == [SMALLER]
