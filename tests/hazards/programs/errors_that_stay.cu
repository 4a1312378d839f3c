// An error stays until it is read; calls that succeed do not clear it; which error a
// launch that is too large leaves differs: CUDA 12 says invalid configuration, 13 invalid value.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
__global__ void k() {}
int main() {
  int bad = 0; void *p;
  cudaError_t e = cudaMemcpy(nullptr, nullptr, 16, (cudaMemcpyKind)77);
  cudaSetDevice(0); int d; cudaGetDevice(&d); cudaMalloc(&p, 16); cudaFree(p);
  if (e == cudaSuccess) bad |= 1;
  if (cudaPeekAtLastError() != e) bad |= 2;
  if (cudaGetLastError() != e) bad |= 4;
  if (cudaGetLastError() != cudaSuccess) bad |= 8;
  k<<<1, 2048>>>();
  cudaError_t l = cudaGetLastError();
  if (l == cudaSuccess) bad |= 16, printf("launch: %d\n", (int)l);
  k<<<0, 32>>>(); l = cudaGetLastError();
  if (l == cudaSuccess) bad |= 32, printf("empty grid: %d\n", (int)l);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
