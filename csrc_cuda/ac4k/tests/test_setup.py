"""What `setup.py` finds out, with programs that stand in for the real ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
#: PyTorch as far as `setup.py` needs it; a PyTorch for CPUs knows no CUDA_HOME.
TORCH = """\
from setuptools import Extension
from setuptools.command.build_ext import build_ext as BuildExtension


def CUDAExtension(name, sources, **_):
    print(name, *sources)
    return Extension(name, sources)
"""


def stand_in(folder: Path, name: str, output: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{output}'\n")
    program.chmod(0o755)


def setup(folder: Path, **settings: str) -> subprocess.CompletedProcess:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("AC4K_")}
    utils = folder / "torch" / "utils"
    utils.mkdir(parents=True)
    for package in (utils.parent, utils):
        (package / "__init__.py").touch()
    (utils / "cpp_extension.py").write_text(TORCH)
    return subprocess.run(
        [sys.executable, "setup.py", "--version"],
        cwd=PROJECT,
        env={
            **environment,
            "PATH": f"{folder}:/bin:/usr/bin",
            "PYTHONPATH": str(folder),
            **settings,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def folders(output: str) -> set[str]:
    """Return the folders whose kernels were to be compiled."""
    (line,) = (one for one in output.splitlines() if one.startswith("ac4k_kernel._cuda_ops "))
    return {Path(source).parent.name for source in line.split() if source.endswith(".cu")}


@pytest.mark.parametrize(
    "capability, arch", [("9.0", "sm90a"), ("10.0", "sm100"), ("12.0", "sm120")]
)
def test_the_gpu_is_asked_and_its_kernels_alone_are_compiled(tmp_path, capability, arch):
    stand_in(tmp_path, "nvcc", "")
    stand_in(tmp_path, "nvidia-smi", capability)
    result = setup(tmp_path)
    assert result.returncode == 0, result.stderr
    assert folders(result.stdout) == {arch}
    assert result.stdout.strip().endswith("0.1.0")


def test_a_name_goes_before_the_gpu(tmp_path):
    stand_in(tmp_path, "nvcc", "")
    stand_in(tmp_path, "nvidia-smi", "9.0")
    assert folders(setup(tmp_path, AC4K_CUDA_ARCH="sm120").stdout) == {"sm120"}


def test_a_gpu_without_kernels_may_come_first(tmp_path):
    stand_in(tmp_path, "nvcc", "")
    stand_in(tmp_path, "nvidia-smi", "8.6\n9.0")
    assert folders(setup(tmp_path, AC4K_CUDA_ARCH=" ").stdout) == {"sm90a"}


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
