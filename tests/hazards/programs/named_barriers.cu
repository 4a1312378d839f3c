// Named barriers of PTX between warps of one wavefront: bar.sync, bar.arrive.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *out) {
  __shared__ int s[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    s[lane] = lane + 1;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[lane] = s[31 - lane];
  }
}
int main() {
  int *out; cudaMallocManaged(&out, 128);
  k<<<1, 64>>>(out);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 32; i++) failures += out[i] != 32 - i;
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
