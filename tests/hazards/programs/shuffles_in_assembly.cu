// PTX shuffles with their predicate, votes, special registers.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *out) {
  const int t = threadIdx.x;
  int v = t, p, r;
  asm volatile("{ .reg .pred q; shfl.sync.down.b32 %0|q, %2, 8, 0x1f, 0xffffffff; selp.b32 %1, 1, 0, q; }" : "=r"(r), "=r"(p) : "r"(v));
  unsigned lt, ballot, lane, nwarp, warp;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%nwarpid;" : "=r"(nwarp));
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; vote.sync.ballot.b32 %0, q, 0xffffffff; }" : "=r"(ballot) : "r"(t & 1));
  int bad = 0;
  bad |= (r != (t % 32 < 24 ? t + 8 : t)) << 0;
  bad |= (p != (t % 32 < 24)) << 1;
  bad |= (lt != (1u << t % 32) - 1u) << 2;
  bad |= (lane != t % 32) << 3;
  bad |= (ballot != 0xaaaaaaaau) << 4;
  out[t] = bad;
}
int main() {
  int *out; cudaMallocManaged(&out, 512);
  k<<<1, 128>>>(out);
  int failures = cudaDeviceSynchronize() != cudaSuccess, all = 0;
  for (int i = 0; i < 128; i++) failures += out[i] != 0, all |= out[i];
  printf(failures ? "FAIL %d %x\n" : "PASS\n", failures, all);
  return failures != 0;
}
