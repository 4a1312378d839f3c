"""A difference from a GPU that CUDA's own sources have on the executor is told as theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Options
from porter.verify.place import Cpu
from porter.verify.program import check as checking
from porter.verify.program.check import ProgramCheck
from porter.verify.program.choice import Choice
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.result import GaveNothing, ProgramResult, TookTooLong
from porter.verify.program.second_opinion import run_there
from porter.verify.recording.provenance import Provenance
from porter.verify.reference import Reference

ON_GPU, ON_EXECUTOR = (Provenance("", driver, "", "", "") for driver in ("580.1", ""))
CASE = FoundProgram(run="app")


def recording(printed: str, place: Provenance) -> Recording:
    return Recording("app", 0, printed, place)


def said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    port: str,
    on_executor: str | None,
    reference: Provenance = ON_GPU,
    seconds: float = 0.1,
) -> str:
    """Return the remarks on a program that prints "sum 1" where the reference ran.

    The port takes `seconds`, and CUDA's sources on the executor as long.
    """

    def on_cpu(source: ProgramReferenceSource) -> Reference[Recording]:
        if seconds > source.timeout:
            raise TookTooLong(f"took longer than {source.timeout:g} s")
        if on_executor is None:
            raise GaveNothing("it launched no kernel: access outside memory")
        return Reference(recording(on_executor, ON_EXECUTOR), "")

    def on_gpu(_: ProgramReferenceSource) -> Reference[Recording]:
        return Reference(recording("sum 1\n", ON_GPU), "")

    monkeypatch.setattr(ProgramReferenceSource, "on_cpu", on_cpu)
    monkeypatch.setattr(ProgramReferenceSource, "on_gpu", on_gpu)
    monkeypatch.setattr(checking, "choose_fitting", lambda *_: Choice(CASE, 10.0))
    settings = ProjectSettings(tmp_path / "cuda", tmp_path / "hip")
    check = ProgramCheck(settings, CASE, Cpu("gfx942"))
    actual = ProgramResult(0, port, "", {}, seconds)
    found = check.compare(Options(), recording("sum 1\n", reference), actual)
    return "\n".join(line for _, one in found for line in one.remarks)


@pytest.mark.parametrize(
    ("on_executor", "expected"),
    [
        ("sum 3\n", "CUDA's sources on the executor differ from the port as well"),
        (None, "CUDA's sources on the executor: it launched no kernel: access outside memory"),
    ],
)
def test_cuda_is_asked_on_the_executor_where_a_gpu_says_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_executor: str | None, expected: str
) -> None:
    assert expected in said(tmp_path, monkeypatch, "sum 2\n", on_executor)


def test_a_port_is_not_blamed_for_what_cuda_gives_on_the_executor_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = "line 1: 2 instead of 1; CUDA's sources on the executor give what the port gives"
    with pytest.raises(PorterError, match=expected):
        said(tmp_path, monkeypatch, "sum 2\n", "sum 2\n")


def test_it_has_the_time_that_the_port_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remarks = said(tmp_path, monkeypatch, "sum 2\n", "sum 3\n", seconds=70)
    assert "CUDA's sources on the executor differ from the port as well" in remarks


def test_nothing_is_asked_where_the_sides_agree_or_both_ran_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "executor" not in said(tmp_path, monkeypatch, "sum 1\n", "sum 1\n")
    assert "executor" not in said(tmp_path, monkeypatch, "sum 2\n", "sum 1\n", ON_EXECUTOR)


def test_lines_in_another_order_on_the_executor_come_in_no_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["sum 1", "sum 2", "sum 3"]
    source = ProgramReferenceSource(ProjectSettings(tmp_path, tmp_path), CASE, 10.0)
    expected = Recording("app", 0, "\n".join(lines), ON_GPU, {"a.txt": b"the GPU's"})
    printed = {"same": lines, "other": lines[::-1], "more": [*lines, "sum 4"]}
    for name, there in printed.items():
        own = Recording("app", 0, "\n".join(there), ON_EXECUTOR, {"a.txt": b"its own"})
        monkeypatch.setattr(ProgramReferenceSource, "on_cpu", lambda _, own=own: Reference(own, ""))
        found = run_there([source, source], expected)
        if name == "other":
            assert found is not None and found.stdout == own.stdout
            assert found.files == expected.files
        else:
            assert found is None, name


@pytest.mark.parametrize(
    ("first", "again", "text"),
    [
        # A time without a word for it, and the others as the GPU gave them.
        ("all 9.5\nsum 7\n", "all 8.5\nsum 7\n", "all 9.5\nsum 3"),
        ("all 9.5\nsum 7\n", "all 9.5\nsum 7\n", None),
        ("all 9.5\nsum 7\nx\n", "all 8.5\nsum 7\nx\n", None),
        ("other 9.5\nsum 7\n", "other 8.5\nsum 7\n", None),
    ],
)
def test_what_changes_on_the_executor_changes_on_a_gpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, again: str, text: str | None
) -> None:
    printed = iter((first, again))

    def on_cpu(_: ProgramReferenceSource) -> Reference[Recording]:
        return Reference(recording(next(printed), ON_EXECUTOR), "")

    monkeypatch.setattr(ProgramReferenceSource, "on_cpu", on_cpu)
    source = ProgramReferenceSource(ProjectSettings(tmp_path, tmp_path), CASE, 10.0)
    found = run_there([source, source], recording("all 1.5\nsum 3\n", ON_GPU))
    assert (found and found.stdout) == text


def test_the_order_of_a_gpus_lines_is_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on_gpu(_: ProgramReferenceSource) -> Reference[Recording]:
        raise PorterError("no NVIDIA GPU with nvcc on this machine")

    def on_cpu(source: ProgramReferenceSource) -> Reference[Recording]:
        shuffled = "PORTER_CPU_ORDER" in dict(source.environment)
        text = "3 of 3\n2 of 3\n" if shuffled else "2 of 3\n3 of 3\n"
        return Reference(recording(text, ON_EXECUTOR), "")

    monkeypatch.setattr(ProgramReferenceSource, "on_cpu", on_cpu)
    monkeypatch.setattr(ProgramReferenceSource, "on_gpu", on_gpu)
    monkeypatch.setattr(checking, "choose_fitting", lambda *_: Choice(CASE, 10.0))
    check = ProgramCheck(ProjectSettings(tmp_path / "cuda", tmp_path), CASE, Cpu("gfx942"))
    for port, is_same in (("3 of 3\n2 of 3\n", True), ("3 of 3\n1 of 3\n", False)):
        actual = ProgramResult(0, port, "", {}, 0.1)
        expected = recording("2 of 3\n3 of 3\n", ON_GPU)
        found = [one for _, one in check.compare(Options(), expected, actual)]
        assert is_same != any(one.differences for one in found), port
