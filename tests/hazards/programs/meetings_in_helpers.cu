// Lanes of one warp that exchange through shared memory by __syncwarp on both ways of a branch.
#include <cstdio>
#include <cuda_runtime.h>
__device__ void meet() { __syncwarp(); }
__global__ void k(int *out) {
  __shared__ volatile int s[32];
  const int lane = threadIdx.x;
  s[lane] = -1;
  __syncwarp();
  int got;
  if (lane & 1) { s[lane] = lane * 10; meet(); got = s[lane ^ 1]; }
  else { s[lane] = lane * 10; meet(); got = s[lane ^ 1]; }
  out[lane] = got;
}
int main() {
  int *out; cudaMallocManaged(&out, 128);
  k<<<1, 32>>>(out);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 32; i++) failures += out[i] != (i ^ 1) * 10;
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
