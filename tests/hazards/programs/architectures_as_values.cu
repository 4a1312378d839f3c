// __CUDA_ARCH__ as a value, and libcu++'s choice by target.
#include <cstdio>
#include <cuda_runtime.h>
template <int Arch> struct Tuned { static constexpr int items = Arch >= 800 ? 8 : Arch >= 300 ? 4 : 1; };
#ifndef __CUDA_ARCH__
#define ARCH 0
#else
#define ARCH __CUDA_ARCH__
#endif
__device__ int mma_path() {
#if ARCH >= 700 && ARCH < 1000
  return 7;
#else
  return 1;
#endif
}
__global__ void k(int *out) {
#ifdef __CUDA_ARCH__
  constexpr int arch = __CUDA_ARCH__;
  out[0] = Tuned<__CUDA_ARCH__>::items;
  if constexpr (__CUDA_ARCH__ >= 700) out[1] = 7; else out[1] = 1;
  if (arch >= 800) out[2] = 8; else out[2] = 1;
  out[3] = mma_path();
  switch (__CUDA_ARCH__ / 100) { case 8: out[4] = 8; break; default: out[4] = 0; }
  out[5] = __CUDA_ARCH__ / 100 == 8 ? 8 : 0;
#endif
}
int main() {
  int *out; cudaMallocManaged(&out, 64);
  k<<<1, 1>>>(out);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const int expected[] = {8, 7, 8, 7, 8, 8};
  for (int i = 0; i < 6; i++) if (out[i] != expected[i]) failures++, printf("%d: %d, expected %d\n", i, out[i], expected[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
