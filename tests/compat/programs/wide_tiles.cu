// Sums and prefixes of floats over tiles of several warps, as their bits.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cstring>
namespace cg = cooperative_groups;
template <int Size> __global__ void sums(const float *x, float *out, float *scan, float *before) {
  __shared__ cg::block_tile_memory<512> scratch;
  auto block = cg::this_thread_block(scratch);
  auto tile = cg::tiled_partition<Size>(block);
  int t = block.thread_rank();
  out[t] = cg::reduce(tile, x[t], cg::plus<float>());
  scan[t] = cg::inclusive_scan(tile, x[t], cg::plus<float>());
  before[t] = cg::exclusive_scan(tile, x[t], cg::plus<float>());
}
template <int Size> void run() {
  static float x[512], out[512], scan[512], before[512];
  unsigned s = 12345;
  for (float &v : x) { s = s * 1664525u + 1013904223u; v = (float)(int)s * 1e-7f; }
  float *dx, *d; cudaMalloc(&dx, sizeof x); cudaMalloc(&d, 3 * sizeof x);
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  sums<Size><<<1, 512>>>(dx, d, d + 512, d + 1024);
  cudaMemcpy(out, d, sizeof x, cudaMemcpyDeviceToHost);
  cudaMemcpy(scan, d + 512, sizeof x, cudaMemcpyDeviceToHost);
  cudaMemcpy(before, d + 1024, sizeof x, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 512; ++i) { unsigned a, b, c; memcpy(&a, out + i, 4); memcpy(&b, scan + i, 4); memcpy(&c, before + i, 4); printf("%d %d %08x %08x %08x\n", Size, i, a, b, c); }
}
int main() { run<32>(); run<64>(); run<128>(); run<256>(); run<512>(); return cudaGetLastError(); }
