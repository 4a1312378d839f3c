// Ways chosen by the version of the runtime and of a kernel.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void modern(int *o) { *o = 1; }
__global__ void old(int *o) { *o = 2; }
int main() {
  cudaFuncAttributes a; cudaFuncGetAttributes(&a, modern);
  int *o; cudaMallocManaged(&o, 4);
  int runtime, driver; cudaRuntimeGetVersion(&runtime); cudaDriverGetVersion(&driver);
  if (a.binaryVersion >= 70 && a.binaryVersion < 200) modern<<<1, 1>>>(o); else old<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  int bad = *o != 1;
  if (runtime >= 11000 && runtime < 20000) modern<<<1, 1>>>(o); else old<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  bad += 10 * (*o != 1);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
