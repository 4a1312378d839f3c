"""`nvcc -cuda`, C++ for another compiler: the executor has none to give, and says so."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from tests.stand_ins import stand_in

PROGRAM = """\
#include <cuda_runtime.h>
#include <cstdio>
__global__ void scale(int *x) { x[threadIdx.x] *= 3; }
int main() { std::puts("ran"); }
"""
MAKEFILE = """\
app: app.cu
\t$(NVCC) {option} app.cu
\t$(NVCC) -o $@ app.cu
"""


def command(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True,
                          check=False)  # fmt: skip


@pytest.mark.toolchain
@pytest.mark.parametrize("option", ["-cuda", "--cuda"])
def test_a_build_that_leaves_them_goes_on(tmp_path: Path, option: str) -> None:
    nvcc = stand_in(tmp_path / "bin", "porter-nvcc")
    (tmp_path / "app.cu").write_text(PROGRAM)
    (tmp_path / "Makefile").write_text(MAKEFILE.format(option=option))
    made = command("make", f"NVCC={nvcc}", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert command("./app", cwd=tmp_path).stdout == "ran\n"


@pytest.mark.toolchain
def test_one_that_compiles_them_is_told(tmp_path: Path) -> None:
    nvcc = stand_in(tmp_path / "bin", "porter-nvcc")
    (tmp_path / "app.cu").write_text(PROGRAM)
    assert command(nvcc, "-cuda", "app.cu", cwd=tmp_path).returncode == 0
    for compiler in (nvcc, find().clang):
        done = command(compiler, "-c", "app.cu.cpp.ii", cwd=tmp_path)
        assert done.returncode != 0 and "compile app.cu with nvcc" in done.stderr


@pytest.mark.toolchain
def test_what_does_not_compile_makes_none(tmp_path: Path) -> None:
    nvcc = stand_in(tmp_path / "bin", "porter-nvcc")
    (tmp_path / "app.cu").write_text(PROGRAM.replace("*= 3", "*= three"))
    done = command(nvcc, "-cuda", "app.cu", "-o", "app.ii", cwd=tmp_path)
    assert done.returncode == 1 and "three" in done.stderr
    assert not (tmp_path / "app.ii").exists()
