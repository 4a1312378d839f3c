// Shifts by variables that reach the width, in every form.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
template <int BITS> __device__ unsigned low(int n) { return ~0u >> (BITS - n); }
__device__ unsigned mask_of(int n) { return ~(~0u << n); }
__device__ uint64_t wide(int n) { return (uint64_t(1) << n) - 1; }
__device__ uint64_t above(int n) { return ~0ull << n; }
__device__ unsigned top(unsigned x, int n) { return x >> (32 - n); }
__global__ void k(uint64_t *o, int n, int z, unsigned x) {
  o[0] = low<32>(z);
  o[1] = mask_of(n);
  o[3] = wide(n * 2);
  o[4] = above(n * 2);
  o[5] = top(x, z);
  o[8] = 0xffffffffu << (32 - z);
  unsigned y = x; y >>= 32 - z; o[9] = y;
  const int left = 32 - z; o[10] = x >> left;
  o[11] = ((1 << n) - 1);
}
int main() {
  uint64_t *o; cudaMallocManaged(&o, 256);
  k<<<1, 1>>>(o, 32, 0, 0x80000001u);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const uint64_t e[] = {0, 0xffffffff, 0, ~0ull, 0, 0, 0, 0, 0, 0, 0, ~0ull};
  for (int i = 0; i < 12; i++) if (o[i] != e[i]) failures++, printf("%d: %llx, expected %llx\n", i, (unsigned long long)o[i], (unsigned long long)e[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
