// A queue in shared memory a warp, counted by its leader; lanes that leave early; loops of ballots.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(const int *x, int n, int *o, int *count) {
  extern __shared__ int queue[];                       // 64 a warp
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int *mine = queue + warp * 64, fill = 0;
  for (int base = (blockIdx.x * blockDim.x / 32 + warp) * 100, i = 0; i < 100; i += 32) {
    int j = base + i + lane; bool take = i + lane < 100 && j < n && x[j] % 3 == 1;
    unsigned m = __ballot_sync(0xffffffff, take);
    if (take) mine[fill + __popc(m & ((1u << lane) - 1))] = x[j];
    fill += __popc(m);
    __syncwarp();
    if (fill >= 32) { int at = 0; if (lane == 0) at = atomicAdd(count, 32); at = __shfl_sync(~0u, at, 0); o[at + lane] = mine[lane]; __syncwarp(); fill -= 32; int y = lane < fill ? mine[32 + lane] : 0; __syncwarp(); if (lane < fill) mine[lane] = y; __syncwarp(); }
  }
  if (lane >= fill) return;
  unsigned rest = __activemask(); int at = 0, lead = __ffs(rest) - 1;
  if (lane == lead) at = atomicAdd(count, __popc(rest));
  at = __shfl_sync(rest, at, lead);
  o[at + lane] = mine[lane];
}
int main() {
  int n = 1900, *x, *o, *c; cudaMallocManaged(&x, 8000); cudaMallocManaged(&o, 8000); cudaMallocManaged(&c, 4);
  long s = 0; int w = 0; for (int i = 0; i < n; i++) { x[i] = (i * 7919) % 1000; if (x[i] % 3 == 1) s += x[i] * (long)x[i], w++; }
  int warps = 5; k<<<4, warps * 32, warps * 64 * sizeof(int)>>>(x, n, o, c); int bad = cudaDeviceSynchronize() != cudaSuccess;
  long g = 0; for (int i = 0; i < c[0] && i < 2000; i++) g += o[i] * (long)o[i];
  bad += c[0] != w || g != s; printf(bad ? "FAIL %d %d\n" : "PASS\n", c[0], w); return bad != 0;
}
