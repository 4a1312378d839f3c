"""What `setup.py` finds out, with programs that stand in for the real ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


def stand_in(folder: Path, name: str, output: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{output}'\n")
    program.chmod(0o755)


def setup(folder: Path, **settings: str) -> subprocess.CompletedProcess:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("AC4K_")}
    return subprocess.run(
        [sys.executable, "setup.py", "--version"],
        cwd=PROJECT,
        env={
            **environment,
            "PATH": f"{folder}:/bin:/usr/bin",
            "CUDA_HOME": str(folder),
            **settings,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("capability", ["9.0", "10.0", "12.0"])
def test_the_gpu_is_asked(tmp_path, capability):
    stand_in(tmp_path, "nvcc", "")
    stand_in(tmp_path, "nvidia-smi", capability)
    result = setup(tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip().endswith("0.1.0")


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"AC4K_BACKEND": "opencl"}, "AC4K_BACKEND must be one of cuda, rocm, got 'opencl'"),
        ({"AC4K_CUDA_ARCH": "sm70"}, "AC4K_CUDA_ARCH must be one of sm90a, sm100, sm120"),
        ({}, "there are no kernels for compute capability 7.0"),
    ],
)
def test_what_cannot_be_built_is_said(tmp_path, settings, message):
    stand_in(tmp_path, "nvcc", "")
    stand_in(tmp_path, "nvidia-smi", "7.0")
    result = setup(tmp_path, **settings)
    assert result.returncode != 0
    assert message in result.stderr
