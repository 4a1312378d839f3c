// __CUDA_ARCH__ in forms that nobody thinks of.
#include <cstdio>
#include <cuda_runtime.h>
#define SM __CUDA_ARCH__
#define AT_LEAST(n) (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= (n))
#define ARCH_IN(lo, hi) (SM >= lo && SM < hi)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ / 100 >= 8
#define MODERN 1
#else
#define MODERN 0
#endif
__global__ void k(int *o) {
  o[0] = MODERN;
#if 700 <= __CUDA_ARCH__
  o[1] = 1;
#endif
#if (__CUDA_ARCH__ + 0) >= 750 && !(__CUDA_ARCH__ < 750)
  o[2] = 1;
#endif
#if SM >= 800
  o[3] = 1;
#endif
#if AT_LEAST(700)
  o[4] = 1;
#endif
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ - 0 < 300
#error "too old"
#elif ARCH_IN(700, 900)
  o[5] = 1;
#endif
#endif
#ifndef __CUDA_ARCH__
  o[6] = 0;
#else
  o[6] = 1;
#endif
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ > 600
  o[7] = 1;
#endif
#if __CUDA_ARCH__ >= 530 && \
    __CUDA_ARCH__ < 1000
  o[8] = 1;
#endif
#if __CUDA_ARCH__
  o[9] = 1;
#endif
#if defined(__CUDA_ARCH__) ? __CUDA_ARCH__ >= 700 : 0
  o[10] = 1;
#endif
}
int where();
__host__ __device__ inline int side() {
#if defined(__CUDA_ARCH__)
  return 1;
#else
  return 2;
#endif
}
__global__ void s(int *o) { o[11] = side(); }
int main() {
  int *o; cudaMallocManaged(&o, 4096); k<<<1, 1>>>(o); s<<<1, 1>>>(o);
  int bad = cudaDeviceSynchronize() != cudaSuccess || side() != 2;
  for (int i = 0; i < 12; i++) if (o[i] != 1) bad++, printf("%d\n", i);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
