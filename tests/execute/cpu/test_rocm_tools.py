"""The programs of ROCm that builds ask: what they say of the executor."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from porter.execute.cpu.rocm_tools import rocm_tools


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """ROCm's folder, with these programs alone."""
    for path, text in rocm_tools("6.4.43484", "gfx942"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
        (tmp_path / path).chmod(0o755)
    return tmp_path


def said(program: Path, *words: str, **variables: str) -> str:
    environment = {**os.environ, **variables}
    done = subprocess.run([program, *words], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_hipconfig(root: Path) -> None:
    hipconfig = root / "bin/hipconfig"
    assert said(hipconfig, "--version") == "6.4.43484"
    assert said(hipconfig, "-p") == said(hipconfig, "--rocmpath") == str(root)
    assert said(hipconfig, "-P", "-n") == "amd\n"
    assert said(hipconfig, "--hipclangpath") == f"{root}/llvm/bin"
    words = said(hipconfig, "--cpp_config").split()
    assert "-D__HIP_PLATFORM_AMD__=" in words
    assert f"-I{root}/include" in words
    assert f"ROCM_PATH: {root}\n" in said(hipconfig)


def test_hipconfig_refuses_what_it_does_not_know(root: Path) -> None:
    done = subprocess.run([root / "bin/hipconfig", "--wat"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "--wat" in done.stderr


@pytest.mark.parametrize(("arch", "wave"), [("gfx942", "64(0x40)"), ("gfx1100", "32(0x20)")])
def test_the_gpu_is_the_one_that_is_built_for(root: Path, arch: str, wave: str) -> None:
    for name in ("bin/rocm_agent_enumerator", "llvm/bin/amdgpu-arch"):
        assert said(root / name, PORTER_CPU_ARCH=arch).split() == [arch]
    lines = [
        line.split() for line in said(root / "bin/rocminfo", PORTER_CPU_ARCH=arch).splitlines()
    ]
    assert ["Name:", arch] in lines
    assert ["Wavefront", "Size:", wave] in lines
