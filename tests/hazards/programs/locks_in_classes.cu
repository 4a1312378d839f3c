// A lock in a class, taken in a loop that goes back by goto; a ticket lock.
#include <cstdio>
#include <cuda_runtime.h>
struct Mutex {
  int *word;
  __device__ bool attempt() { return atomicCAS(word, 0, 1) == 0; }
  __device__ void lock() { while (!attempt()) {} __threadfence(); }
  __device__ void unlock() { __threadfence(); atomicExch(word, 0); }
};
__global__ void k(int *word, int *sum) {
  Mutex m{word};
  m.lock();
  *(volatile int *)sum = *(volatile int *)sum + 1;
  m.unlock();
}
int main() {
  int *w; cudaMallocManaged(&w, 64); w[0] = w[1] = 0;
  k<<<1, 64>>>(w, w + 1);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  failures += w[1] != 64;
  printf(failures ? "FAIL %d\n" : "PASS\n", w[1]);
  return failures != 0;
}
