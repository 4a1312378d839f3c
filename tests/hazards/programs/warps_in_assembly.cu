// What inline PTX knows of warps beside lane numbers.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *o) {
  int t = threadIdx.x; int *q = o + t * 10; unsigned r;
  asm("mov.u32 %0, WARP_SZ;" : "=r"(r)); q[0] = r;
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(r)); q[1] = r;
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(r)); q[2] = r;
  asm volatile("activemask.b32 %0;" : "=r"(r)); q[3] = r;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(r) : "r"(t & 1)); q[4] = r;
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(r) : "r"(t)); q[5] = r;
  asm volatile("bar.warp.sync 0xffffffff;");
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t & 3)); q[6] = r;
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(1)); q[7] = r;
  asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(t)); q[8] = r; q[9] = 2;
}
int main() {
  int *o; cudaMallocManaged(&o, 64 * 40); k<<<1, 64>>>(o); int bad = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 64; t++) { int l = t & 31, b = -1; for (int i = 0; i < 31; i++) if (t >> i & 1) b = i;
    unsigned e[10] = {32, 1u << l, ~0u << l, ~0u, 0xaaaaaaaa, (unsigned)(t & 32) + 3, 0x11111111u << (t & 3), 32, (unsigned)b, 2};
    for (int i = 0; i < 10; i++) if ((unsigned)o[t * 10 + i] != e[i]) { if (bad < 6) printf("%d.%d %x want %x\n", t, i, o[t * 10 + i], e[i]); bad++; } }
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
