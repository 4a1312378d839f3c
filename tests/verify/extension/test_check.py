"""Whole checks: an extension built for the cpu executor against PyTorch, at both wave sizes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from porter.project.settings.settings import ProjectSettings
from porter.verify.extension.check import ExtensionCheck, PreparedRun
from porter.verify.extension.drafted import NOTE
from porter.verify.extension.point import CasePoint
from porter.verify.extension.result import Result
from porter.verify.extension.sides import Side, Sides
from porter.verify.failure import RunFailed
from porter.verify.kinds import checks
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu
from porter.verify.verdict import Verdict

pytest.importorskip("torch")

ROW_SUMS = Path(__file__).parents[2] / "execute" / "cpu" / "torch_extension" / "row_sums"
TORCH = Options(Ref.TORCH)


def found(project: ProjectSettings, *archs: str) -> dict[str, ExtensionCheck]:
    places = [Cpu(arch) for arch in archs]
    made = {check.name: check for check in checks(project, places, Ref.TORCH)}
    return {name: check for name, check in made.items() if isinstance(check, ExtensionCheck)}


@pytest.fixture(scope="module")
def project() -> ProjectSettings:
    return ProjectSettings(ROW_SUMS, ROW_SUMS, cases=ROW_SUMS / "parity.py")


def test_names_of_checks(project: ProjectSettings) -> None:
    names = list(found(project))
    assert names[:2] == [
        "extension sums[rows=1 columns=1-gfx942]",
        "extension sums[rows=1 columns=1-gfx1100]",
    ]
    assert "extension crash[gfx1100]" in names
    assert len(set(names)) == len(names) == 2 * 18
    assert len(found(project, "gfx942")) == 18


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_recording_that_is_not_there(project: ProjectSettings) -> None:
    verdict = found(project)["extension sums[rows=1 columns=1-gfx942]"].run(Options(Ref.RECORDED))
    assert not verdict.passed and "no recording of sums" in verdict.problem


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_launches_of_an_extension(project: ProjectSettings, arch: str) -> None:
    check = found(project, arch)[f"extension sums[rows=5 columns=1000-{arch}]"]
    verdict = check.run(Options(Ref.CPU, trace="full"))
    assert verdict.passed, (verdict.differences, verdict.problem)
    assert verdict.trace[0].startswith("1 launches agree; "), verdict.trace
    assert verdict.trace[-1] == "launches of CUDA's side: the cpu executor"


def test_a_project_without_an_extension(tmp_path: Path) -> None:
    text = "MODULE = 'm'\nreference = None\ndef case_a(module, generator): ...\n"
    (tmp_path / "cases.py").write_text(text)
    empty = ProjectSettings(tmp_path, tmp_path, cases=tmp_path / "cases.py")
    (first, _) = found(empty).values()
    assert "has no reference" in first.run(TORCH).problem


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("ref", [Ref.TORCH, Ref.CPU])
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_what_is_right_wrong_and_fatal(project: ProjectSettings, arch: str, ref: Ref) -> None:
    verdicts: dict[str, list[Verdict]] = {}
    for check in found(project, arch).values():
        if ref is Ref.TORCH or check.case.name == "sums":  # CUDA's side has the same faults
            verdicts.setdefault(check.case.name, []).append(check.run(Options(ref)))
    assert len(verdicts["sums"]) == 16
    for verdict in verdicts["sums"]:
        assert verdict.passed, (verdict.point, verdict.differences, verdict.problem)
    assert sum(verdict.numbers for verdict in verdicts["sums"]) == 2 * 6 * (1289 + 8)
    if ref is Ref.CPU:
        return
    (gaps,) = verdicts["gaps"]
    assert (
        "2 of 4 elements differ, 2 of them never written by the port" in gaps.differences[0].reason
    )
    (crash,) = verdicts["crash"]
    assert "on the device: an illegal memory access" in crash.problem
    assert "row_sums_kernel" in crash.problem


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        (True, "CUDA's side fails on the same input, too: no such index"),
        (False, "CUDA's side does not fail on the same input"),
    ],
)
def test_a_failure_says_whether_cudas_side_fails_too(fails: bool, said: str) -> None:
    class Case:
        name = "scan"
        sides = Sides(ProjectSettings(ROW_SUMS, ROW_SUMS))

        def run(self, side: Side, *_: object) -> Result:
            if side.is_port or fails:
                raise RunFailed("no such index\nline 2")
            return Result({}, {}, 0.0)

    check = ExtensionCheck(cast("CasePoint", Case()), Cpu("gfx942"))
    with pytest.raises(RunFailed) as raised:
        check.prepare(0, 0, Options(Ref.CPU))
    assert raised.value.message.splitlines() == ["no such index", "line 2", said]
    with pytest.raises(RunFailed) as raised:
        check.prepare(0, 0, Options(Ref.RECORDED))
    assert "CUDA's side" not in raised.value.message


@pytest.mark.parametrize(("scratch", "differences"), [(True, 0), (False, 1)])
def test_buffers_that_differ_are_told_and_no_difference(scratch: bool, differences: int) -> None:
    about = {"dtype": "uint8", "exact": False, "terms": 1, "accumulate": None, "magnitude": None,
             "roundings": 1, "order": "fixed", "scratch": scratch}  # fmt: skip
    sides = [Result({"out3": np.ones(count, np.uint8)}, {"out3": about}, 0.0) for count in (8, 9)]
    check = ExtensionCheck(cast("CasePoint", None), Cpu("gfx942"))
    ((_, found),) = check.compare(PreparedRun(0, sides[1]), *sides)
    assert len(found.differences) == differences
    assert any("out3 is not compared" in one for one in found.remarks) == scratch


def test_a_draft_that_fails_on_both_sides_leaves_the_time_to_others() -> None:
    runs = []

    class Case:
        name = "scan"
        sides = Sides(ProjectSettings(ROW_SUMS, ROW_SUMS))

        def run(self, side: Side, *_: object) -> Result:
            runs.append(side)
            raise RunFailed("no such index")

    drafted = ExtensionCheck(cast("CasePoint", Case()), Cpu("gfx942"), NOTE)
    for _ in range(6):
        with pytest.raises(RunFailed) as raised:
            drafted.prepare(0, 0, Options(Ref.CPU))
    assert len(runs) == 8 and "the 4 points before it failed on both sides" in str(raised.value)
    with pytest.raises(RunFailed, match="no such index"):  # of other places nothing is known
        replace(drafted, place=Cpu("gfx1100")).prepare(0, 0, Options(Ref.CPU))
    with pytest.raises(RunFailed, match="no such index"):  # and a person's cases run
        replace(drafted, note="").prepare(0, 0, Options(Ref.CPU))
