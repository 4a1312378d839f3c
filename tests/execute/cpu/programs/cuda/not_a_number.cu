// Quiet NaNs in device code (CUDA Math API, nan and nanf), by every name of theirs.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

template <class T> __device__ T made() { return T(nan("")); }

__global__ void k(int *wrong) {
  const float shorts[] = {nanf(""), std::nanf(""), made<float>()};
  const double longs[] = {nan(""), std::nan(""), made<double>()};
  for (float one : shorts)
    *wrong += !isnan(one) + ((__float_as_uint(one) & 0x7fc00000) != 0x7fc00000);
  for (double one : longs)
    *wrong += !isnan(one) + (((unsigned)__double2hiint(one) & 0x7ff80000) != 0x7ff80000);
}

int main() {
  int *wrong;
  cudaMallocManaged(&wrong, 4);
  k<<<1, 1>>>(wrong);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", *wrong, (int)std::isnan(nan("")), (int)std::isnan(nanf("")));
  return 0;
}
