// Flags between the warps of a wavefront by libcu++'s atomics and by PTX.
#include <cstdio>
#include <cuda/atomic>
#include <cuda_runtime.h>
__device__ int acquire(int *p) { int v; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
// What all lanes do in between keeps the two ways apart: those who go around the loop wait where the ways join.
__global__ void k(int *flag, volatile int *here, int *out) {
  const int thread = threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> a(flag[0]);
  if (thread == 0) { while (a.load(cuda::memory_order_acquire) == 0) {} out[0] = flag[1]; }
  here[thread] = 1;
  if (thread == 32) { flag[1] = 42; a.store(1, cuda::memory_order_release); }
}
// Of two ways clang lays out the one of the false condition first.
__global__ void l(int *flag, int *out) {
  if (threadIdx.x / 32 == 1) { flag[1] = 43; __threadfence(); atomicExch(flag, 1); }
  else { while (!acquire(flag)); out[1] = flag[1]; }
}
int main() {
  int *w; cudaMallocManaged(&w, 512); for (int i = 0; i < 8; i++) w[i] = 0;
  k<<<1, 64>>>(w, w + 8, w + 4);
  l<<<1, 64>>>(w + 2, w + 4);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  failures += w[4] != 42 || w[5] != 43;
  printf(failures ? "FAIL %d %d\n" : "PASS\n", w[4], w[5]);
  return failures != 0;
}
