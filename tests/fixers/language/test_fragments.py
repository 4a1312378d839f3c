"""LNG46: what a file that is included in a namespace needs is included in front of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

FRAGMENT = """\
__device__ inline float sum(float x) {
  for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffffu, x, d);
  return x;
}
"""
UNIT = """\
#include <cuda_runtime.h>
#include <cstdio>
namespace kit {
#include "sum.inl"
}
__global__ void k(float *out) { out[threadIdx.x] = kit::sum(threadIdx.x); }
int main() {
  float *out;
  cudaMallocManaged(&out, 256);
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%g %g\\n", out[0], out[63]);
}
"""


@pytest.fixture
def port(tmp_path: Path) -> Path:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "unit.cu").write_text(UNIT)
    (source / "sum.inl").write_text(FRAGMENT)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    return port


def test_support_headers_stand_in_front_of_the_namespace(port: Path) -> None:
    text = (port / "unit.cu").read_text()
    assert 0 <= text.index('#include "porter_compat/warp.hpp"') < text.index("namespace kit")


@pytest.mark.toolchain
def test_it_runs(port: Path) -> None:
    assert cpu.build(port / "unit.cu", arch="gfx942").run(timeout=60).stdout == "496 1520\n"
