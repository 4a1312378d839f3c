"""torch_block_reduce.hpp: PyTorch's reductions of a block, with warps of 32 on any wavefront."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from porter.execute import cpu

#: What the header takes of PyTorch's.
SHARED_REDUCE_OPS = """
#pragma once
#include <hip/hip_runtime.h>
template <typename T>
__device__ T max_propagate_nan(T a, T b) { return a != a || a > b ? a : b; }
"""
PROGRAM = """
#include "torch_block_reduce.hpp"
#include <cstdio>
using namespace porter::cuda_utils;

struct Product {
  __device__ double combine(double a, double b) const { return a * b; }
  __device__ double warp_shfl_down(double x, int offset) const { return __shfl_down(x, offset); }
};
__global__ void reduce(double *out) {
  __shared__ double shared[32];
  const int tid = threadIdx.x + threadIdx.y * blockDim.x, n = blockDim.x * blockDim.y;
  double sum, most;
  if (blockDim.y == 1) {
    sum = BlockReduceSum<double>(tid + 1.0, shared);
    most = BlockReduceMax(tid == n / 2 ? 5.0 : -1.0 - tid, shared);
  } else {
    sum = BlockReduceSum<double, Block2D>(tid + 1.0, shared);
    most = BlockReduceMax<double, Block2D>(tid == n / 2 ? 5.0 : -1.0 - tid, shared);
  }
  double product = 0;
  if (blockDim.y == 1) product = BlockReduce(tid % 32 == 3 ? 2.0 : 1.0, Product(), 1.0, shared);
  if (tid == 0) { out[0] = sum; out[1] = most; out[2] = product; }
}
int main() {
  double *out;
  (void)hipMallocManaged(&out, 3 * sizeof(double));
  const dim3 flat[] = {32, 64, 96, 256, 1024};
  for (dim3 block : {flat[0], flat[1], flat[2], flat[3], flat[4], dim3(8, 4), dim3(32, 7)}) {
    reduce<<<1, block>>>(out);
    if (hipDeviceSynchronize() != hipSuccess) return 1;
    std::printf("%d %.17g %.17g %.17g\\n", int(block.x * block.y), out[0], out[1], out[2]);
  }
}
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_sums_maxima_and_products_of_blocks(tmp_path: Path, arch: str) -> None:
    for name, text in (
        ("ATen/native/SharedReduceOps.h", SHARED_REDUCE_OPS),
        ("c10/macros/Macros.h", "#pragma once\n"),
        ("reduce.hip", PROGRAM),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    flags = [f"-I{tmp_path}", f"-I{files('porter.compat')}"]
    printed = cpu.build(tmp_path / "reduce.hip", arch=arch, flags=flags).run().stdout
    counts = (32, 64, 96, 256, 1024, 32, 224)
    for place, (line, threads) in enumerate(zip(printed.splitlines(), counts, strict=True)):
        count, total, most, product = map(float, line.split())
        assert (count, total, most) == (threads, threads * (threads + 1) / 2, 5.0)
        assert product == 2.0 ** (threads // 32) or place > 4  # of one dimension alone
