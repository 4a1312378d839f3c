// 64-bit arguments of 32-bit functions are cut by CUDA: ffs, popc, clz, brev of a wide number.
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>
__global__ void k(int *o, unsigned long long w, long long s, size_t z) {
  o[0] = __ffs(w); o[1] = __popc(w); o[2] = __clz(w); o[3] = __brev(w);
  o[4] = __ffs(s >> 40); o[5] = __popc(z - 1); o[6] = __clz(1ull << 40); o[7] = __popc(~0ull);
  uint64_t both = (uint64_t)__ballot_sync(0xffffffff, 1) << 32 | __ballot_sync(0xffffffff, threadIdx.x & 1);
  o[8] = __popc(both); o[9] = __popcll(both); o[10] = __ffs(both >> 32); o[11] = __ffsll(both);
  unsigned long long m = __activemask(); o[12] = m == 0xffffffffull; o[13] = __popcll(m); o[14] = __clzll(m);
  o[15] = (~__ballot_sync(0xffffffff, 1)) == 0;
  int64_t neg = -1; o[16] = __popc(neg); o[17] = __clz(neg); o[18] = __popc((int)0x80000000);
}
int main() {
  int *o; cudaMallocManaged(&o, 4096);
  k<<<1, 64>>>(o, 0xff00000000f0ull, 1ll << 42, 1ull << 33);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  int e[] = {5, 4, 24, 0x0f000000, 3, 32, 32, 32, 16, 48, 1, 2, 1, 32, 32, 1, 32, 0, 1};
  for (int i = 0; i < 19; i++) if (o[i] != e[i]) bad++, printf("%d: %d not %d\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
