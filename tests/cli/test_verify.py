"""`porter verify` and `porter record` where a project's cases, or the GPU, are not there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.execute import nvidia
from porter.project.settings.settings import ProjectSettings
from porter.verify import kinds
from porter.verify.kind import Recorder
from porter.verify.options import Options, Ref
from porter.verify.place import Place, parse_places
from porter.verify.tracing import CudaSide
from porter.verify.verdict import Label, Verdict

pytestmark = pytest.mark.usefixtures("alone")

SETTINGS = "".join(
    f'[[project]]\nupstream = "{name}"\nport = "{name}-hip"\n' for name in ("broken", "good")
)


def checks(
    project: ProjectSettings, places: Sequence[Place] = (), ref: Ref = Ref.BEST
) -> Iterator[SimpleNamespace]:
    def run(options: Options) -> Verdict:
        return Verdict(project.name, "program", "scan", "gfx942", passed=True)

    label = Label(project.name, "program", "scan", "gfx942")
    yield SimpleNamespace(name="program scan[gfx942]", label=label, place=None, run=run)
    if project.name == "broken":
        raise PorterError("SyntaxError: invalid syntax", path="broken/cases.py", line=3)


def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
    yield Recorder("scan", lambda: Path("scan.json"))


def traced(project: ProjectSettings, timeout: float) -> Iterator[CudaSide]:
    yield from ()


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "porter.toml").write_text(SETTINGS)
    kind = SimpleNamespace(
        HAS_TORCH_REFERENCE=False, checks=checks, recorders=recorders, traced=traced
    )
    monkeypatch.setattr(kinds, "KINDS", (kind,))


def test_a_broken_file_of_cases_fails_alone() -> None:
    done = CliRunner().invoke(group, ["verify", "--on", "hip:cpu", "--junit", "out.xml", "--json"])
    verdicts = {(v["project"], v["case"]): v["problem"] for v in json.loads(done.stdout)}
    assert done.exit_code == 3
    assert verdicts == {
        ("broken", "cases.py"): "broken/cases.py:3: SyntaxError: invalid syntax",
        ("broken", "scan"): "",
        ("good", "scan"): "",
    }
    assert 'name="cases.py"' in Path("out.xml").read_text()


def test_a_broken_file_of_cases_is_a_row_of_the_table() -> None:
    shown = CliRunner().invoke(group, ["verify", "--on", "hip:cpu"]).stdout
    assert "cases.py: broken/cases.py:3: SyntaxError: invalid syntax" in shown
    assert shown.count("same") == 2


def test_each_verdict_is_told_as_it_comes_and_the_table_stands_alone() -> None:
    done = CliRunner().invoke(group, ["verify", "--on", "hip:cpu"])
    assert done.stderr.splitlines() == [
        "[1/…] scan (gfx942): same, no numbers (0 numbers, 0.00 s)",
        "[2/…] scan (gfx942): same, no numbers (0 numbers, 0.00 s)",
    ]
    assert "[1/" not in done.stdout


def test_places_can_be_named_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Place] = []

    def named(text: str) -> tuple[Place, ...]:
        asked.extend(parse_places(text))
        return ()

    monkeypatch.setattr("porter.verify.place.parse_places", named)
    CliRunner().invoke(group, ["verify", "--on", "hip:cpu:gfx942", "--on", "hip:cpu:gfx1100"])
    assert list(map(str, asked)) == ["gfx942", "gfx1100"]


def test_no_check_is_begun_when_the_time_is_over() -> None:
    done = CliRunner().invoke(group, ["verify", "--on", "hip:cpu", "--within", "0", "--json"])
    scans = [one for one in json.loads(done.stdout) if one["case"] == "scan"]
    assert done.exit_code == 3 and len(scans) == 2
    assert not any(one["passed"] or one["is_compared"] for one in scans)
    assert {one["problem"] for one in scans} == {"not begun: the 0 s of --within were over"}
    assert "building took 0 s, which the 0 s of --within do not count" in done.stderr


def test_without_a_gpu_nothing_is_recorded_and_that_is_said_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nvidia, "device", lambda: None)
    done = CliRunner().invoke(group, ["record"])
    assert isinstance(done.exception, PorterError)
    assert done.exception.message == "no NVIDIA GPU with nvcc on this machine"
    assert "--ref" not in done.exception.hint
    assert "scan.json" not in done.output


def test_a_recording_of_nothing_is_said() -> None:
    done = CliRunner().invoke(group, ["record", "-k", "nothing"])
    assert done.exit_code == 1
    assert "nothing to record: no case is called 'nothing'" in done.stderr
