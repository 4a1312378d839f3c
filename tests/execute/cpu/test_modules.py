"""Code objects: made by the stand-ins, loaded by name, compiled while the program runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.execute import cpu

pytestmark = pytest.mark.toolchain

HERE = Path(__file__).parent


def code_object(folder: Path, wrapper: str, *flags: str, kernel: str = "module") -> Path:
    """Compile a kernel as a project's Makefile would."""
    made = folder / "module.hsaco"
    script = f"from porter.execute.cpu.compiler_wrappers import {wrapper}; {wrapper}()"
    source = HERE / "kernels" / f"{kernel}.hip"
    command = [sys.executable, "-c", script, *flags, str(source), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return made


def test_modules_and_run_time_compilation(tmp_path: Path, arch: str) -> None:
    made = code_object(tmp_path, "hipcc", "--genco", f"--offload-arch={arch}")
    program = cpu.build(HERE / "programs" / "modules.hip", arch=arch)
    run = program.run([str(made)], timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == 30


def test_the_driver_api_and_nvrtc(tmp_path: Path) -> None:
    made = code_object(tmp_path, "nvcc", "-cubin")
    program = cpu.build(HERE / "programs" / "driver_api.cu", arch="sm_80")
    run = program.run([str(made)], timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == 27


@pytest.mark.parametrize("name", ["driver_memory", "driver_rest"])
def test_the_rest_of_the_driver_api(tmp_path: Path, name: str) -> None:
    made = code_object(tmp_path, "nvcc", "-cubin")
    source = HERE / "programs" / f"{name}.cu"
    run = cpu.build(source, arch="sm_80").run([str(made)], timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == source.read_text().count('check("')


@pytest.mark.parametrize(("arch", "checks"), [
    ("sm_80", 37), pytest.param("gfx942", 33, marks=pytest.mark.slow),
])  # fmt: skip
def test_runs_of_memory_by_the_drivers_names(arch: str, checks: int) -> None:
    run = cpu.build(HERE / "programs" / "driver_runs.cu", arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == checks


def test_texture_references(tmp_path: Path) -> None:
    made = code_object(
        tmp_path, "hipcc", "--genco", "--offload-arch=gfx1100", kernel="texture_reference"
    )
    source = HERE / "programs" / "texture_references.hip"
    run = cpu.build(source, arch="gfx1100").run([str(made)], timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == source.read_text().count('check("')


def test_what_modules_lack(tmp_path: Path) -> None:
    made = code_object(tmp_path, "hipcc", "--genco", "--offload-arch=gfx942")
    program = cpu.build(HERE / "programs" / "faults.hip")
    run = program.run(["missing", str(made)], timeout=60)
    assert run.stdout.splitlines() == [
        "no such file hipErrorFileNotFound",
        "not a code object hipErrorInvalidImage",
        "load hipSuccess",
        "no such kernel hipErrorNotFound",
        "no such variable hipErrorNotFound",
    ]


def test_a_code_object_of_another_architecture(tmp_path: Path) -> None:
    made = code_object(tmp_path, "hipcc", "--genco", "--offload-arch=gfx1100")
    program = cpu.build(HERE / "programs" / "faults.hip", arch="gfx942")
    run = program.run(["missing", str(made)], timeout=60)
    assert "load hipErrorNoBinaryForGpu" in run.stdout
    assert "it is for gfx1100, the device is gfx942" in run.stderr
