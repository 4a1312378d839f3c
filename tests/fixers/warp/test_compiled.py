"""What the compiler makes of converted warp code, for both wave sizes."""

import subprocess

import pytest

from porter.options import Options
from porter.source.text.languages import Language
from porter.testing import convert, single_text
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

pytestmark = pytest.mark.toolchain

CODE = """\
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;
#define FULL_MASK 0xffffffff
#define SHUFFLE __shfl_down_sync
#define SUM(x) for (int i = warpSize / 2; i > 0; i >>= 1) x += SHUFFLE(FULL_MASK, x, i)

enum Kind { One, Two };
template <typename T, int Width = warpSize>
__device__ T warp_max(T x) {
  for (int i = Width / 2; i > 0; i /= 2) x = max(x, __shfl_xor_sync(-1, x, i, Width));
  return x;
}
template <unsigned Size>
__device__ float tile_sum(cg::thread_block_tile<Size> tile, float x) {
  return cg::reduce(tile, x, cg::plus<float>());
}
__global__ void all_forms(float *x, __half *h, __half2 *h2, unsigned *m, long long *l, short *s) {
  __shared__ float slots[1024 / warpSize];
  __shared__ typename cub::WarpReduce<float>::TempStorage temp[8];
  const int lane = threadIdx.x & (warpSize - 1), warp = threadIdx.x / warpSize;
  float v = x[threadIdx.x];
  SUM(v);
  if (lane == 0) slots[warp] = v;
  __syncwarp();
  v += cub::WarpReduce<float>(temp[warp]).Sum(v);
  v = max(v, warp_max(v)) + min(warpSize, 3);
  h[threadIdx.x] = __shfl_sync(FULL_MASK, h[threadIdx.x], 0);
  h2[threadIdx.x] = __shfl_xor_sync(~0u, h2[threadIdx.x], 16);
  s[threadIdx.x] = __shfl_up_sync(FULL_MASK, s[threadIdx.x], 1);
  l[threadIdx.x] = __shfl_sync(FULL_MASK, l[threadIdx.x], 5) + __shfl_sync(FULL_MASK, Two, 1);
  const unsigned peers = __match_any_sync(__activemask(), m[threadIdx.x]);
  int same;
  m[threadIdx.x] = __popc(peers & __ballot_sync(FULL_MASK, v > 0)) +
                   __match_all_sync(FULL_MASK, v, &same) + __reduce_add_sync(FULL_MASK, 1u);
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  x[threadIdx.x] = tile_sum<16>(tile, v) + slots[0] + cub::LaneId() + __any(same) + __all(same);
}
"""

NATIVE = """\
#include <cuda_runtime.h>
#define FULL_MASK 0xffffffff
__global__ void sums(float *x, int n) {
  float v = x[threadIdx.x];
  for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(FULL_MASK, v, i);
  const unsigned there = __ballot_sync(0xffffffff, v > 0);
  const int lane = threadIdx.x % 32;
  if (there & (1u << lane)) x[threadIdx.x] = __popc(there) + __ffs(there);
  if (__any_sync(-1, n)) x[0] = __shfl_sync(~0u, v, 0);
}
"""


def errors(text: str, arch: str, options: Options, tmp_path) -> str:
    """Convert a unit with what it includes, compile it, and return what the compiler says."""
    from porter.compat.headers import SUPPORT_FOLDER, with_dependencies
    from porter.compat.headers import text as header

    file, context = single_text("unit.cu", text.encode(), Language.CUDA, options)
    result = convert(file, context)
    (tmp_path / "unit.hip").write_bytes(result.data)
    (tmp_path / SUPPORT_FOLDER).mkdir()
    for name in with_dependencies(result.supports):
        (tmp_path / SUPPORT_FOLDER / name).write_bytes(header(name))
    command = find().hip_command(
        tmp_path / "unit.hip", arch, emit=Emit.SYNTAX, flags=["-Wall", "-Wno-unused"]
    )
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx942", "gfx1030"])
def test_warps_of_32(arch: str, tmp_path) -> None:
    assert errors(CODE, arch, Options(), tmp_path) == ""


@pytest.mark.parametrize("arch", ["gfx942", "gfx1030"])
def test_native_warps(arch: str, tmp_path) -> None:
    assert errors(NATIVE, arch, Options(warp="native", unsafe=True), tmp_path) == ""
