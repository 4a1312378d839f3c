"""A port whose build file chooses between CUDA's side and a HIP side of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.own_build.systems import System, Target, own_hip_settings
from tests.verify.program.unprepared import verdict

CMAKE = """\
cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES CXX)
set(BACKEND "CUDA" CACHE STRING "CUDA or HIP")
if(BACKEND STREQUAL "CUDA")
  enable_language(CUDA)
  add_executable(app app.cu)
elseif(BACKEND STREQUAL "HIP")
  enable_language(HIP)
  add_executable(app hip/app.hip)
endif()
"""
CUDA = """\
#include <cstdio>
#include <cuda_runtime.h>
__global__ void twice(int *x) { *x *= 2; }
int main() {
  int *x; cudaMallocManaged(&x, sizeof(int)); *x = 21;
  twice<<<1, 1>>>(x); cudaDeviceSynchronize(); std::printf("%d\\n", *x);
}
"""
HIP = (
    CUDA.replace("cuda_runtime.h", "hip/hip_runtime.h")
    .replace("cudaM", "hipM")
    .replace("cudaD", "hipD")
)


@pytest.mark.parametrize(
    ("name", "system", "text", "settings"),
    [
        ("CMakeLists.txt", System.CMAKE, CMAKE, ("BACKEND=HIP",)),
        ("CMakeLists.txt", System.CMAKE, 'option(USE_HIP "AMD" OFF)\n', ("USE_HIP=ON",)),
        (
            "CMakeLists.txt",
            System.CMAKE,
            'option(USE_CUDA "NVIDIA" ON)\noption(USE_HIP "AMD" OFF)\n',
            ("USE_HIP=ON", "USE_CUDA=OFF"),
        ),
        ("CMakeLists.txt", System.CMAKE, "project(a LANGUAGES HIP)\n", ()),
        ("Makefile", System.MAKE, "ifeq ($(USE_ROCM),1)\nCC = hipcc\nendif\n", ("USE_ROCM=1",)),
        ("Makefile", System.MAKE, "CC = hipcc\n", ()),
        ("setup.py", System.PYTHON, "USE_HIP = 1\n", ()),
    ],
)
def test_what_builds_it(
    tmp_path: Path, name: str, system: System, text: str, settings: tuple[str, ...]
) -> None:
    (tmp_path / name).write_text(text)
    assert own_hip_settings(Target(tmp_path, system)) == settings


@pytest.mark.toolchain
def test_it_is_what_a_port_builds_that_does_not_build_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"CMakeLists.txt": CMAKE, "app.cu": CUDA, "hip/app.hip": HIP}
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 1, found
