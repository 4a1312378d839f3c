"""Times of a port on an AMD GPU beside those of CUDA's recordings.

The executor's nvcc and hipcc stand for those of two machines.
"""

from __future__ import annotations

import json
import sys
import zipfile
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from porter.execute import amd, nvidia
from porter.project.settings.settings import ProjectSettings
from porter.report.first_light import page, write_bundle
from porter.verify.first_light.run import first_light
from porter.verify.kinds import recorders
from porter.verify.options import Options, Ref
from porter.verify.program import recording
from porter.verify.timing import timing
from tests.verify.first_light.test_first_light import verdict
from tests.verify.test_on_nvidia import CUDA, HIP, KERNEL, PROGRAM

pytestmark = pytest.mark.toolchain


def no_steps(title: str, total: int):
    return nullcontext(lambda done: None)


def stand_in(folder: Path, name: str) -> Path:
    """A program that is the executor's compiler of that name."""
    program = folder / name
    call = f"from porter.execute.cpu.compiler_wrappers import {name}; {name}()"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{call}' \"$@\"\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectSettings:
    hipcc = stand_in(tmp_path, "hipcc")
    monkeypatch.setattr(amd, "device", lambda: amd.Device("gfx1100", hipcc, str(tmp_path)))
    monkeypatch.setattr(nvidia, "device", lambda: None)
    for side, text in (("cuda", CUDA), ("hip", HIP)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "twice.cu").write_text(text)
    return ProjectSettings(
        tmp_path / "cuda", tmp_path / "hip", arch=("gfx1100",), programs=(PROGRAM,),
        kernels=(KERNEL,), recordings=tmp_path / "recordings",
    )  # fmt: skip


@pytest.fixture
def recorded(
    project: ProjectSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> ProjectSettings:
    """The project with recordings of another machine, an NVIDIA one."""
    gpu = nvidia.Device("an H200", "580", "80", f"13.0 of {tmp_path}", stand_in(tmp_path, "nvcc"))
    with monkeypatch.context() as there:
        there.setattr(nvidia, "device", lambda: gpu)
        for recorder in recorders(project, 60):
            recorder.record()
    return project


@pytest.mark.slow
def test_the_page_has_the_times_of_both(recorded: ProjectSettings, tmp_path: Path) -> None:
    light = first_light([recorded], "hip:gpu", Options(), no_steps, tmp_path / "kept")
    assert light.is_good, page(light)
    for pair in light.pairs:
        assert pair.gpu.against.startswith("an H200, driver 580"), pair.gpu
        times = pair.gpu.timing
        assert times is not None and times.device == "AMD gfx1100", pair.gpu
        assert times.reference_device == "an H200" and times.ratio > 0
        assert times.runs == (20 if pair.gpu.kind == "kernel" else 5)
        assert pair.executor.timing is None
    text = page(light)
    assert (
        "Ms: medians by events, of the port on this AMD gfx1100, of CUDA's side on an H200."
    ) in text
    assert "2 cases timed on both: " in text
    table = text.partition("| case | port, ms | CUDA, ms | ratio |")[2].partition("##")[0]
    assert "| twice.cu |" in table and "| twice.cu:twice |" in table

    write_bundle(tmp_path / "bundle.zip", light, tmp_path / "kept", [])
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        results = json.loads(bundle.read("results.json"))
    for case in results["ports"][0]["cases"]:
        assert case["gpu"]["timing"]["reference_device"] == "an H200"


@pytest.mark.slow
def test_recordings_without_times_are_compared_and_said_to_have_none(
    recorded: ProjectSettings, tmp_path: Path
) -> None:
    (path,) = recorded.recordings.glob("*.json")
    about = json.loads(path.read_text())
    assert len(about.pop("milliseconds")) == 5
    path.write_text(json.dumps(about))
    only = replace(recorded, kernels=())
    assert recording.load(recorded.recordings, PROGRAM, about["provenance"]["source"])
    light = first_light([only], "hip:gpu", Options(), no_steps, tmp_path / "kept")
    assert light.is_good
    assert "CUDA's side was not timed" in page(light)
    assert "No recording has times: `porter record` on an NVIDIA GPU keeps them." in page(light)


@pytest.mark.slow
def test_a_rehearsal_has_no_times(recorded: ProjectSettings, tmp_path: Path) -> None:
    options = Options(ref=Ref.RECORDED)
    light = first_light([recorded], "hip:cpu:gfx1100", options, no_steps, tmp_path / "kept")
    assert light.is_good
    assert all(pair.gpu.timing is None for pair in light.pairs)
    assert "Nothing was timed: the executor's times say nothing of a GPU's." in page(light)


def test_the_slowest_beside_cuda_come_first(tmp_path: Path) -> None:
    from porter.verify.first_light.result import FirstLight, Pair, PortLight

    def pair(case: str, port: float) -> Pair:
        times = timing("AMD gfx942", [1.0], [port], "an H200")
        on_gpu = replace(verdict("gpu", passed=True, case=case), timing=times)
        return Pair(on_gpu, verdict("gfx942", passed=True, case=case))

    pairs = (pair("fast", 0.5), pair("slow", 3.0), pair("so-so", 1.5))
    port = PortLight("kit", None, "not tried", pairs)
    text = page(FirstLight("gpu", "gfx942", False, (), (port,)))
    assert "3 cases timed on both: 2 take longer than CUDA's side there, " in text
    assert "the median takes 1.50 times as long." in text
    table = text.partition("| case | port, ms | CUDA, ms | ratio |")[2]
    assert table.index("slow n=1") < table.index("so-so n=1") < table.index("fast n=1")
    assert "| slow n=1 | 3 | 1 | 3.00 |" in table
