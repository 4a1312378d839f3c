"""`porter first-light`: ports on a GPU and on the executor; the executor stands for the GPU."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.execute import amd
from porter.project.settings.settings import ProjectSettings
from porter.report.first_light import page, write_bundle
from porter.verify import kinds
from porter.verify.first_light.result import Agreement, paired
from porter.verify.first_light.run import first_light, place_of
from porter.verify.options import Options, Ref
from porter.verify.place import Amd, Cpu, Place
from porter.verify.verdict import Verdict
from tests.verify.kernel.test_check import HIP, project


def no_steps(title: str, total: int):
    return nullcontext(lambda done: None)


def verdict(arch: str, *, passed: bool, case: str = "scan", point: str = "n=1") -> Verdict:
    return Verdict("kit", "kernel", case, arch, passed, point, seconds=0.5)


@pytest.mark.parametrize(
    ("gpu", "executor", "agreement", "surprising"),
    [
        (True, True, Agreement.BOTH_SAME, False),
        (False, True, Agreement.GPU_DIFFERS, True),
        (True, False, Agreement.EXECUTOR_DIFFERS, True),
        (False, False, Agreement.BOTH_DIFFER, False),
    ],
)
def test_a_case_is_seen_on_both(
    gpu: bool, executor: bool, agreement: Agreement, surprising: bool
) -> None:
    others = [verdict("gfx942", passed=executor), verdict("gfx942", passed=True, point="n=2")]
    (pair,) = paired([verdict("gpu", passed=gpu)], others)
    assert (pair.agreement, pair.is_surprising) == (agreement, surprising)


def test_a_place_is_a_gpu_or_one_architecture_of_the_executor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(amd, "device", lambda: SimpleNamespace(name="gfx1100"))
    assert place_of("hip:gpu") == (Amd(), "gfx1100")
    assert place_of("hip:cpu:gfx942") == (Cpu("gfx942"), "gfx942")
    for other in ("hip", "hip:cpu", "hip:cpu:gfx942,gfx1100", "cuda", "x hip:cpu:gfx942"):
        with pytest.raises(PorterError, match="first-light is not for"):
            place_of(other)
    monkeypatch.setattr(amd, "device", lambda: None)
    with pytest.raises(PorterError, match="no AMD GPU with hipcc") as caught:
        place_of("hip:gpu")
    assert "rehearses" in str(caught.value)


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_gpu_beside_the_executor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The executor's hipcc stands for the one of a machine with a GPU."""
    hipcc = tmp_path / "hipcc"
    call = "from porter.execute.cpu.compiler_wrappers import hipcc; hipcc()"
    hipcc.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{call}' \"$@\"\n")
    hipcc.chmod(0o755)
    monkeypatch.setattr(amd, "device", lambda: amd.Device("gfx1100", hipcc, str(tmp_path)))
    settings = project(tmp_path)
    light = first_light([settings], "hip:gpu", Options(ref=Ref.CPU), no_steps, tmp_path / "kept")
    assert (light.place, light.arch, light.is_rehearsal) == ("gpu", "gfx1100", False)
    assert [pair.agreement for pair in light.pairs] == [Agreement.BOTH_SAME] * 2
    assert [pair.gpu.arch for pair in light.pairs] == ["gpu", "gpu"]
    assert [pair.executor.arch for pair in light.pairs] == ["gfx1100", "gfx1100"]
    assert light.is_good, page(light)
    (port,) = light.ports
    assert port.same_bits and not port.other_bits
    count = len(port.same_bits)
    assert f"{count} runs: {count} left the same bits on GPU and executor." in page(light)
    write_bundle(tmp_path / "bundle.zip", light, tmp_path / "kept", [])
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        recorded = [name for name in bundle.namelist() if name.startswith("recordings/")]
        arrays = np.load(io.BytesIO(bundle.read(recorded[0])))
    assert recorded == [f"recordings/{settings.name}/{name}" for name in port.same_bits]
    assert arrays.files == ["y", "count"]
    assert "2 cases: 2 as CUDA on the GPU and on the executor" in page(light)
    assert "rehearsal" not in page(light)


@pytest.mark.slow
@pytest.mark.toolchain
def test_what_is_wrong_is_on_the_page_and_in_the_bundle(tmp_path: Path) -> None:
    broken = HIP.replace("+ by", "- by") + "__global__ void more() { missing(); }\n"
    settings = project(tmp_path, broken)
    light = first_light([settings], "hip:cpu:gfx1100", Options(ref=Ref.CPU), no_steps, tmp_path)
    assert light.is_rehearsal and not light.is_good
    text = page(light)
    assert "A rehearsal: the cpu executor stood for the GPU" in text
    assert "- add.cu: add.cu:9: use of undeclared identifier 'missing'" in text
    assert "2 not as CUDA on either:" in text

    write_bundle(tmp_path / "one.zip", light, tmp_path, [settings.port])
    write_bundle(tmp_path / "two.zip", light, tmp_path, [settings.port])
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as bundle:
        assert bundle.read("page.md").decode() == text
        results = json.loads(bundle.read("results.json"))
        assert bundle.read("sources/hip/add.cu").decode() == broken
        assert b"missing" in bundle.read("logs/cuda/add.cu.gfx1100.log")
    assert results["rehearsal"] and not results["good"]
    assert list(results["ports"][0]["units_that_do_not_compile"]) == ["add.cu"]


@pytest.fixture
def with_stand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases that pass at once, on an AMD GPU that is not there."""

    def checks(
        project: ProjectSettings, places: Sequence[Place] = (), ref: Ref = Ref.BEST
    ) -> Iterator[SimpleNamespace]:
        (place,) = places
        yield SimpleNamespace(place=place, run=lambda options: verdict(str(place), passed=True))
        raise PorterError("SyntaxError: invalid syntax", path="cases.py", line=3)

    kind = SimpleNamespace(HAS_TORCH_REFERENCE=False, checks=checks)
    monkeypatch.setattr(kinds, "KINDS", (kind,))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "porter.toml").write_text('[project]\nupstream = "kit"\nport = "kit-hip"\n')
    monkeypatch.setattr(amd, "device", lambda: SimpleNamespace(name="gfx942"))


def test_the_command_tells_what_a_person_has_to_look_at(with_stand_ins, tmp_path: Path) -> None:
    done = CliRunner().invoke(group, ["first-light", "--out", "bundle.zip"])
    assert done.exit_code == 1
    assert done.stdout.startswith("# First light on gfx942\n")
    assert "Not compiled: " in done.stdout  # there is no port
    assert "cases not read: cases.py:3: SyntaxError: invalid syntax" in done.stdout
    assert "1 as CUDA on both." in done.stdout
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        assert sorted(bundle.namelist()) == ["page.md", "results.json"]


def test_without_a_gpu_nothing_is_written(
    with_stand_ins, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(amd, "device", lambda: None)
    done = CliRunner().invoke(group, ["first-light"])
    assert isinstance(done.exception, PorterError)
    assert not list(tmp_path.glob("*.zip"))
