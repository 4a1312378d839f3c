"""The wheel, in an environment that has nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.cli.calls import CUDA, HIP

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_a_wheel_in_an_empty_environment_converts_and_writes_a_report(tmp_path: Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check")
    build = [sys.executable, "-m", "pip", "wheel", *quiet, "--no-deps", "-w", tmp_path, ROOT]
    subprocess.run(build, check=True, timeout=600)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    programs = tmp_path / "empty" / "bin"
    subprocess.run([programs / "pip", "install", *quiet, wheel], check=True, timeout=600)
    (tmp_path / "a.cu").write_text(CUDA)
    environment = {
        "HOME": str(tmp_path / "home"),
        "PATH": f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin",
    }

    def porter(*words: str) -> subprocess.CompletedProcess[str]:
        command = [str(programs / "porter"), *words]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120,
            check=False,
        )  # fmt: skip

    done = porter("convert", "a.cu", "--out", "port")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "port" / "a.cu").read_text() == HIP
    assert porter("report", "a.cu", "--html", "page.html").returncode == 0
    assert "Work list" in (tmp_path / "page.html").read_text()
    assert "ok       convert" in porter("doctor").stdout
    assert "WRP20" in porter("explain", "WRP20").stdout
    assert "hipMalloc" in porter("rules", "show", "cudaMalloc").stdout
