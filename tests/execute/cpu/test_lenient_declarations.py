"""Declarations that nvcc takes and clang does not: they run as CUDA's side, and as a port."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.convert import command
from porter.execute import cpu

PROGRAM = """\
#include <cstdio>
#include <cstdint>
__global__ void add(uint32_t __restrict__ c[], const uint32_t __restrict__ a[32], int n) {
  register int i = threadIdx.x;
  if (i < n) c[i] = a[i] + 1;
}
int main() {
  uint32_t *c;
  cudaMallocManaged(&c, 256);
  for (register int i = 0; i < 64; ++i) c[i] = i;
  add<<<1, 32>>>(c, c + 32, 32);
  cudaDeviceSynchronize();
  std::printf("%u %u\\n", c[0], c[31]);
}
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "src" / "a.cu"
    path.parent.mkdir()
    path.write_text(PROGRAM)
    return path


@pytest.mark.toolchain
def test_cudas_side(source: Path) -> None:
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "33 64\n"


@pytest.mark.toolchain
def test_the_port(source: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(command, [str(source), "--to", "hip", "--out", str(tmp_path / "hip")])
    assert "LNG71  restrict-arrays" in done.output, done.output
    (port,) = (tmp_path / "hip").glob("a.*")
    assert cpu.build(port, arch="gfx942").run(timeout=60).stdout == "33 64\n"


ATOMICS = """\
#include <cstdio>
__device__ double atomicAdd(double *to, double x) {
  auto *bits = reinterpret_cast<unsigned long long *>(to);
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(x + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
__global__ void sum(double *x) { atomicAdd(x, 1.5); }
int main() {
  double *x;
  cudaMallocManaged(&x, sizeof *x);
  *x = 0;
  sum<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  std::printf("%g\\n", *x);
}
"""


@pytest.mark.toolchain
def test_an_atomic_of_its_own_that_later_devices_have(source: Path) -> None:
    source.write_text(ATOMICS)
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "96\n"


@pytest.mark.toolchain
def test_shared_memory_of_a_known_size_that_is_extern(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(
        "#include <cstdio>\n"
        "extern __shared__ int rows[32];\n"
        "__global__ void turn(int *x) {\n"
        "  rows[threadIdx.x] = x[threadIdx.x];\n"
        "  __syncthreads();\n"
        "  x[threadIdx.x] = rows[31 - threadIdx.x];\n"
        "}\n"
        "int main() {\n"
        "  int *x;\n"
        "  cudaMallocManaged(&x, 128);\n"
        "  for (int i = 0; i < 32; ++i) x[i] = i;\n"
        "  turn<<<1, 32>>>(x);\n"
        "  cudaDeviceSynchronize();\n"
        '  std::printf("%d %d\\n", x[0], x[31]);\n'
        "}\n"
    )
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "31 0\n"
