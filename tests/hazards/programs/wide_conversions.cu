// Casts of variables to 64-bit integers, out of range and NaN.
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>

template <typename T> __device__ T as(float x) { return static_cast<T>(x); }

__global__ void k(long long *out, const float *f, const double *d) {
  out[0] = (long long)f[0];
  out[1] = static_cast<long long>(d[0]);
  out[2] = (long long)(unsigned long long)f[1];
  out[3] = (long long)(uint64_t)(f[0] * 2.0f);
  out[4] = (int64_t)f[2];
  long long implicit = f[0];
  out[5] = implicit;
  out[6] = f[0];
  out[7] = as<long long>(f[0]);
  size_t n = size_t(d[0]);
  out[8] = (long long)n;
  out[9] = llrintf(f[0]);
  out[10] = lround(d[0]);
}
int main() {
  const long long expected[] = {LLONG_MAX, LLONG_MAX, 0, -1, LLONG_MIN, LLONG_MAX, LLONG_MAX, LLONG_MAX, -1, LLONG_MAX, LLONG_MAX};
  long long *out; float *f; double *d;
  cudaMallocManaged(&out, sizeof expected); cudaMallocManaged(&f, 64); cudaMallocManaged(&d, 64);
  f[0] = 1e20f; f[1] = -7.5f; f[2] = NAN; d[0] = 1e300;
  k<<<1, 1>>>(out, f, d);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 11; i++) if (out[i] != expected[i]) failures++, printf("%d: %lld, expected %lld\n", i, out[i], expected[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
