// libcu++'s choice by target.
#include <cstdio>
#include <cuda_runtime.h>
#include <nv/target>
__host__ __device__ int where() {
  NV_IF_TARGET(NV_IS_DEVICE, (return 2;), (return 1;))
}
__device__ int path() {
  int r = 0;
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (r = 9;), NV_PROVIDES_SM_70, (r = 7;), NV_IS_DEVICE, (r = 1;))
  return r;
}
__global__ void k(int *out) { out[0] = where(); out[1] = path(); }
int main() {
  int *out; cudaMallocManaged(&out, 64);
  k<<<1, 1>>>(out);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  if (out[0] != 2) failures++, printf("device %d\n", out[0]);
  if (where() != 1) failures++, printf("host %d\n", where());
  if (out[1] != 7) failures++, printf("path %d\n", out[1]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
