"""GPUs from the kernel's own files and from nvidia-smi's output."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.toolchain.gpus import amd_gpus, nvidia_gpus


def test_amd_gpus_are_named_from_the_target_version(tmp_path: Path) -> None:
    for node, version in enumerate([0, 90402, 90010, 110000, 120001]):
        (tmp_path / str(node)).mkdir()
        text = f"cpu_cores_count 8\ngfx_target_version {version}\nvendor_id 4098\n"
        (tmp_path / str(node) / "properties").write_text(text)
    assert amd_gpus(tmp_path) == ["gfx942", "gfx90a", "gfx1100", "gfx1201"]


def test_no_driver_no_gpus(tmp_path: Path) -> None:
    assert amd_gpus(tmp_path / "absent") == []


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("echo 'NVIDIA H200, 580.159.04, 9.0'", ["NVIDIA H200 (sm_90)"]),
        ("echo 'No devices were found'; exit 6", []),
    ],
)
def test_nvidia_gpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, expected: list[str]
) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert [str(gpu) for gpu in nvidia_gpus()] == expected
