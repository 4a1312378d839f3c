// Shifts by amounts that a kernel gets: by 32, by more, below zero, of 64 bits.
#include <cstdio>
#include <cuda_runtime.h>
template <int N> __device__ unsigned keep(unsigned x) { return x << N; }
__global__ void k(unsigned *o, unsigned x, int n, int m, int neg, unsigned long long w, int s) {
  o[0] = x >> n; o[1] = x << n; o[2] = (x << m) >> m; o[3] = x >> (32 - (n - 32)); o[4] = s >> n; o[5] = w >> (n + 32) ? 1 : 0; unsigned y = x; y <<= n; o[6] = y; y = x; y >>= m; o[7] = y; o[8] = (1u << n) - 1; o[9] = x << neg; o[10] = keep<31>(x); o[11] = ~0u << (32 - m + m); o[12] = w << n >> 32;
}
int main() {
  unsigned *o; cudaMallocManaged(&o, 4096); k<<<1, 1>>>(o, 0xf0f0f0f1u, 32, 40, -1, 0x123456789ull, -8); int bad = cudaDeviceSynchronize() != cudaSuccess;
  unsigned e[] = {0, 0, 0, 0, 0xffffffff, 0, 0, 0, 0xffffffff, 0, 0x80000000, 0, 0x23456789};
  for (int i = 0; i < 13; i++) if (o[i] != e[i]) bad++, printf("%d: %x not %x\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
