"""`alignas` among the specifiers of a variable in shared memory, where nvcc takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

PROGRAM = """\
#include <cstdio>
struct Pair { float a, b; };
__global__ void places(unsigned *out) {
  __shared__ char first[3];
  __shared__ alignas(128) TYPE staged[2][16];
  staged[threadIdx.x][0] = {};
  out[threadIdx.x] = unsigned(__cvta_generic_to_shared(&staged[0][0])) % 128 + (first == nullptr);
}
int main() {
  unsigned *out;
  cudaMallocManaged(&out, 2 * 4);
  out[0] = out[1] = 1;
  places<<<1, 2>>>(out);
  cudaDeviceSynchronize();
  std::printf("%u %u\\n", out[0], out[1]);
}
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("kind", ["float", "Pair"])
def test_specifiers_in_the_order_of_nvcc(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM.replace("TYPE", kind))
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "0 0\n"
