"""Fetching wheels with a stand-in for pip."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from typing import Any

import pytest

from porter.errors import PorterError
from porter.toolchain import wheels
from porter.toolchain.manifest import sha256_of

from .archives import make_wheel

REQUIREMENT = "nvidia-cublas-cu12==12.4.*"


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    calls: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        if command[-1].startswith("absent"):
            return subprocess.CompletedProcess(command, 1, "", "ERROR: No matching distribution\n")
        directory = Path(command[command.index("--dest") + 1])
        make_wheel(directory / "nvidia_cublas_cu12-12.4.5.8-py3-none-any.whl", {"x": "y"})
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(wheels.subprocess, "run", run)
    return calls


def test_fetched_once_and_recorded(tmp_path: Path, pip: list[list[str]]) -> None:
    for _ in range(2):
        (wheel,) = wheels.fetch_wheels([REQUIREMENT], tmp_path, lambda line: None)
    assert len(pip) == 1
    assert "--no-deps" in pip[0]
    assert (wheel.name, wheel.version) == ("nvidia_cublas_cu12", "12.4.5.8")
    assert wheel.sha256 == sha256_of(tmp_path / wheel.file)


def test_another_series_is_fetched_beside(tmp_path: Path, pip: list[list[str]]) -> None:
    make_wheel(tmp_path / "nvidia_cublas_cu12-12.40.1-py3-none-any.whl", {"x": "y"})
    (wheel,) = wheels.fetch_wheels([REQUIREMENT], tmp_path, lambda line: None)
    assert wheel.version == "12.4.5.8"


def test_pips_reason_is_given(tmp_path: Path, pip: list[list[str]]) -> None:
    with pytest.raises(PorterError, match="No matching distribution"):
        wheels.fetch_wheels(["absent==1"], tmp_path, lambda line: None)


def test_a_python_without_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(PorterError, match="no pip"):
        wheels.fetch_wheels([REQUIREMENT], tmp_path, lambda line: None)


def test_what_pip_left_half_written_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        directory = Path(command[command.index("--dest") + 1])
        (directory / "nvidia_cublas_cu12-12.4.5.8-py3-none-any.whl").write_bytes(b"PK")
        return subprocess.CompletedProcess(command, 1, "", "ERROR: No space left on device\n")

    monkeypatch.setattr(wheels.subprocess, "run", run)
    with pytest.raises(PorterError, match="No space left"):
        wheels.fetch_wheels([REQUIREMENT], tmp_path, lambda line: None)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_fetched_aside_goes(tmp_path: Path, pip: list[list[str]]) -> None:
    (tmp_path / "fetching-x").mkdir()
    (tmp_path / "fetching-x" / "a.whl").touch()
    wheels.fetch_wheels([REQUIREMENT], tmp_path, lambda line: None)
    assert [path.suffix for path in tmp_path.iterdir()] == [".whl"]


def test_a_wheel_in_part_is_none_of_another_part(
    tmp_path: Path, pip: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheels, "fetch_part", lambda *_: None)
    part = f"nvidia_cublas_cu12-12.4.5.8-{wheels.part_tag(['lib/*'])}.whl"
    make_wheel(tmp_path / part, {"x": "y"})
    for without, expected in (((), False), (("include/*",), False), (("lib/*",), True)):
        (wheel,) = wheels.fetch_wheels([REQUIREMENT], tmp_path, lambda line: None, without=without)
        assert (wheel.file == part) is expected
        for path in tmp_path.glob("*any.whl"):
            path.unlink()
