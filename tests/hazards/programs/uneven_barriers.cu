// Warps that leave a loop of barriers after different numbers of turns and meet behind it.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *o) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x, warp = t / 32;
  s[t] = t;
  int i = 0, got = -1;
  while (true) {
    if (i >= 2 + warp) break;
    __syncthreads();
    got = s[t ^ 32];
    ++i;
  }
  if (warp == 0) {
    s[t] = 100 + t;
    __syncthreads();
  }
  o[t] = got;
}
int main() {
  int *o; cudaMallocManaged(&o, 256);
  k<<<1, 64>>>(o);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  // Warp 1's third barrier is warp 0's behind the loop.
  for (int t = 32; t < 64; t++) failures += o[t] != 100 + t - 32;
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
