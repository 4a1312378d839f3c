// Atomics aggregated by who is here, and groups of equal keys found by turns.
#include <cstdio>
#include <cuda_runtime.h>
__device__ __forceinline__ unsigned lt() { unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); return m; }
__device__ __forceinline__ int laneid() { int l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); return l; }
__device__ int agg_inc(int *c) {
  unsigned m = __activemask();
  int leader = __ffs(m) - 1, base = 0;
  if (laneid() == leader) base = atomicAdd(c, __popc(m));
  base = __shfl_sync(m, base, leader);
  return base + __popc(m & lt());
}
__global__ void compact(const int *x, int *o, int *c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (x[i] & 1) o[agg_inc(c)] = x[i];
}
__global__ void groups(const int *key, int *count, int *peer) {
  unsigned active = __activemask(), todo = active;
  int k = key[threadIdx.x], turns = 0, mine = 0;
  while (todo) {
    int leader = __ffs(todo) - 1;
    int other = __shfl_sync(active, k, leader);
    unsigned same = __ballot_sync(active, k == other);
    if (k == other) { mine = __popc(same); peer[threadIdx.x] = 31 - __clz(same); }
    todo &= ~same; turns++;
  }
  count[threadIdx.x] = mine + 100 * turns;
}
int main() {
  int *x, *o, *c, *p; cudaMallocManaged(&x, 4096); cudaMallocManaged(&o, 4096); cudaMallocManaged(&c, 1024); cudaMallocManaged(&p, 1024);
  long want = 0; int n = 1000, odd = 0;
  for (int i = 0; i < n; i++) { x[i] = (i * 37) % 101; if (x[i] & 1) odd++, want += (long)x[i] * x[i]; }
  compact<<<2, 192>>>(x, o, c, n); cudaDeviceSynchronize();
  long got = 0; for (int i = 0; i < odd; i++) got += (long)o[i] * o[i];
  int bad = c[0] != odd || got != want;
  for (int i = 0; i < 96; i++) x[i] = (i * i) % 5;
  groups<<<1, 96>>>(x, c, p); cudaDeviceSynchronize();
  for (int w = 0; w < 3; w++) {
    int n[5] = {}, last[5] = {}, kinds = 0;
    for (int l = 0; l < 32; l++) { if (!n[x[w * 32 + l]]++) kinds++; last[x[w * 32 + l]] = l; }
    for (int l = 0; l < 32; l++) bad += c[w * 32 + l] != n[x[w * 32 + l]] + 100 * kinds, bad += p[w * 32 + l] != last[x[w * 32 + l]];
  }
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
