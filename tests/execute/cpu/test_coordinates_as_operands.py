"""`threadIdx` and its kin are of one type in CUDA, and of four in clang's headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

PROGRAM = """\
#include <cstdio>
__device__ unsigned sum(uint3 a) { return a.x + a.y; }
__global__ void places(unsigned *out, int which) {
  out[0] = (which ? threadIdx : blockIdx).x;
  out[1] = sum(which
                   ? blockIdx
                   : threadIdx);
  const dim3 extent = which ? blockDim : gridDim; out[2] = extent.x + threadIdx.y;
}
int main() {
  unsigned *out;
  cudaMallocManaged(&out, 3 * 4);
  for (int which = 0; which < 2; ++which) {
    places<<<3, 32>>>(out, which);
    cudaDeviceSynchronize();
    std::printf("%u %u\\n", out[0] + out[1], out[2]);
  }
}
"""


@pytest.mark.toolchain
def test_a_condition_chooses_between_them(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(
        PROGRAM.replace("out[0] =", "if (threadIdx.x == 31 && blockIdx.x == 2)\n  out[0] =")
    )
    run = cpu.build(source, arch="sm_80").run(timeout=60)
    lines = run.stdout.splitlines()
    assert [line.split()[1] for line in lines] == ["3", "32"]
