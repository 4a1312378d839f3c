// Barriers that count, in blocks that are no whole wavefronts, and votes in loops that lanes leave.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *o, int n) {
  const int t = threadIdx.x;
  atomicAdd(o, __syncthreads_count(t % 3 == 0)); atomicAdd(o + 1, __syncthreads_and(t < n) != 0); atomicAdd(o + 2, __syncthreads_or(t == n - 1) != 0); atomicAdd(o + 3, __syncthreads_and(t < n - 1));
  int turns = 0, left = t % 7; const unsigned mine = __ballot_sync(__activemask(), 1);
  while (__any_sync(mine, left > 0)) { left--; turns++; }
  int rounds = 0; do { rounds++; } while (!__all_sync(mine, rounds > t % 5));
  atomicMax(o + 4, turns); atomicMin(o + 5, turns); atomicMax(o + 6, rounds);
  if (t % 2) return;
  int odd = 0; for (unsigned m = __activemask(); m; m &= m - 1) odd += (__ffs(m) - 1) & 1;
  atomicAdd(o + 7, odd); atomicAdd(o + 8, __popc(__activemask()) <= 16);
}
int main() {
  int *o; cudaMallocManaged(&o, 64); int bad = 0;
  for (int n : {1, 31, 33, 48, 70, 96, 100, 1000}) {
    for (int i = 0; i < 16; i++) o[i] = 0; o[5] = 99;
    k<<<1, n>>>(o, n); bad += cudaDeviceSynchronize() != cudaSuccess;
    const int third = (n + 2) / 3; int most = 0, least = 99, rounds = 0;
    for (int w = 0; w < n; w += 32) { int m = 0, r = 0; for (int t = w; t < w + 32 && t < n; t++) { m = t % 7 > m ? t % 7 : m; r = t % 5 + 1 > r ? t % 5 + 1 : r; } most = m > most ? m : most; least = m < least ? m : least; rounds = r > rounds ? r : rounds; }
    const int e[] = {n * third, n, n, 0, most, least, rounds, 0, (n + 1) / 2};
    for (int i = 0; i < 9; i++) if (o[i] != e[i]) bad++, printf("%d threads, %d: %d not %d\n", n, i, o[i], e[i]);
  }
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
