"""`porter record` of an extension: what fails on the GPU is told, and the rest is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from porter.execute.nvidia.program import Device
from porter.project.settings.settings import ProjectSettings
from porter.verify.extension import gpu_errors, recording, reference
from porter.verify.extension.result import Result
from porter.verify.failure import RunFailed

from .test_recording import made


class Point:
    """A case at a point, on a GPU that refuses one of them."""

    def __init__(self, point: str, fails: bool) -> None:
        self.point, self._fails = point, fails

    def run(self, *_: Any) -> Result:
        if self._fails:
            raise RunFailed("on the device: CUDA error: invalid argument\nmore")
        return replace(made(sums=np.arange(3.0)), torch="2.13")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectSettings:
    gpu = Device("a GPU", "580", "90", "13.0", Path("/usr/bin/nvcc"))
    monkeypatch.setattr(reference, "device_for_cuda", lambda: gpu)
    monkeypatch.setattr(reference, "extension_hash", lambda *_: "hash")
    return ProjectSettings(tmp_path, tmp_path, recordings=tmp_path / "recordings")


def test_points_that_fail_are_told_and_others_are_kept(project: ProjectSettings) -> None:
    points: list[Any] = [Point("n=0", True), Point("n=1", False)]
    with pytest.raises(RunFailed, match=r"2 runs failed, at n=0: on the device: CUDA error: "):
        reference.record(project, "sums", points, 1.0)
    path = recording.path_of(project.recordings, project.name, "sums")
    key = recording.run_key("n=1", reference.SEEDS[0])
    found, _ = recording.load(path, "sums", key, "given", lambda _: "hash")
    assert found.arrays["sums"].tolist() == [0, 1, 2]


def test_nothing_is_kept_where_all_fail(project: ProjectSettings) -> None:
    points: list[Any] = [Point("n=0", True)]
    with pytest.raises(RunFailed, match="n=0: on the device"):
        reference.record(project, "sums", points, 1.0)
    assert not project.recordings.exists()


def test_a_lost_gpu_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    assert gpu_errors.gpu_error() == ""

    def fails() -> None:
        raise RuntimeError("CUDA error: an illegal memory access was encountered\nhint")

    fake = SimpleNamespace(is_initialized=lambda: True, synchronize=fails)
    monkeypatch.setattr(torch, "cuda", fake)
    assert gpu_errors.gpu_error() == "CUDA error: an illegal memory access was encountered"
