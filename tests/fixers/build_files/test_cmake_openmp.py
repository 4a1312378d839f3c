"""Programs of FindCUDA's whose files of device code have OpenMP's pragmas."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.own_build.test_native import native

SCRIPT = """cmake_minimum_required(VERSION 3.21)
project(x CXX)
find_package(CUDA REQUIRED)
find_package(OpenMP REQUIRED)
set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} ${OpenMP_CXX_FLAGS}")
"""
DEVICE = """#include <omp.h>
#include <cstdio>
int of_cpp(int n);
__global__ void one(int *p) { *p = 1; }
int main() {
  int *p, n = 0;
  cudaMalloc(&p, 4);
  one<<<1, 1>>>(p);
  omp_set_num_threads(3);
#pragma omp parallel reduction(+ : n)
  n += 1 + 10 * omp_get_thread_num();
  std::printf("%d %d\\n", n, of_cpp(4));
}
"""
HOST = """#include <omp.h>
int of_cpp(int count) {
  int n = 0;
  omp_set_num_threads(count);
#pragma omp parallel reduction(+ : n)
  n += 1 + 10 * omp_get_thread_num();
  return n;
}
"""


def ported(folder: Path, target: str, device: str = DEVICE) -> tuple[Path, list[str]]:
    source = folder / "src"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(SCRIPT + target)
    (source / "a.cu").write_text(device)
    (source / "b.cpp").write_text(HOST)
    run = write_port([source], Options(), Destination(OutputMode.OUT, folder / "hip"))
    told = [one.finding.message for _, one in run.findings]
    return folder / "hip", told


def test_a_program_is_compiled_and_linked_with_it(tmp_path: Path) -> None:
    port, _ = ported(tmp_path, "cuda_add_executable(run a.cu b.cpp)\n")
    text = (port / "CMakeLists.txt").read_text()
    assert "target_compile_options(run PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fopenmp>)\n" in text
    assert "target_link_options(run PRIVATE -fopenmp)\n" in text
    assert "OpenMP::OpenMP_CXX" not in text


def test_without_pragmas_the_library_of_cpp_is_linked(tmp_path: Path) -> None:
    device = DEVICE.replace("#pragma omp", "//")
    port, told = ported(tmp_path, "cuda_add_executable(run a.cu b.cpp)\n", device)
    assert "OpenMP::OpenMP_CXX" in (port / "CMakeLists.txt").read_text()
    assert not [one for one in told if "pragmas" in one]


def test_a_library_is_reported(tmp_path: Path) -> None:
    port, told = ported(tmp_path, "cuda_add_library(k a.cu)\n")
    assert "-fopenmp" not in (port / "CMakeLists.txt").read_text()
    assert [one for one in told if "OpenMP's pragmas in a.cu have no effect" in one]


@pytest.mark.slow
@pytest.mark.toolchain
def test_both_compilers_threads_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("needs cmake")
    port, _ = ported(tmp_path, "cuda_add_executable(run a.cu b.cpp)\n")
    made = tmp_path / "made"
    done = native(port, "--on", "cpu", "--arch", "gfx942", "--folder", str(made))
    assert done.exit_code == 0, done.output
    run = subprocess.run(
        [str(made / "out" / "run")], capture_output=True, text=True, check=True, env=os.environ
    )
    assert run.stdout == "33 64\n"
