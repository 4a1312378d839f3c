// A ticket lock, and one taken by goto.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void tickets(unsigned *next, volatile unsigned *serving, int *sum) {
  const unsigned mine = atomicAdd(next, 1);
  for (;;) { if (*serving == mine) break; }
  *(volatile int *)sum = *(volatile int *)sum + 1;
  __threadfence();
  *serving = mine + 1;
}
__global__ void back(int *word, int *sum) {
again:
  if (atomicCAS(word, 0, 1) != 0) goto again;
  *(volatile int *)sum = *(volatile int *)sum + 1;
  __threadfence();
  atomicExch(word, 0);
}
int main() {
  unsigned *w; cudaMallocManaged(&w, 64); for (int i = 0; i < 8; i++) w[i] = 0;
  tickets<<<1, 32>>>(w, w + 1, (int *)w + 2);
  back<<<1, 32>>>((int *)w + 3, (int *)w + 4);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  failures += w[2] != 32 || w[4] != 32;
  printf(failures ? "FAIL %d %d\n" : "PASS\n", w[2], w[4]);
  return failures != 0;
}
