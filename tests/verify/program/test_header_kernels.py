"""A C++ source that includes kernels is a program of CUDA's, as an IDE compiles it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.unprepared import verdict

HEADER = """\
__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }
inline void run(int *x) { fill<<<1, 64>>>(x); }
"""
MAIN = """\
#include <cstdio>
#include <cuda_runtime.h>
#include "fill.cuh"
int main() {
  int *x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  run(x);
  cudaDeviceSynchronize();
  std::printf("%d\\n", x[63]);
}
"""


@pytest.mark.toolchain
def test_its_headers_launch_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(tmp_path, monkeypatch, {"main.cpp": MAIN, "fill.cuh": HEADER})
    assert found["passed"] and found["numbers"] == 1
