// Warps of blocks with two and three dimensions: rows that share a warp, lanes counted over all of them.
#include <cstdio>
#include <cuda_runtime.h>
__device__ int lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31; }
__device__ int number() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__global__ void k(int *o) {
  const int n = number(), all = blockDim.x * blockDim.y * blockDim.z, w = n / 32; const unsigned here = __activemask(); int v = n, row = n;
  for (int d = 16; d; d >>= 1) { int other = __shfl_down_sync(here, v, d); if (lane() + d < 32 && n + d < all) v += other; }
  for (int d = 1; d < blockDim.x; d <<= 1) { int other = __shfl_up_sync(here, row, d, blockDim.x); if (threadIdx.x >= d) row += other; }
  if (lane() == 0) o[w] = v; if (threadIdx.x == blockDim.x - 1) o[64 + threadIdx.y + blockDim.y * threadIdx.z] = row;
  const unsigned same = __match_any_sync(here, threadIdx.y), first = __ffs(same) - 1; if (lane() == first) atomicAdd(o + 200 + threadIdx.y, __popc(same));
  if (__shfl_sync(here, threadIdx.z, 0) != __shfl_sync(here, threadIdx.z, 31 < all - w * 32 - 1 ? 31 : all - w * 32 - 1)) atomicAdd(o + 220, 1);
}
int main() {
  int *o, bad = 0; cudaMallocManaged(&o, 1024); const dim3 shapes[] = {dim3(8, 4, 3), dim3(16, 5), dim3(4, 7, 2), dim3(32, 3), dim3(2, 2, 17), dim3(1, 1, 64), dim3(8, 8, 8)};
  for (dim3 s : shapes) {
    for (int i = 0; i < 256; i++) o[i] = 0; k<<<1, s>>>(o); bad += cudaDeviceSynchronize() != cudaSuccess; const int all = s.x * s.y * s.z, rows = s.y * s.z; int split = 0;
    for (int w = 0; w * 32 < all; w++) { int e = 0, last = w * 32 + 31 < all ? w * 32 + 31 : all - 1; for (int i = w * 32; i <= last; i++) e += i; bad += o[w] != e; int a = w * 32 / (s.x * s.y), b = last / (s.x * s.y); if (a != b) split += last - w * 32 + 1; }
    for (int r = 0; r < rows; r++) { int e = 0; for (int x = 0; x < s.x; x++) e += r * s.x + x; bad += o[64 + r] != e; }
    for (int y = 0; y < s.y; y++) bad += o[200 + y] != s.x * s.z; bad += o[220] != split;
  }
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
